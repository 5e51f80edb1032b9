import EventEngine

/// A row of a `Table`: a thing with an id.
protocol Identified: Codable, Equatable, Sendable {
  associatedtype ID: TextValue
  var id: ID { get }

  /// True if no further event can change the row, so that it can leave the index.
  var isFinal: Bool { get }
}

extension Identified {
  var isFinal: Bool { false }
}

/// Rows in insertion order, looked up by the bytes of their ids.
///
/// A fold looks up a row for nearly every event, and the cost of a lookup is the memory that it
/// touches: one word of the index and the row. Rows should therefore hold only data that changes,
/// and final rows should leave the index, whose size is then that of the active rows.
///
/// The index is derived: it is part neither of equality nor of the encoded state, which is the
/// array of rows.
struct Table<Row: Identified>: Sendable {
  private(set) var rows = SegmentedArray<Row>()
  private var index = TextIndex()

  init() {}

  /// The index of the row; nil if there is none or it is final.
  func find(_ id: Row.ID) -> Int? {
    index.slot(of: id.rawValue) { rows[$0].id.rawValue }.map { index.row(in: $0) }
  }

  /// The row, which may be modified except for its id.
  subscript(row: Int) -> Row {
    _read { yield rows[row] }
    _modify { yield &rows[row] }
  }

  /// The row of an id that must exist.
  ///
  /// - Parameter unknown: the message that there is no such id.
  func require(_ id: Row.ID, _ unknown: (Row.ID) -> Bilingual) throws(QueryRefusal) -> Row {
    guard let row = find(id) else { throw .notFound(unknown(id)) }
    return self[row]
  }

  /// Appends a row. If its id exists already, lookups still return the older row.
  mutating func append(_ row: Row) {
    if !row.isFinal { index.enter(row.id.rawValue, row: rows.count) }
    rows.append(row)
  }

  /// Modifies a row, if it exists and is not final.
  mutating func change(_ id: Row.ID, _ change: (inout Row) -> Void) {
    guard let row = find(id) else { return }
    change(&self[row])
  }

  /// Modifies a row; if there is none, appends it first.
  mutating func change(
    _ id: Row.ID, orAppend new: @autoclosure () -> Row, _ change: (inout Row) -> Void = { _ in }
  ) {
    if find(id) == nil { append(new()) }
    self.change(id, change)
  }

  /// Modifies a row, and removes it from the index if that made it final. Returns its number; nil
  /// if there is no such row or it was final before.
  @discardableResult
  mutating func archive(_ id: Row.ID, _ change: (inout Row) -> Void) -> Int? {
    guard let slot = index.slot(of: id.rawValue, id: { rows[$0].id.rawValue }) else { return nil }
    let row = index.row(in: slot)
    change(&rows[row])
    if rows[row].isFinal { index.remove(slot) }
    return row
  }

  /// Removes a row. The last row takes its place, so the rows lose their order.
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
    rows = try SegmentedArray(from: decoder)
    for row in 0..<rows.count where !rows[row].isFinal {
      index.enter(rows[row].id.rawValue, row: row)
    }
  }

  func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
}
