import PlatformLibc

/// Maps a record's type to a number, without creating a `String` unless the type is escaped. An
/// open-addressing table over the types' bytes as spelled in records.
package struct TypeIndex: Sendable {
  private struct Slot {
    /// The number of the type; negative for an empty slot.
    var number = -1
    var hash: UInt32 = 0
    /// The offset of its spelling in `spellings`.
    var start = 0
    var count = 0
  }

  private var slots: ContiguousArray<Slot>
  private var spellings: ContiguousArray<UInt8> = []
  private let mask: Int

  /// Numbers the types in order; they must be distinct.
  package init(_ types: [EventType]) {
    var capacity = 16
    while capacity < types.count * 4 { capacity *= 2 }
    slots = ContiguousArray(repeating: Slot(), count: capacity)
    mask = capacity - 1
    for (number, type) in types.enumerated() { enter(JSONWriter.escaped(type.rawValue), number) }
  }

  private mutating func enter(_ spelling: [UInt8], _ number: Int) {
    let hash = unsafe spelling.withUnsafeBufferPointer { unsafe Self.hash($0) }
    var place = Int(hash) & mask
    while slots[place].number >= 0 { place = (place + 1) & mask }
    slots[place] = Slot(
      number: number, hash: hash, start: spellings.count, count: spelling.count)
    spellings += spelling
  }

  /// The number of a record's type; nil for a type that is not in the index. O(length of the type).
  package func number(of view: RecordView) -> Int? {
    if view.typeText.isEscaped {
      let spelling = JSONWriter.escaped(view.type.rawValue)
      return unsafe spelling.withUnsafeBufferPointer { unsafe number(of: $0) }
    }
    return unsafe number(of: view.typeBytes)
  }

  @inline(__always)
  private func number(of type: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = unsafe Self.hash(type)
    var place = Int(hash) & mask
    while slots[place].number >= 0 {
      if slots[place].hash == hash, unsafe spells(slots[place], type) {
        return slots[place].number
      }
      place = (place + 1) & mask
    }
    return nil
  }

  @inline(__always)
  private func spells(_ slot: Slot, _ type: UnsafeBufferPointer<UInt8>) -> Bool {
    guard slot.count == type.count else { return false }
    return unsafe spellings.withUnsafeBufferPointer { bytes in
      unsafe memcmp(bytes.baseAddress! + slot.start, type.baseAddress!, slot.count) == 0
    }
  }

  /// The hash of the length and the last eight bytes, in which most types of a domain differ.
  @inline(__always)
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var word: UInt64 = 0
    if bytes.count >= 8 {
      let end = UnsafeRawBufferPointer(bytes)
      word = unsafe end.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    } else {
      for index in bytes.indices { word = unsafe word << 8 | UInt64(bytes[index]) }
    }
    let product = (word ^ UInt64(bytes.count)) &* 0x9e37_79b9_7f4a_7c15
    return UInt32(truncatingIfNeeded: product >> 32)
  }
}
