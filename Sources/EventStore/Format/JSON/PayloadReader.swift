/// A `Decoder` for the value at one place; two words, so that `any Decoder` needs no allocation.
@safe
struct PayloadReader: Decoder {
  let cursor: PayloadCursor
  let place: UnsafePointer<UInt8>

  /// Always empty: errors collect their path as they propagate.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Whether the current frame is that of this value. False for a nested container and for the
  /// decoder of a superclass.
  @inline(__always)
  private var isCurrent: Bool { unsafe place == cursor.frame.value }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard unsafe place.pointee == UInt8(ascii: "{") else {
      throw unsafe cursor.mismatch("an object", at: place)
    }
    guard isCurrent else {
      return unsafe KeyedDecodingContainer(DetachedKeyedReader<Key>(cursor, objectAt: place))
    }
    if cursor.frame.state == .object {
      cursor.frame.hasSkipped = true  // other keys may have read these members
    } else {
      cursor.frame.open(.object)
    }
    if let container = unsafe cursor.cache.container(for: type) {
      return unsafe container.assumingMemoryBound(to: KeyedDecodingContainer<Key>.self).pointee
    }
    return makeContainer()
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>() -> KeyedDecodingContainer<Key> {
    let patterns = MemoryLayout<Key>.size <= 1 ? KeyPatterns() : nil
    let container = KeyedDecodingContainer(KeyedReader<Key>(cursor: cursor, patterns: patterns))
    cursor.cache.insert(container, for: Key.self, patterns: patterns)
    return container
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard unsafe place.pointee == UInt8(ascii: "[") else {
      throw unsafe cursor.mismatch("an array", at: place)
    }
    if isCurrent { cursor.frame.open(.array) }
    return unsafe UnkeyedReader(cursor: cursor, next: place + 1, isCurrent: isCurrent)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension PayloadReader: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    guard unsafe cursor.isNull(at: place) else { return false }
    unsafe finish(place + 4)
    return true
  }

  // One generic function implements all the requirements, each with a statically known type.
  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try unsafe cursor.read(type, at: place)
    unsafe finish(cursor.after)
    return value
  }

  @inline(__always)
  private func finish(_ next: UnsafePointer<UInt8>) {
    guard isCurrent else { return }
    cursor.frame.state = .finished
    unsafe cursor.frame.next = next
  }
}

/// The elements of one array; three words, so that `any UnkeyedDecodingContainer` needs no
/// allocation.
@safe
struct UnkeyedReader: UnkeyedDecodingContainer {
  private let cursor: PayloadCursor
  private var next: UnsafePointer<UInt8>
  private var index: UInt32 = 0
  private let isCurrent: Bool

  init(cursor: PayloadCursor, next: UnsafePointer<UInt8>, isCurrent: Bool) {
    self.cursor = cursor
    unsafe self.next = next
    self.isCurrent = isCurrent
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var currentIndex: Int { Int(index) }

  var isAtEnd: Bool {
    let byte = unsafe next.pointee
    if byte > 0x20 { return byte == UInt8(ascii: "]") }
    return unsafe cursor.skipWhitespace(next).pointee == UInt8(ascii: "]")
  }

  @inline(__always)
  private func element() throws -> UnsafePointer<UInt8> {
    guard let place = try unsafe cursor.element(after: next, isFirst: index == 0) else {
      throw unsafe cursor.error(.missing, at: next).inside(currentIndex)
    }
    return unsafe place
  }

  @inline(__always)
  private mutating func advance(to place: UnsafePointer<UInt8>) {
    unsafe next = place
    index += 1
    if isCurrent { unsafe cursor.frame.next = place }
  }

  mutating func decodeNil() throws -> Bool {
    let place = try unsafe element()
    guard unsafe cursor.isNull(at: place) else { return false }
    unsafe advance(to: place + 4)
    return true
  }

  @inline(__always)
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let place = try unsafe element()
    do {
      let value = try unsafe cursor.read(type, at: place)
      unsafe advance(to: cursor.after)
      return value
    } catch {
      throw unsafe cursor.translated(error, at: place).inside(currentIndex)
    }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try superReader().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superReader().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try superReader() }

  /// A decoder for the next element. The element counts as read from here on.
  private mutating func superReader() throws -> PayloadReader {
    let place = try unsafe element()
    unsafe advance(to: try cursor.skipValue(place))
    return unsafe PayloadReader(cursor: cursor, place: place)
  }
}
