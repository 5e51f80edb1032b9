/// An `Encoder` for the current value; one word, so that `any Encoder` needs no allocation.
struct PayloadWriter: Encoder {
  let output: PayloadOutput

  /// Always empty: errors collect their path on the way out instead.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.open(.object)
    return output.cache.container(for: type, as: KeyedEncodingContainer<Key>.self)
      ?? makeContainer()
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
    let patterns = MemoryLayout<Key>.size <= 1 ? KeyPatterns() : nil
    let container = KeyedEncodingContainer(KeyedWriter<Key>(output: output, patterns: patterns))
    output.cache.insert(container, for: Key.self, patterns: patterns)
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
