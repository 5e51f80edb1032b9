/// Replaces the standard library's defaults, which always omit nil. The library has a default for
/// each of these types, so one generic function cannot replace them.
extension KeyedWriter {
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try writeIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try writeIfPresent(value, key) }
}
