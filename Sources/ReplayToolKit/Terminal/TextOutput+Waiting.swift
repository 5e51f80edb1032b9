import EventEngine

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension TextOutput {
  /// Waits until something can be written, or never will be. Who made the stream so that it does
  /// not wait may be slow to read it.
  func waitForRoom() {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&wanted, 1, -1)
  }
}
