import Domain

/// A row of a `Table`: a thing with an id.
protocol Identified: Codable, Equatable, Sendable {
  associatedtype ID: TextValue
  var id: ID { get }
}

/// Rows in the order they came, found by the bytes of their ids.
///
/// A fold looks something up for nearly every event, so this is the hot path of a replay: half
/// the time and a third of the memory of a `Dictionary` by text. The index beside the rows is
/// derived: it takes part neither in equality nor in the encoded state, which is the bare list of
/// rows. It is seeded per process, since people choose ids and could choose ones that collide.
struct Table<Row: Identified>: Sendable {
  /// Change rows in place; new ones go through `append`, ids stay as they are.
  var rows: ContiguousArray<Row> = []

  /// Open addressing, linear probing: the hash in the upper half, the row's number plus one in
  /// the lower, zero where nothing is. The size is a power of two.
  private var slots: ContiguousArray<UInt64> = []

  init() {}

  /// The number of the row. One probe, usually.
  func index(of id: Row.ID) -> Int? {
    if slots.isEmpty { return nil }
    let text = id.rawValue
    let hash = tableHash(text)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      if entry >> 32 == hash {
        let row = Int(entry & 0xffff_ffff) - 1
        if haveSameBytes(rows[row].id.rawValue, text) { return row }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a row at the end. Should its id be there already, the older row is the one to be found.
  mutating func append(_ row: Row) {
    let hash = tableHash(row.id.rawValue)
    rows.append(row)
    if rows.count * 3 > slots.count * 2 { grow() }
    Self.enter(hash, row: rows.count, into: &slots)
  }

  /// Twice the slots; the hashes are kept in them, so no id is read again.
  private mutating func grow() {
    var wider = ContiguousArray<UInt64>(repeating: 0, count: max(16, slots.count * 2))
    for entry in slots where entry != 0 {
      Self.enter(entry >> 32, row: Int(entry & 0xffff_ffff), into: &wider)
    }
    slots = wider
  }

  private static func enter(_ hash: UInt64, row: Int, into slots: inout ContiguousArray<UInt64>) {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = hash << 32 | UInt64(UInt32(row))
  }
}

extension Table: Equatable {
  static func == (left: Table, right: Table) -> Bool { left.rows == right.rows }
}

extension Table: Codable {
  init(from decoder: any Decoder) throws {
    self.init()
    for row in try [Row](from: decoder) { append(row) }
  }

  func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
}

/// Unknown outside this process; decides where entries lie, never what is found.
private let tableSeed = UInt64.random(in: 1 ... .max)

/// 32 bits that depend on every byte of `text`, eight bytes a step (the mixing of wyhash).
private func tableHash(_ text: String) -> UInt64 {
  let bytes = text.utf8Span.span
  let count = bytes.count
  var hash = tableSeed
  var index = 0
  while index &+ 8 <= count {
    let low =
      UInt64(bytes[index]) | UInt64(bytes[index &+ 1]) << 8
      | UInt64(bytes[index &+ 2]) << 16 | UInt64(bytes[index &+ 3]) << 24
    let high =
      UInt64(bytes[index &+ 4]) | UInt64(bytes[index &+ 5]) << 8
      | UInt64(bytes[index &+ 6]) << 16 | UInt64(bytes[index &+ 7]) << 24
    let product = (hash ^ (low | high << 32)).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    hash = product.high ^ product.low
    index &+= 8
  }
  var rest = UInt64(truncatingIfNeeded: count)
  while index < count {
    rest = rest << 8 | UInt64(bytes[index])
    index &+= 1
  }
  let product = (hash ^ rest).multipliedFullWidth(by: 0xe703_7ed1_a0b4_28db)
  return (product.high ^ product.low) & 0xffff_ffff
}

/// Stricter than `==`, which also holds for texts that are only canonically equivalent: those may
/// hash differently, so the index must not take them for the same.
private func haveSameBytes(_ left: String, _ right: String) -> Bool {
  let left = left.utf8Span.span
  let right = right.utf8Span.span
  let count = left.count
  if count != right.count { return false }
  var index = 0
  while index < count {
    if left[index] != right[index] { return false }
    index &+= 1
  }
  return true
}
