/// The memory into which lines are read. Records of its lines may be kept as long as it is.
///
/// Only the thread that reads writes to it, and only as long as nothing else refers to it.
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
