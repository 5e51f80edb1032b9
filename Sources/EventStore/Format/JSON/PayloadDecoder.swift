/// Decodes plain `Codable` payloads from JSON at the speed of replay.
///
/// The members of an object are expected in the order in which the type reads them, without white
/// space; where they are not, they are searched for, with the same result. Unknown members are
/// ignored. Where a key occurs twice, the first one counts, and a dictionary is refused; the
/// engine refuses such records when it writes.
///
/// Integers may be spelled with a fraction or an exponent as long as they are exact. Numbers that
/// do not fit are errors. Keys are compared by Unicode scalars.
///
/// A decoder is used by one thread at a time and reused for many payloads: it learns the keys of
/// types as it meets them. Decoders and containers it lends to an `init(from:)` must not be kept
/// beyond it, and report no coding path: errors do.
public struct PayloadDecoder: ~Copyable {
  private let cursor: PayloadCursor

  /// A decoder that knows no keys yet. Allocates a few KiB for those it will learn.
  public init() { cursor = PayloadCursor() }

  deinit { cursor.deallocate() }

  /// Decodes the value that begins at `start`, after white space. O(length), and no allocation
  /// but for what the value itself needs.
  ///
  /// - Parameters:
  ///   - base: must be readable from `start` up to 64 bytes beyond `end`, and the byte at `end`
  ///     must be a line feed. What the bytes before it are is not trusted.
  ///   - start: where the value begins, counted from `base`.
  ///   - end: where the text ends, counted from `base`.
  /// - Returns: the value, and where the text goes on, whether the type has read all of its
  ///   members or not.
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

  /// Reads an object whose members stand as the writer puts them, the first byte being its brace.
  ///
  /// - Returns: the value and where the text goes on; nil when something stands otherwise.
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

  /// Turns to other bytes. Not generic, as is all of the decoder that types need not see.
  @usableFromInline
  mutating func begin(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> any Decoder {
    precondition(start >= 0 && start <= end, "the text ends before it begins")
    let bytes = unsafe base.assumingMemoryBound(to: UInt8.self)
    unsafe cursor.reset(base: bytes, start: bytes + start, end: bytes + end)
    return unsafe PayloadReader(cursor: cursor, place: cursor.frame.value)
  }

  /// Where the text goes on after the value.
  @usableFromInline
  mutating func finish() throws -> Int { try unsafe cursor.offset(of: cursor.close()) }

  @usableFromInline
  mutating func translated(_ error: any Error) -> PayloadDecodingError {
    unsafe cursor.translated(error, at: cursor.frame.value)
  }

  /// Decodes a text that is one value and nothing else, after copying it. O(length).
  ///
  /// - Throws: an error that names the member; its offset counts from the first byte.
  public mutating func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(PayloadDecodingError) -> Value {
    let end = bytes.count
    var padded = bytes
    padded.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: 65))
    return try unsafe padded.withUnsafeBufferPointer { buffer throws(PayloadDecodingError) in
      let base = unsafe UnsafeRawPointer(buffer.baseAddress.unsafelyUnwrapped)
      let (value, next) = try unsafe decode(type, from: base, start: 0, end: end)
      let rest = unsafe JSONBytes(UnsafeRawBufferPointer(start: base, count: end))
      guard rest.whitespaceEnd(from: next) == end else {
        throw PayloadDecodingError(.malformed, at: next)
      }
      return value
    }
  }
}

/// The cursor has one owner, so another thread may have it.
extension PayloadDecoder: @unchecked Sendable {}
