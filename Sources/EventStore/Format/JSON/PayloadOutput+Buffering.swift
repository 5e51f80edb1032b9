import Dispatch

extension PayloadOutput {
  /// The number of written bytes at which a digest hashes them: few enough to stay in the
  /// processor's cache, enough to make the cost of another thread negligible.
  private static let hashSize = 1 << 17

  var memberBuffer: MemberBuffer { unsafe storage.pointee.memberBuffer }

  /// Writes a value by its type's `FastEncodable` conformance.
  ///
  /// - Parameter shape: the value's type.
  func write<Value: Encodable>(_ value: Value, as shape: any FastEncodable.Type) throws {
    try unsafe withUnsafePointer(to: value) { try unsafe write(UnsafeRawPointer($0), shape) }
  }

  private func write<Shape: FastEncodable>(_ value: UnsafeRawPointer, _ type: Shape.Type) throws {
    let value = unsafe UnsafeMutableRawPointer(mutating: value).assumingMemoryBound(to: type)
    try unsafe write(shape: &value.pointee)
  }

  /// - Parameter value: `inout` but never changed. Any other convention would copy a value whose
  ///   type is not known at compile time, and retain all its references.
  private func write<Shape: FastEncodable>(shape value: inout Shape) throws {
    writer.separate()
    var members = ObjectWriter(self)
    members.separator = UInt8(ascii: "{")
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

  /// Appends the bytes in the buffer up to `end` to the output, and empties the buffer.
  ///
  /// - Parameter room: the number of bytes for which the buffer must have room after that.
  func flushMembers(upTo end: UnsafeMutablePointer<UInt8>, room: Int) {
    let full = unsafe UnsafeBufferPointer(
      start: memberBuffer.start, count: end - memberBuffer.start)
    unsafe writer.bytes.append(contentsOf: full)
    writer.separates = true
    hashIfFull()
    if unsafe room > memberBuffer.end - memberBuffer.start {
      unsafe memberBuffer.start.deallocate()
      unsafe storage.pointee.memberBuffer = MemberBuffer(count: 2 * room)
    }
  }

  /// Hashes and removes the written bytes if a digest is computed, there are at least ``hashSize``
  /// of them, and no sorting or insertion can still move them.
  @inline(__always)
  func hashIfFull() {
    if writer.bytes.count >= Self.hashSize { hashBytes() }
  }

  @inline(never)
  private func hashBytes() {
    guard unsafe storage.pointee.hash != nil, marks.isEmpty,
      unsafe storage.pointee.insertions.isEmpty
    else { return }
    unsafe storage.pointee.hash?.update(writer.bytes)
    writer.bytes = []
    writer.bytes.reserveCapacity(Self.hashSize + 4096)
  }

  /// SHA-256 over the encoding of a value.
  func digest<Value: Encodable>(of value: Value) throws -> Digest {
    var bytes: [UInt8] = []
    begin(&bytes)
    defer { end(&bytes) }
    let hash = DigestThread()
    unsafe storage.pointee.hash = hash
    defer { unsafe storage.pointee.hash = nil }
    try write(value)
    return hash.digest(endingWith: writer.bytes)
  }
}

/// Hashes written bytes on another thread, while the rest of a value is encoded.
///
/// Only blocks of the serial queue use the hash, one after the other.
final class DigestThread: @unchecked Sendable {
  private let queue = DispatchQueue(label: "digest")
  /// Limits the memory of bytes that wait.
  private let room = DispatchSemaphore(value: 4)
  private var hash = SHA256()

  func update(_ bytes: [UInt8]) {
    room.wait()
    queue.async {
      self.hash.update(bytes)
      self.room.signal()
    }
  }

  func digest(endingWith bytes: [UInt8]) -> Digest {
    queue.sync {
      hash.update(bytes)
      return hash.finalize()
    }
  }
}
