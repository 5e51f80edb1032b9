import Foundation
import Testing

/// What is advised where a journal is damaged: what helps, and nothing that does not.
@Suite struct DamageAdviceTests {
  private static let manifestHint =
    "hint: put journal.json back from a backup; the records lie in segments/\n"

  @Test func `verify tells of the damage first`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try folder.flip(200, of: "journal/segments/00000000000000000001.jsonl")
    let process = Tool.process(["verify"], in: folder)
    let both = Pipe()
    process.standardOutput = both
    process.standardError = both
    try process.run()
    let told = String(decoding: try both.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(told.hasPrefix("damaged "))
    #expect(told.split(separator: "\n").last?.hasPrefix("hint: ") == true)
  }
}
