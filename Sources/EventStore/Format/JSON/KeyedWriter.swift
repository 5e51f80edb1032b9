/// Writes the members of a JSON object, which is the last one that the output has begun.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: PayloadOutput
  /// The patterns of the keys; nil if a key has more than one byte, as the keys of a dictionary
  /// have. Only members with such keys are sorted.
  let patterns: KeyPatterns?

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private func writeKey(_ key: Key) {
    guard let patterns else { return output.beginMember(sortedBy: key.stringValue) }
    output.beginMember()
    if let tag = KeyPatterns.tag(of: key), patterns[tag].length > 0 {
      patterns[tag].append(to: &output.writer.bytes)
    } else {
      writeNewKey(key, patterns)
    }
  }

  @inline(never)
  private func writeNewKey(_ key: Key, _ patterns: KeyPatterns) {
    let name = key.stringValue
    if let tag = KeyPatterns.tag(of: key), !patterns[tag].isKnown {
      patterns[tag] = KeyPattern(name)
    }
    output.writer.key(name)
  }

  func encodeNil(forKey key: Key) {
    writeKey(key)
    output.writer.null()
  }

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let checkpoint = output.checkpoint
    do {
      writeKey(key)
      try output.write(value)
    } catch {
      output.rewind(to: checkpoint)
      throw PayloadEncodingError.translated(error).inside(key.stringValue)
    }
  }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try writeIfPresent(value, key)
  }

  /// Writes a member that may be nil, as the options require.
  @inline(__always)
  func writeIfPresent<Value: Encodable>(_ value: Value?, _ key: Key) throws {
    if let value {
      try encode(value, forKey: key)
    } else if output.options.writesNil {
      encodeNil(forKey: key)
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    superWriter(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superWriter(key).unkeyedContainer()
  }

  func superEncoder(forKey key: Key) -> any Encoder { superWriter(key) }

  func superEncoder() -> any Encoder {
    output.beginMember()
    output.writer.literalKey("super")
    return PayloadWriter(output: output.insertion())
  }

  private func superWriter(_ key: Key) -> PayloadWriter {
    writeKey(key)
    return PayloadWriter(output: output.insertion())
  }
}
