/// Decodes plain `Codable` payloads from JSON.
///
/// Fastest if the members of an object are in the order in which the type reads them, without white
/// space. Members in another order are searched for, with the same result. Unknown members are
/// ignored. Of duplicate keys the first counts, but a dictionary with a duplicate key is rejected.
/// The engine records no object with duplicate keys.
///
/// Integers may be spelled with a fraction or an exponent if they are exact. Numbers out of range
/// are errors. Keys are compared by Unicode scalars.
///
/// Use a decoder from one thread at a time, and reuse it for many payloads. Do not store the
/// decoders and containers that it lends to an `init(from:)`. Their `codingPath` is empty; errors
/// name the path.
public struct PayloadDecoder: ~Copyable {
  private let cursor: PayloadCursor

  /// A decoder with the caches of a released decoder, or with new ones of about 150 KiB.
  public init() { cursor = Self.spares.take() ?? PayloadCursor() }

  deinit { if !Self.spares.put(cursor) { cursor.deallocate() } }

  private static let spares = SparePool<PayloadCursor>()

  /// Decodes the value that begins at `start`, after white space. O(length), and no allocation
  /// except for the value itself.
  ///
  /// - Parameters:
  ///   - base: must be readable from `start` up to 64 bytes beyond `end`, and the byte at `end`
  ///     must be a line feed. The bytes before `end` may be anything.
  ///   - start: the beginning of the value, counted from `base`.
  ///   - end: the end of the text, counted from `base`.
  /// - Returns: the value and the offset after it, whether or not the type has read all of its
  ///   members.
  /// - Throws: an error that names the member; its offset counts from `base`.
  @inlinable
  public mutating func decode<Value: Decodable>(
    _ type: Value.Type, from base: UnsafeRawPointer, start: Int, end: Int
  ) throws(PayloadDecodingError) -> (value: Value, next: Int) {
    do {
      let value = try unsafe Value(from: begin(base, start, end))
      return (value, try finish())
    } catch {
      throw translated(error)
    }
  }

  /// Reads an object in the writer's order and spelling, whose brace is at `start`.
  ///
  /// - Returns: the value and the offset after it; nil if the spelling differs.
  @inlinable @inline(__always)
  mutating func predict<Value: FastDecodable>(
    _ type: Value.Type, from base: UnsafeRawPointer, start: Int
  ) -> (value: Value, next: Int)? {
    let bytes = unsafe base.assumingMemoryBound(to: UInt8.self)
    var members = unsafe ObjectReader(at: bytes + start, texts)
    do throws(KeyOrderMismatch) {
      let value = try Value(predicted: &members)
      return unsafe (value, try members.end() - bytes)
    } catch { return nil }
  }

  @usableFromInline var texts: TextCache { cursor.texts }

  /// Switches to other bytes. Not generic, so that the code exists only once.
  @usableFromInline
  mutating func begin(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> any Decoder {
    precondition(start >= 0 && start <= end, "the text ends before it begins")
    let bytes = unsafe base.assumingMemoryBound(to: UInt8.self)
    unsafe cursor.reset(base: bytes, start: bytes + start, end: bytes + end)
    return unsafe PayloadReader(cursor: cursor, place: cursor.frame.value)
  }

  /// The offset after the value.
  @usableFromInline
  mutating func finish() throws -> Int { try unsafe cursor.offset(of: cursor.close()) }

  @usableFromInline
  mutating func translated(_ error: any Error) -> PayloadDecodingError {
    unsafe cursor.translated(error, at: cursor.frame.value)
  }

  /// Decodes a text that is exactly one value, after copying it. O(length).
  ///
  /// - Throws: an error that names the member; its offset counts from the first byte.
  public mutating func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(PayloadDecodingError) -> Value {
    try decode(
      type, followed: bytes + repeatElement(UInt8(ascii: "\n"), count: Self.following),
      in: bytes.indices)
  }

  /// Decodes the part of a text that is exactly one value. The part is copied unless a line feed
  /// and 64 bytes follow it. O(length of the part).
  ///
  /// - Throws: an error that names the member. Its offset counts from the part if that was copied,
  ///   else from the text.
  package mutating func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], in part: Range<Int>
  ) throws(PayloadDecodingError) -> Value {
    guard part.upperBound + Self.following <= bytes.count,
      bytes[part.upperBound] == UInt8(ascii: "\n")
    else { return try decode(type, from: Array(bytes[part])) }
    return try decode(type, followed: bytes, in: part)
  }

  /// The number of bytes that must be readable after a value.
  private static var following: Int { 65 }

  private mutating func decode<Value: Decodable>(
    _ type: Value.Type, followed bytes: [UInt8], in part: Range<Int>
  ) throws(PayloadDecodingError) -> Value {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(PayloadDecodingError) in
      let base = unsafe UnsafeRawPointer(buffer.baseAddress.unsafelyUnwrapped)
      let (value, next) = try unsafe decode(
        type, from: base, start: part.lowerBound, end: part.upperBound)
      let rest = unsafe JSONBytes(UnsafeRawBufferPointer(start: base, count: part.upperBound))
      guard rest.whitespaceEnd(from: next) == part.upperBound else {
        throw PayloadDecodingError(.malformed, at: next)
      }
      return value
    }
  }
}

/// The cursor has a single owner, so it can move to another thread.
extension PayloadDecoder: @unchecked Sendable {}
