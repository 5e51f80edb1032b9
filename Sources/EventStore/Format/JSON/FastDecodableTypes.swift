/// A cache of the types that a decoder has encountered: which of them are ``FastDecodable``.
struct FastDecodableTypes {
  private let table = TypeTable<(any FastDecodable.Type)?>(capacity: 256)

  func deallocate() { table.deallocate() }

  /// The type as a ``FastDecodable`` type; nil if it does not conform.
  @inline(__always)
  subscript<Value>(_ type: Value.Type) -> (any FastDecodable.Type)? { table[type] ?? learn(type) }

  @inline(never)
  private func learn<Value>(_ type: Value.Type) -> (any FastDecodable.Type)? {
    let shape = type as? any FastDecodable.Type
    table.insert(shape, for: type)
    return shape
  }
}
