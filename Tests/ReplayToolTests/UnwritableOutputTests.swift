import Foundation
import Testing

/// Standard output cannot be written. The failure then names the recorded events, so that the user
/// does not repeat the command.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: "/dev/full"), "a full device exists on Linux only"))
struct UnwritableOutputTests {
  /// Returns the lines on standard error while writing to standard output fails.
  private func run(_ words: [String], in folder: Folder) throws -> String {
    let process = Tool.process(words, in: folder)
    let diagnostics = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = diagnostics
    try process.run()
    let said = String(
      decoding: diagnostics.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 74, "\(said)")
    return said
  }

  private func head(of folder: Folder) throws -> Int {
    try #require(try json(try Tool.run("verify", "--json", in: folder).output)["size"] as? Int)
  }

  private static let english =
    "replay-tool: cannot write to standard output: no space left on device"

  @Test(.english) func `the failure names the events of a command`() throws {
    let folder = try Folder.atWork()
    for form in [[], ["--json"]] {
      let words = ["issue", "courier.refreshOrders", "--actor", "ivanov"] + form
      let said = try run(words, in: folder)
      let head = try head(of: folder)
      #expect(said == "\(Self.english); recorded nevertheless: event \(head)\n")
    }
    let command = #"{"command":"courier.refreshOrders","actor":"ivanov"}"#
    let file = try folder.write([command, command].joined(separator: "\n"), to: "commands.jsonl")
    let said = try run(["issue", "--file", file], in: folder)
    let head = try head(of: folder)
    #expect(said == "\(Self.english); recorded nevertheless: events \(head - 1) to \(head)\n")
  }

  @Test(.english) func `the failure of a command that records nothing names no event`() throws {
    let folder = try Folder.atWork()
    #expect(try run(["issue", "courier.signIn"], in: folder) == "\(Self.english)\n")
  }

  @Test func `the failure names an erasure and imported events`() throws {
    let folder = try Folder()
    let events = (1...3).map { number in
      #"{"type":"Noted","time":"2026-05-08T12:00:0\#(number)Z","tags":[],"data":{}}"#
    }
    let file = try folder.write(events.joined(separator: "\n"), to: "events.jsonl")
    let imported = try run(["import", "--file", file, "--format", "jsonl"], in: folder)
    #expect(imported.hasSuffix("; но в журнал записано: событий 3\n"), "\(imported)")
    let place = [
      "issue", "courier.placeOrder", "--actor", "eva", "--at", "2026-05-08T13:00:00Z", "order=o-1",
      "address=Лесная, 5",
      "deliveryDate=2026-05-08", "metro=Сокол", "firstName=Ева", "lastName=Ким",
      "phone=+79990000000", "--json",
    ]
    #expect(try Tool.run(place, in: folder).status == 0)
    let erased = try run(["erase", "user:eva", "--yes", "--json"], in: folder)
    let head = try head(of: folder)
    #expect(erased.hasSuffix("; но в журнал записано: событие \(head)\n"), "\(erased)")
  }
}
