/// The types that can be read without containers, among those that a decoder has encountered.
struct FastShapes {
  private let table = TypeTable<(any FastDecodable.Type)?>(capacity: 256)

  func deallocate() { table.deallocate() }

  /// The same type as one that can be read without containers; nil if it cannot.
  @inline(__always)
  subscript<Value>(_ type: Value.Type) -> (any FastDecodable.Type)? { table[type] ?? learn(type) }

  @inline(never)
  private func learn<Value>(_ type: Value.Type) -> (any FastDecodable.Type)? {
    let shape = type as? any FastDecodable.Type
    table.insert(shape, for: type)
    return shape
  }
}
