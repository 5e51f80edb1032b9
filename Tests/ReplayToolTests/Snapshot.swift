import Foundation
import Testing

/// Whole outputs, recorded. `RECORD_SNAPSHOTS=1` rewrites those that differ and fails once, so that
/// the difference is reviewed.
enum Snapshot {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Snapshots")

  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  static func expect(
    _ output: String, equals name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    let recorded = try? String(contentsOf: file, encoding: .utf8)
    if output == recorded { return }
    if isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(output.utf8).write(to: file)
      Issue.record("\(name) was recorded anew", sourceLocation: sourceLocation)
      return
    }
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = (recorded ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let place = zip(lines, expected).enumerated().first { $1.0 != $1.1 }?.offset
    let line = place ?? min(lines.count, expected.count)
    Issue.record(
      """
      \(name), line \(line + 1), is now
      \(line < lines.count ? String(lines[line]) : "(missing)")
      and was recorded as
      \(line < expected.count ? String(expected[line]) : "(missing)")
      """, sourceLocation: sourceLocation)
  }
}
