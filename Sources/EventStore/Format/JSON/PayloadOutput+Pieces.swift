extension PayloadOutput {
  /// So many bytes are hashed at once: they are still in the processor's cache then.
  private static let drainSize = 1 << 16

  var piece: Piece { unsafe storage.pointee.piece }

  /// Writes a value in the faster way of its type.
  ///
  /// - Parameter shape: the value's type.
  func write<Value: Encodable>(_ value: Value, as shape: any FastEncodable.Type) throws {
    try unsafe withUnsafePointer(to: value) { try unsafe write(UnsafeRawPointer($0), shape) }
  }

  private func write<Shape: FastEncodable>(_ value: UnsafeRawPointer, _ type: Shape.Type) throws {
    let value = unsafe UnsafeMutableRawPointer(mutating: value).assumingMemoryBound(to: type)
    try unsafe write(shape: &value.pointee)
  }

  /// - Parameter value: `inout`, and never changed: a value of a type that is not known when
  ///   compiling would be copied in any other way, and with it the counts of all its references.
  private func write<Shape: FastEncodable>(shape value: inout Shape) throws {
    writer.separate()
    var members = ObjectWriter(self)
    members.opener = UInt8(ascii: "{")
    try value.write(to: &members)
    members.close(UInt8(ascii: "{"), UInt8(ascii: "}"))
    members.finish()
  }

  /// Writes a dictionary's members.
  ///
  /// - Parameter dictionary: the value's type.
  func write<Value>(_ value: Value, as dictionary: any TextKeyed.Type) throws {
    try unsafe withUnsafePointer(to: value) { try unsafe write(UnsafeRawPointer($0), dictionary) }
  }

  private func write<Keyed: TextKeyed>(_ value: UnsafeRawPointer, _ type: Keyed.Type) throws {
    try unsafe value.assumingMemoryBound(to: type).pointee.write(to: self)
  }

  /// Puts what lies in the piece up to `end` where it belongs.
  ///
  /// - Parameter room: how many bytes must find room in it afterwards.
  func takePiece(upTo end: UnsafeMutablePointer<UInt8>, room: Int) {
    let full = unsafe UnsafeBufferPointer(start: piece.start, count: end - piece.start)
    unsafe writer.bytes.append(contentsOf: full)
    writer.separates = true
    drainIfFull()
    if unsafe room > piece.end - piece.start {
      unsafe piece.start.deallocate()
      unsafe storage.pointee.piece = Piece(count: 2 * room)
    }
  }

  /// Hashes what has been written, if there is enough of it and it will not be moved any more.
  @inline(__always)
  func drainIfFull() {
    if writer.bytes.count >= Self.drainSize { drain() }
  }

  @inline(never)
  private func drain() {
    guard unsafe storage.pointee.hash != nil, marks.isEmpty,
      unsafe storage.pointee.insertions.isEmpty
    else { return }
    unsafe storage.pointee.hash?.update(writer.bytes)
    writer.bytes.removeAll(keepingCapacity: true)
  }

  /// SHA-256 over what is written of a value.
  func digest<Value: Encodable>(of value: Value) throws -> Digest {
    var bytes: [UInt8] = []
    begin(&bytes)
    defer { end(&bytes) }
    unsafe storage.pointee.hash = SHA256()
    defer { unsafe storage.pointee.hash = nil }
    try write(value)
    var hash = unsafe storage.pointee.hash.unsafelyUnwrapped
    hash.update(writer.bytes)
    return hash.finalize()
  }
}
