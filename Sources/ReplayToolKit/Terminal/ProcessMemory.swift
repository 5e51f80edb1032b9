import EventEngine

/// The memory of the process.
package enum ProcessMemory {
  /// The peak resident size in bytes; nil if the system does not report it.
  package static var peakBytes: Int? {
    do throws(SystemError) {
      var lines = try LineInput(path: "/proc/self/status", limit: 4096)
      for line in try lines.nextBatch() {
        let text = String(decoding: line.bytes, as: UTF8.self)
        guard text.hasPrefix("VmHWM:") else { continue }
        return Int(text.split { $0 == " " || $0 == "\t" }.dropFirst().first ?? "").map { $0 * 1024 }
      }
      return nil
    } catch { return nil }
  }
}
