/// Values by type: an open-addressing table of fixed size, in which the address of a type is its
/// key.
///
/// Coders cache type information here, because examining a type costs as much as coding several of
/// its values. A type that has no room in the table is examined each time.
@safe
struct TypeTable<Value> {
  private struct Slot {
    var type: ObjectIdentifier?
    var value: Value?
  }

  /// The number of slots that are searched for a type.
  private static var probes: Int { 8 }

  private let slots: UnsafeMutablePointer<Slot>
  private let mask: Int

  /// - Parameter capacity: a power of two.
  init(capacity: Int) {
    mask = capacity - 1
    unsafe slots = .allocate(capacity: capacity + Self.probes)
    unsafe slots.initialize(repeating: Slot(), count: capacity + Self.probes)
  }

  func deallocate() {
    unsafe slots.deinitialize(count: mask + 1 + Self.probes)
    unsafe slots.deallocate()
  }

  /// The value of a type; nil if there is none yet.
  @inline(__always)
  subscript(_ type: Any.Type) -> Value? {
    let id = ObjectIdentifier(type)
    let first = index(of: id)
    for place in first..<first + Self.probes {
      if unsafe slots[place].type == id { return unsafe slots[place].value }
      if unsafe slots[place].type == nil { return nil }
    }
    return nil
  }

  /// Adds the value of a type that has none.
  ///
  /// - Returns: whether there was room.
  @discardableResult @inline(never)
  func insert(_ value: Value, for type: Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    let first = index(of: id)
    for place in first..<first + Self.probes where unsafe slots[place].type == nil {
      unsafe slots[place] = Slot(type: id, value: value)
      return true
    }
    return false
  }

  @inline(__always)
  private func index(of id: ObjectIdentifier) -> Int {
    let address = UInt(bitPattern: id)
    return Int(truncatingIfNeeded: address >> 4 ^ address >> 12) & mask
  }
}
