/// The memory into which lines are read. A record stays valid as long as the buffer of its line is
/// retained.
///
/// Only the reading thread writes to the buffer, and only while nothing else refers to it.
@usableFromInline
@safe
final class LineBuffer: @unchecked Sendable {
  let bytes: UnsafeMutablePointer<UInt8>
  /// The number of bytes, without the padding.
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    unsafe bytes = .allocate(capacity: capacity + LineReader.padding)
  }

  deinit { unsafe bytes.deallocate() }
}
