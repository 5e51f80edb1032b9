/// An `Encoder` for the current value; one word, so that `any Encoder` needs no allocation.
struct PayloadWriter: Encoder {
  let output: PayloadOutput

  /// Always empty: errors collect their path as they propagate.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.open(.object)
    if let container = unsafe output.cache.container(for: type) {
      return unsafe container.assumingMemoryBound(to: KeyedEncodingContainer<Key>.self).pointee
    }
    return makeContainer()
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

  // One generic function implements all the requirements, each with a statically known type.
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

  init(output: PayloadOutput) {
    self.output = output
    unsafe output.storage.pointee.written?.beginList()
  }

  /// Encodes elements without copying them.
  mutating func encode<Value: Encodable>(inPlace values: ContiguousArray<Value>) throws {
    try unsafe values.withUnsafeBufferPointer { values in
      let values = unsafe UnsafeMutableBufferPointer(mutating: values)
      for index in values.indices { try unsafe encode(inPlace: &values[index]) }
    }
  }

  /// - Parameter value: `inout` but never changed. Any other convention would copy a value whose
  ///   type is not known at compile time, and retain all its references.
  private mutating func encode<Value: Encodable>(inPlace value: inout Value) throws {
    try encode(value)
  }

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private mutating func beginElement() {
    output.beginElement()
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
      if let written = unsafe output.storage.pointee.written {
        try written.write(value, to: output) { try output.write(value) }
      } else {
        try output.write(value)
      }
      output.hashIfFull()
    } catch {
      output.rewind(to: checkpoint)
      count -= 1
      throw PayloadEncodingError.translated(error).inside("[\(count)]")
    }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    elementWriter().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    elementWriter().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { elementWriter() }

  private mutating func elementWriter() -> PayloadWriter {
    beginElement()
    return PayloadWriter(output: output.insertion())
  }
}

extension Encoder {
  /// Encodes lists as one array of all their elements. A ``PayloadEncoder`` does not copy the
  /// elements.
  package func encode<Value: Encodable>(
    joined lists: ContiguousArray<ContiguousArray<Value>>
  ) throws {
    if let writer = self as? PayloadWriter {
      writer.output.open(.array)
      var elements = UnkeyedWriter(output: writer.output)
      for list in lists { try elements.encode(inPlace: list) }
    } else {
      var elements = unkeyedContainer()
      for list in lists {
        for value in list { try elements.encode(value) }
      }
    }
  }
}
