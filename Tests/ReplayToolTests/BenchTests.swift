import Foundation
import Testing

@Suite struct BenchTests {
  @Test func `the figures are measured and nothing is left behind`() throws {
    let folder = try Folder()
    let process = Tool.process(["bench", "--events", "3000", "--json"], in: folder)
    process.environment?["TMPDIR"] = folder.url.path
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let figures = try json(String(decoding: data, as: UTF8.self))
    for name in ["decode", "replay", "appendBatched", "verify", "issue", "import"] {
      #expect(figures["\(name)PerSecond"] as? Int ?? 0 > 0)
    }
    #expect(figures["appendRatio"] as? Double ?? 0 > 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }
}
