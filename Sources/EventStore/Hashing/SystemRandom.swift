import PlatformLibc
import Synchronization

/// Unpredictable random bytes, for keys, salts and identifiers.
///
/// They come from the operating system (`getentropy`, on Darwin `arc4random_buf`). Requests below 1
/// KiB are served from a buffer of 4 KiB, because each call of the system takes time. Copies share
/// the buffer, so no byte is ever returned twice, and returned bytes are wiped from it. Threads
/// may share a source. Processes that `fork` without `exec` must not, since both would return the
/// same bytes.
package struct SystemRandom: RandomSource {
  private let buffer = SharedRandomBuffer()

  /// A source that has not requested any bytes yet.
  package init() {}

  /// Fills all of `bytes`; about 60 ns for 16, of which the operating system takes 40.
  ///
  /// Stops the program if the operating system refuses: without random bytes it is not safe to
  /// continue.
  package func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    if bytes.count >= RandomBuffer.byteCount / 4 {
      unsafe fillFromSystem(bytes)
    } else {
      buffer.contents.withLock { unsafe $0.take(bytes) }
    }
  }
}

private final class SharedRandomBuffer: Sendable {
  let contents = Mutex(RandomBuffer())
}

/// Unused bytes from the operating system.
private struct RandomBuffer {
  static let byteCount = 4096

  /// Empty before the first request.
  private var bytes: [UInt8] = []
  /// The index of the first unused byte.
  private var start = byteCount

  mutating func take(_ target: UnsafeMutableRawBufferPointer) {
    if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: Self.byteCount) }
    unsafe bytes.withUnsafeMutableBytes { bytes in
      if bytes.count - start < target.count {
        unsafe fillFromSystem(bytes)
        start = 0
      }
      let taken = unsafe UnsafeMutableRawBufferPointer(
        rebasing: bytes[start..<start + target.count])
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(taken))
      unsafe taken.initializeMemory(as: UInt8.self, repeating: 0)
      start += target.count
    }
  }
}

private func fillFromSystem(_ bytes: UnsafeMutableRawBufferPointer) {
  guard let start = bytes.baseAddress else { return }
  #if canImport(Darwin)
    unsafe arc4random_buf(start, bytes.count)
  #else
    let limit = 256  // of one call, getentropy(3)
    for offset in stride(from: 0, to: bytes.count, by: limit) {
      let failed = unsafe getentropy(start + offset, min(limit, bytes.count - offset))
      guard failed == 0 else { fatalError("getentropy failed: errno \(errno)") }
    }
  #endif
}
