import Foundation

/// The running tool, which answers each line with a line.
final class RunningTool: Sendable {
  let process: Process
  private let input = Pipe()
  private let output = Pipe()

  init(_ arguments: [String], in folder: Folder) throws {
    process = Tool.process(arguments, in: folder)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Sends a line and returns the next line of its output, both without their ends; nil when the
  /// process has ended.
  func answer(to line: String) -> String? {
    do { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) } catch {
      return nil
    }
    var answer = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
      if byte == 0x0a { return String(decoding: answer, as: UTF8.self) }
      answer.append(byte)
    }
    return nil
  }

  /// Ends the input and returns the exit status.
  @discardableResult
  func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
