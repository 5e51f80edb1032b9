import EventEngine
import PlatformLibc

extension TextOutput {
  /// Waits until the stream can be written or has failed. The reader of a non-blocking stream may
  /// be slow.
  func waitForRoom() {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&wanted, 1, -1)
  }

  /// Whether the reader of this output is gone.
  package var isAbandoned: Bool {
    var asked = pollfd(fd: descriptor, events: 0, revents: 0)
    guard !isCaptured, unsafe poll(&asked, 1, 0) > 0 else { return false }
    return Int32(asked.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0
  }
}
