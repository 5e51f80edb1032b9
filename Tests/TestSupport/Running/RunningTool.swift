import Foundation

/// The running tool, which answers each line with a line.
package final class RunningTool: Sendable {
  package let process: Process
  private let input = Pipe()
  private let output = Pipe()

  package init(_ process: Process) throws {
    self.process = process
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { process.signal(SIGKILL) }

  /// Sends a line, without its end, unless the process has ended.
  package func send(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The next line of the output, without its end; nil at the end of the output.
  package func line() -> String? {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
      if byte == 0x0a { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Whether there is output within some milliseconds.
  package func hasLine(within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(
      fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&descriptor, 1, milliseconds) > 0
  }

  /// Sends a line and returns the next line of the output; nil when the process has ended.
  package func answer(to line: String) -> String? {
    send(line)
    return self.line()
  }

  /// Ends the input and returns the exit status.
  @discardableResult
  package func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
