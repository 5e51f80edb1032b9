/// Replaces the standard library's defaults, which look up a member three times, for the types that
/// payloads have most. The library has a default for each of these types, so one generic function
/// cannot replace them.
extension KeyedReader {
  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try optional(key) }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
}
