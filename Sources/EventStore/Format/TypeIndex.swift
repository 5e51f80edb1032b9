/// Finds what belongs to a record's type without making a `String` of it: an open-addressing table
/// over the types' bytes as records spell them.
public struct TypeIndex: Sendable {
  private struct Slot {
    var spelling: [UInt8]
    var number: Int
  }

  private var slots: [Slot?]
  private let mask: Int

  /// Numbers the types in order; no two may be equal.
  public init(_ types: [EventType]) {
    var capacity = 16
    while capacity < types.count * 4 { capacity *= 2 }
    slots = Array(repeating: nil, count: capacity)
    mask = capacity - 1
    for (number, type) in types.enumerated() {
      let spelling = JSONWriter.escaped(type.rawValue)
      var place = unsafe spelling.withUnsafeBufferPointer { unsafe Self.hash($0) } & mask
      while slots[place] != nil { place = (place + 1) & mask }
      slots[place] = Slot(spelling: spelling, number: number)
    }
  }

  /// The number of a record's type, nil for a type that isn't in the index. O(length of the type).
  public func number(of view: RecordView) -> Int? {
    if view.typeText.isEscaped {
      let spelling = JSONWriter.escaped(view.type.rawValue)
      return unsafe spelling.withUnsafeBufferPointer { unsafe number(of: $0) }
    }
    return unsafe number(of: view.typeBytes)
  }

  private func number(of type: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = unsafe Self.hash(type) & mask
    while let slot = slots[place] {
      if slot.spelling.count == type.count, unsafe slot.spelling.elementsEqual(type) {
        return slot.number
      }
      place = (place + 1) & mask
    }
    return nil
  }

  /// FNV-1a.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 0x811c_9dc5
    for index in 0..<bytes.count { hash = unsafe (hash ^ UInt32(bytes[index])) &* 0x0100_0193 }
    return Int(hash ^ hash >> 15)
  }
}
