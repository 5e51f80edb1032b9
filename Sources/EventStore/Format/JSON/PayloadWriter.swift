/// An `Encoder` for the current value; one word, so that `any Encoder` needs no allocation.
struct PayloadWriter: Encoder {
  let output: PayloadOutput

  /// Always empty: errors collect their path on the way out instead.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.open(.object)
    if let cache = output.cache,
      let container = cache.container(for: type, as: KeyedEncodingContainer<Key>.self)
    {
      return container
    }
    return makeContainer()
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
    guard output.cache != nil else {
      return KeyedEncodingContainer(KeyedWriter<Key>(output: output, patterns: nil))
    }
    let patterns = MemoryLayout<Key>.size <= 1 ? KeyPatterns() : nil
    let container = KeyedEncodingContainer(KeyedWriter<Key>(output: output, patterns: patterns))
    output.cache?.insert(container, for: Key.self, patterns: patterns)
    return container
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    output.open(.array)
    return UnkeyedWriter(output: output)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension PayloadWriter: SingleValueEncodingContainer {
  func encodeNil() {
    output.open(.scalar)
    output.writer.null()
  }

  // One generic function serves all the requirements, each with its type known.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    let checkpoint = output.checkpoint
    do {
      try output.write(value)
      output.open(.scalar)
    } catch {
      output.rewind(to: checkpoint)
      throw error
    }
  }
}

/// The elements of one array.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  private let output: PayloadOutput
  private(set) var count = 0

  init(output: PayloadOutput) { self.output = output }

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private mutating func beginElement() {
    output.beginPart("")
    count += 1
  }

  mutating func encodeNil() {
    beginElement()
    output.writer.null()
  }

  @inline(__always)
  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let checkpoint = output.checkpoint
    do {
      beginElement()
      try output.write(value)
    } catch {
      output.rewind(to: checkpoint)
      count -= 1
      throw PayloadEncodingError.translated(error).inside("[\(count)]")
    }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    superWriter().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    superWriter().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { superWriter() }

  private mutating func superWriter() -> PayloadWriter {
    beginElement()
    return PayloadWriter(output: output.insertion())
  }
}

/// The members of the current object.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: PayloadOutput
  let patterns: KeyPatterns?

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private func writeKey(_ key: Key) {
    output.beginPart(key.stringValue)
    if let patterns, let tag = KeyPatterns.tag(of: key), patterns[tag].length > 0 {
      patterns[tag].append(to: &output.writer.bytes)
    } else {
      writeNewKey(key)
    }
  }

  @inline(never)
  private func writeNewKey(_ key: Key) {
    let name = key.stringValue
    if let patterns, let tag = KeyPatterns.tag(of: key), !patterns[tag].isKnown {
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

  @inline(__always)
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value {
      try encode(value, forKey: key)
    } else if output.options.nilHandling == .null {
      encodeNil(forKey: key)
    }
  }

  private func write<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try encodeIfPresent(value, forKey: key)
  }

  // The standard library leaves these out when they are nil, whatever the generic one does.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try write(value, forKey: key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try write(value, forKey: key) }

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
    output.beginPart("super")
    output.writer.literalKey("super")
    return PayloadWriter(output: output.insertion())
  }

  private func superWriter(_ key: Key) -> PayloadWriter {
    writeKey(key)
    return PayloadWriter(output: output.insertion())
  }
}
