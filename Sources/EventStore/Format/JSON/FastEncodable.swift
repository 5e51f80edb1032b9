/// A type that can be encoded without `Codable` containers: a faster way to write the same bytes as
/// `encode(to:)`. The counterpart of ``FastDecodable``.
///
/// Worth a few lines for the types that dominate the states of read models. Both ways must write
/// the same bytes. The order of the members is that of their declaration; the encoder's options
/// determine whether nil members are written.
public protocol FastEncodable: JSONWritable where WritingError == PayloadEncodingError {
  /// Writes all members, in the order of their declaration.
  ///
  /// - Throws: for a value that JSON cannot express.
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError)
}

/// Writes the members of an object one after the other. All costs are O(length of the value).
///
/// The members are assembled in a small buffer that stays in the processor's cache. Only full
/// buffers are appended to the encoder's bytes.
@safe
public struct ObjectWriter {
  /// The place of the next byte.
  @usableFromInline var place: UnsafeMutablePointer<UInt8>
  /// The end of the buffer.
  @usableFromInline var end: UnsafeMutablePointer<UInt8>
  /// The byte that comes before the next member or element: a brace or a bracket, later a comma.
  @usableFromInline var separator = UInt8(ascii: "{")
  /// Whether a nil member is written.
  @usableFromInline let writesNil: Bool
  @usableFromInline let output: PayloadOutput

  init(_ output: PayloadOutput) {
    self.output = output
    writesNil = output.options.writesNil
    unsafe place = output.memberBuffer.start
    unsafe end = output.memberBuffer.end
  }

  /// Makes room for `count` bytes.
  @inlinable @inline(__always)
  mutating func reserve(_ count: Int) {
    if unsafe end - place < count { makeRoom(count) }
  }

  @usableFromInline @inline(never)
  mutating func makeRoom(_ count: Int) {
    unsafe output.flushMembers(upTo: place, room: count)
    unsafe place = output.memberBuffer.start
    unsafe end = output.memberBuffer.end
  }

  /// Appends the bytes in the buffer to the encoder's bytes.
  func finish() { unsafe output.flushMembers(upTo: place, room: 0) }

  @inlinable @inline(__always)
  mutating func put(_ byte: UInt8) {
    unsafe place.pointee = byte
    unsafe place += 1
  }

  /// Writes the byte before a member, and its key.
  @inlinable @inline(__always)
  mutating func key(_ name: StaticString) {
    let count = name.utf8CodeUnitCount
    reserve(count + 4)
    put(separator)
    put(UInt8(ascii: "\""))
    unsafe place.initialize(from: name.utf8Start, count: count)
    unsafe place += count
    put(UInt8(ascii: "\""))
    put(UInt8(ascii: ":"))
    separator = UInt8(ascii: ",")
  }

  /// Writes the content between a pair of brackets.
  @inlinable @inline(__always)
  mutating func enclose(
    _ first: UInt8, _ last: UInt8,
    _ write: (inout ObjectWriter) throws(PayloadEncodingError) -> Void
  ) throws(PayloadEncodingError) {
    separator = first
    try write(&self)
    close(first, last)
  }

  /// Writes the closing bracket, and the opening one if there was nothing between them.
  @inlinable @inline(__always)
  mutating func close(_ first: UInt8, _ last: UInt8) {
    reserve(2)
    if separator == first { put(first) }
    put(last)
    separator = UInt8(ascii: ",")
  }

  /// Writes the byte before an element of a list.
  @inlinable @inline(__always)
  mutating func beginElement() {
    reserve(1)
    put(separator)
    separator = UInt8(ascii: ",")
  }

  /// Writes a text in quotation marks.
  @inlinable
  mutating func string(_ text: String) {
    let isWritten = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
      reserve(utf8.count + 18)
      put(UInt8(ascii: "\""))
      if let start = utf8.baseAddress {
        unsafe place.initialize(from: start, count: utf8.count)
      }
      let end = unsafe place + utf8.count
      unsafe end.pointee = UInt8(ascii: "\"")
      // The scan ends at the closing quotation mark at the latest, but reads up to fifteen bytes
      // after it.
      guard unsafe JSONScan.stringEnd(place) == UnsafePointer(end) else {
        unsafe place -= 1
        return false
      }
      unsafe place = end + 1
      return true
    }
    if isWritten != true { appendEscaped(text) }
  }

  @usableFromInline @inline(never)
  mutating func appendEscaped(_ text: String) {
    makeRoom(0)
    output.writer.separates = false
    output.writer.string(text)
  }

  @inlinable
  mutating func integer(_ value: Int) {
    reserve(20)
    if value < 0 { put(UInt8(ascii: "-")) }
    let digits = DecimalDigits(UInt64(value.magnitude))
    unsafe digits.write(to: place)
    unsafe place += digits.count
  }

  /// Writes a value of any type, as the encoder does.
  ///
  /// - Parameter key: the key that was written before it, for errors.
  @usableFromInline @inline(never)
  mutating func general<Value: Encodable>(
    _ value: Value, of key: StaticString
  ) throws(PayloadEncodingError) {
    makeRoom(0)
    output.writer.separates = false
    do { try output.write(value) } catch {
      throw .translated(error).inside("\(key)")
    }
    // Writing the value may have replaced the buffer by a larger one.
    unsafe place = output.memberBuffer.start
    unsafe end = output.memberBuffer.end
  }
}
