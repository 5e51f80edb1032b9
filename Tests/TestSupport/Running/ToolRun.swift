import Foundation

/// A built tool while it runs, with files for its input and output.
package final class ToolRun {
  /// The results of a run.
  package struct Outcome {
    package let output: String
    package let diagnostics: String
    package let status: Int32

    package init(output: String, diagnostics: String, status: Int32) {
      self.output = output
      self.diagnostics = diagnostics
      self.status = status
    }

    package var lines: [Substring] { output.split(separator: "\n") }
  }

  private let process: Process
  private let files: [URL]
  /// Signalled at the end of the process, which `waitUntilExit` notices tens of milliseconds later.
  private let ended = DispatchSemaphore(value: 0)

  package init(_ process: Process, input: Data = Data(), in folder: TemporaryFolder) throws {
    self.process = process
    let name = UUID().uuidString
    files = ["in", "out", "err"].map { URL(filePath: folder.path(".\(name).\($0)")) }
    try input.write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }
    let handles = [
      try FileHandle(forReadingFrom: files[0]), try FileHandle(forWritingTo: files[1]),
      try FileHandle(forWritingTo: files[2]),
    ]
    process.standardInput = handles[0]
    process.standardOutput = handles[1]
    process.standardError = handles[2]
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
    // Foundation keeps the handles of an ended process open, and a process starts slower the more
    // files are open.
    for handle in handles { try handle.close() }
  }

  deinit {
    signal(SIGKILL)
    for file in files { try? FileManager.default.removeItem(at: file) }
  }

  package var isRunning: Bool { process.isRunning }

  package func signal(_ number: Int32) { process.signal(number) }

  /// Waits for its end, and returns its output and status.
  package func outcome() throws -> Outcome {
    awaitEnd()
    return Outcome(
      output: try text(of: files[1]), diagnostics: try text(of: files[2]),
      status: process.terminationStatus)
  }

  /// Kills it once it has printed this many lines, and returns the lines.
  package func lines(awaiting count: Int) throws -> [Substring] {
    let deadline = ContinuousClock.now + .seconds(60)
    var lines: [Substring] = []
    while lines.count < count, ContinuousClock.now < deadline {
      usleep(20_000)
      lines = try text(of: files[1]).split(separator: "\n")
    }
    // The tool inherits the signal mask of the test's thread, which blocks SIGTERM.
    signal(SIGKILL)
    awaitEnd()
    return lines
  }

  private func awaitEnd() {
    ended.wait()
    ended.signal()
  }

  private func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}

extension Process {
  /// An executable beside the test bundle.
  package static func executable(_ name: String) -> URL {
    let bundles = [Bundle.main.executableURL, Bundle.main.bundleURL]
    for bundle in bundles.compactMap({ $0 }) {
      let candidate = bundle.deletingLastPathComponent().appending(path: name)
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    fatalError("\(name) is not beside the tests")
  }

  /// Sends a signal, unless the process has ended.
  package func signal(_ number: Int32) {
    if isRunning { kill(processIdentifier, number) }
  }
}
