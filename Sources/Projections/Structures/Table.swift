import Domain
import EventEngine

/// A row of a `Table`: a thing with an id.
protocol Identified: Codable, Equatable, Sendable {
  associatedtype ID: TextValue
  var id: ID { get }

  /// Whether no event will change it any more, so that it need not be found.
  var isFinal: Bool { get }
}

extension Identified {
  var isFinal: Bool { false }
}

/// Rows in the order they came, found by the bytes of their ids.
///
/// A fold looks something up for nearly every event, and what a look-up costs is the memory it
/// touches: one word of the index and the row. So rows should hold only what changes, and rows
/// that are settled should leave the index, which then stays as small as what is going on.
///
/// The index is derived: it takes part neither in equality nor in the encoded state, which is the
/// bare list of rows.
struct Table<Row: Identified>: Sendable {
  private(set) var rows = SegmentedArray<Row>()
  private var index = TextIndex()

  init() {}

  /// The number of the row, unless it is settled.
  func find(_ id: Row.ID) -> Int? {
    index.slot(of: id.rawValue) { rows[$0].id.rawValue }.map { index.row(in: $0) }
  }

  /// The row may change, but not its id.
  subscript(row: Int) -> Row {
    _read { yield rows[row] }
    _modify { yield &rows[row] }
  }

  /// Adds a row at the end. Should its id be there already, the older row is the one to be found.
  mutating func append(_ row: Row) {
    if !row.isFinal { index.enter(row.id.rawValue, row: rows.count) }
    rows.append(row)
  }

  /// Changes a row for the last time; it is not found any more. Returns its number.
  @discardableResult
  mutating func archive(_ id: Row.ID, _ change: (inout Row) -> Void) -> Int? {
    guard let slot = index.slot(of: id.rawValue, id: { rows[$0].id.rawValue }) else { return nil }
    let row = index.row(in: slot)
    change(&rows[row])
    if rows[row].isFinal { index.remove(slot) }
    return row
  }

  /// Takes a row out; the last one fills the gap, so the rows are in no order any more.
  mutating func remove(_ id: Row.ID) -> Row? {
    guard let slot = index.slot(of: id.rawValue, id: { rows[$0].id.rawValue }) else { return nil }
    let gap = index.row(in: slot)
    let last = rows.count - 1
    index.remove(slot)
    let removed = rows[gap]
    if gap != last {
      index.move(rows[last].id.rawValue, from: last, to: gap)
      rows[gap] = rows[last]
    }
    rows.removeLast()
    return removed
  }
}

extension Table: Equatable {
  static func == (left: Table, right: Table) -> Bool { left.rows == right.rows }
}

extension Table: Codable {
  init(from decoder: any Decoder) throws {
    self.init()
    for row in try SegmentedArray<Row>(from: decoder) { append(row) }
  }

  func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
}
