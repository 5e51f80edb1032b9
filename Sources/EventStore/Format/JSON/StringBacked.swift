/// A type that is a text and nothing else: its only stored property is its raw value, and it is
/// coded as that text.
///
/// A ``PayloadDecoder`` then makes it from the bytes, without going through containers: records
/// are full of these. Whether a type keeps its word is checked when it is first met.
public protocol StringBacked: RawRepresentable<String>, Decodable {}

/// Remembers which types are bare texts, in a table that is found by their addresses.
@safe
struct BareTextTable {
  private struct Slot {
    var type: ObjectIdentifier?
    var isBareText = false
  }

  private static let capacity = 256

  private let slots: UnsafeMutablePointer<Slot>

  init() {
    unsafe slots = .allocate(capacity: Self.capacity)
    unsafe slots.initialize(repeating: Slot(), count: Self.capacity)
  }

  func deallocate() { unsafe slots.deallocate() }

  @inline(__always)
  func contains<Value>(_ type: Value.Type) -> Bool {
    guard MemoryLayout<Value>.size == MemoryLayout<String>.size else { return false }
    let id = ObjectIdentifier(type)
    let address = UInt(bitPattern: id)
    let place = Int(truncatingIfNeeded: address >> 4 ^ address >> 12) & (Self.capacity - 1)
    if unsafe slots[place].type == id { return unsafe slots[place].isBareText }
    let isBareText = Self.examine(type)
    unsafe slots[place] = Slot(type: id, isBareText: isBareText)
    return isBareText
  }

  @inline(never)
  static func examine<Value>(_ type: Value.Type) -> Bool {
    guard MemoryLayout<Value>.size == MemoryLayout<String>.size,
      let bare = type as? any StringBacked.Type
    else { return false }
    return keepsItsWord(bare)
  }

  /// Whether a value has the same bytes as its text.
  private static func keepsItsWord<Value: StringBacked>(_ type: Value.Type) -> Bool {
    let text = "bare text"
    guard let value = type.init(rawValue: text) else { return false }
    return unsafe withUnsafeBytes(of: value) { value in
      unsafe withUnsafeBytes(of: text) { unsafe value.elementsEqual($0) }
    }
  }
}
