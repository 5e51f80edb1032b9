/// The members of the current object.
///
/// The requested key is first compared with the bytes at the cursor, three words at once. If they
/// differ, ``PayloadCursor/search(for:tag:)`` searches the object.
@safe
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let cursor: PayloadCursor
  let patterns: KeyPatterns?

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { cursor.allKeys().compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { unsafe find(key).place != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    unsafe cursor.isNull(at: try require(key).place)
  }

  // One generic function implements all the requirements, each with a statically known type.
  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let (place, tag) = try unsafe require(key)
    do {
      let value = try unsafe cursor.read(type, at: place)
      unsafe advance(to: cursor.after, tag)
      return value
    } catch {
      throw unsafe located(error, at: place, key)
    }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(key)
  }

  /// Reads an optional member; nil if it is absent or null.
  @inline(__always)
  func optional<Value: Decodable>(_ key: Key) throws -> Value? {
    let (found, tag) = unsafe find(key)
    guard let place = unsafe found else { return nil }
    if unsafe cursor.isNull(at: place) {
      unsafe advance(to: place + 4, tag)
      return nil
    }
    do {
      let value = try unsafe cursor.read(Value.self, at: place)
      unsafe advance(to: cursor.after, tag)
      return value
    } catch {
      throw unsafe located(error, at: place, key)
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superReader(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superReader(key).unkeyedContainer()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try superReader(key) }

  func superDecoder() throws -> any Decoder {
    guard let place = unsafe cursor.search(for: "super", tag: nil) else {
      throw unsafe missing(at: cursor.frame.value).inside("super")
    }
    return unsafe PayloadReader(cursor: cursor, place: place)
  }
}

// MARK: - Member look-up

extension KeyedReader {
  private typealias Place = UnsafePointer<UInt8>

  @inline(__always)
  private func find(_ key: Key) -> (place: Place?, tag: Int?) {
    guard let patterns, let tag = KeyPatterns.tag(of: key) else {
      return unsafe (cursor.search(for: key.stringValue, tag: nil), nil)
    }
    let pattern = patterns[tag]
    var place = unsafe cursor.frame.next
    let isFirst = unsafe place == cursor.frame.value + 1
    let hasComma = unsafe place.pointee == UInt8(ascii: ",")
    if hasComma { unsafe place += 1 }
    if unsafe isFirst != hasComma && !cursor.frame.hasSkipped && pattern.matches(place) {
      unsafe place += pattern.length
      if unsafe place.pointee > 0x20 { return unsafe (place, tag) }
    }
    return unsafe (search(for: key, tag, patterns), tag)
  }

  @inline(never)
  private func search(for key: Key, _ tag: Int, _ patterns: KeyPatterns) -> Place? {
    let name = key.stringValue
    if !patterns[tag].isKnown { patterns[tag] = KeyPattern(name) }
    return unsafe cursor.search(for: name, tag: tag)
  }

  @inline(__always)
  private func require(_ key: Key) throws -> (place: Place, tag: Int?) {
    let (found, tag) = unsafe find(key)
    guard let place = unsafe found else {
      throw unsafe missing(at: cursor.frame.value).inside(key.stringValue)
    }
    return unsafe (place, tag)
  }

  @inline(__always)
  private func advance(to place: Place, _ tag: Int?) {
    unsafe cursor.frame.next = place
    if let tag { cursor.frame.tagsRead |= 1 << UInt64(truncatingIfNeeded: tag) }
  }

  @inline(never)
  private func missing(at place: Place) -> PayloadDecodingError {
    unsafe cursor.fault ?? cursor.error(.missing, at: place)
  }

  @inline(never)
  private func located(_ error: any Error, at place: Place, _ key: Key) -> PayloadDecodingError {
    unsafe cursor.translated(error, at: place).inside(key.stringValue)
  }

  /// A decoder for the value of a key. The member counts as read from here on.
  private func superReader(_ key: Key) throws -> PayloadReader {
    let (place, tag) = try unsafe require(key)
    unsafe advance(to: try cursor.skipValue(place), tag)
    return unsafe PayloadReader(cursor: cursor, place: place)
  }
}

/// The members of an object that is not the current value: a nested container, or the part of a
/// superclass. The reader has a frame of its own, which is the current one while it reads.
struct DetachedKeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private final class Detached {
    var frame: PayloadFrame
    init(_ frame: PayloadFrame) { self.frame = frame }
  }

  private let detached: Detached
  private let reader: KeyedReader<Key>

  init(_ cursor: PayloadCursor, objectAt place: UnsafePointer<UInt8>) {
    var frame = unsafe PayloadFrame(place)
    frame.open(.object)
    detached = Detached(frame)
    reader = KeyedReader(cursor: cursor, patterns: nil)
  }

  private func inside<Result>(_ read: (KeyedReader<Key>) throws -> Result) rethrows -> Result {
    let outer = reader.cursor.frame
    reader.cursor.frame = detached.frame
    defer {
      detached.frame = reader.cursor.frame
      reader.cursor.frame = outer
    }
    return try read(reader)
  }

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { inside { $0.allKeys } }
  func contains(_ key: Key) -> Bool { inside { $0.contains(key) } }
  func decodeNil(forKey key: Key) throws -> Bool { try inside { try $0.decodeNil(forKey: key) } }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try inside { try $0.decode(type, forKey: key) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try inside { try $0.decodeIfPresent(type, forKey: key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try inside { try $0.nestedContainer(keyedBy: type, forKey: key) }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inside { try $0.nestedUnkeyedContainer(forKey: key) }
  }

  func superDecoder() throws -> any Decoder { try inside { try $0.superDecoder() } }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try inside { try $0.superDecoder(forKey: key) }
  }
}
