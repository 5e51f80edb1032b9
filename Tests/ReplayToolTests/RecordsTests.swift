import Foundation
import Testing

@testable import EventStore

/// Whole journals move byte for byte.
@Suite struct RecordsTests {
  @Test func `a journal's records make the same journal elsewhere`() throws {
    let folder = try Folder.sample("courier")
    let records = try Tool.run("export", "--records", in: folder).output
    let other = try Folder()
    let imported = try Tool.run("import", "--records", in: other, input: records)
    #expect(imported.status == 0, "\(imported.diagnostics)")
    #expect(try other.records() == folder.records())
    #expect(try Tool.run("export", "--records", in: other).output == records)
    let receipts = try [folder, other].map { try json(Tool.run("verify", "--json", in: $0).output) }
    for key in ["journal", "size", "root", "time"] {
      #expect(try canonical(receipts[0][key] as Any) == canonical(receipts[1][key] as Any))
    }
    // Reading needs no key, and the key is not among the records.
    #expect(
      try Tool.run("show", "courier.orders", "--json", "now=2026-05-18T10:00:00Z", in: other).output
        == Tool.run("show", "courier.orders", "--json", "now=2026-05-18T10:00:00Z", in: folder)
        .output)
    let key = try String(decoding: folder.bytes(of: "journal/journal.key"), as: UTF8.self)
    #expect(!records.contains(key.dropLast()))
    let order = ["issue", "courier.cancelOrder", "order=9401", "--actor", "eva", "--json"]
    #expect(try Tool.run(order + ["--id", "x"], in: other).status == 74)
    try FileManager.default.copyItem(
      atPath: folder.path("journal/journal.key"), toPath: other.path("journal/journal.key"))
    #expect(try Tool.run(order + ["--id", "x"], in: other).status == 1)
  }

  @Test func `a journal of many segments is moved, too`() throws {
    let folder = try Folder()
    try folder.importReceipt(segmentSize: 20_000)
    #expect(try folder.segments().count > 3)
    let records = try Tool.run("export", "--records", in: folder).output
    let other = try Folder()
    #expect(try Tool.run("import", "--records", in: other, input: records).status == 0)
    #expect(try other.segments().count > 3)
    #expect(try Tool.run("export", "--records", in: other).output == records)
    #expect(try Tool.run("verify", in: other).status == 0)
  }

  @Test(.english) func `incomplete or wrong records create no journal`() throws {
    let folder = try Folder()
    try folder.importReceipt(100, segmentSize: 20_000)
    let records = try Tool.run("export", "--records", in: folder).output
    let lines = records.split(separator: "\n", omittingEmptySubsequences: true)
    func refuse(_ input: String, _ reason: String) throws {
      let other = try Folder()
      let imported = try Tool.run("import", "--records", in: other, input: input)
      #expect(imported.status == 65)
      #expect(imported.diagnostics.contains(reason), "\(imported.diagnostics)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: other.url.path) == [])
      #expect(try Tool.run("import", "--records", in: other, input: records).status == 0)
    }
    try refuse("", "standard input: the input is empty; nothing was recorded")
    try refuse(
      lines.dropFirst().joined(separator: "\n") + "\n", "line 1: not the first line of an export")
    try refuse(
      records.replacing("case-891", with: "case-892", maxReplacements: 1),
      "line 2: checksum mismatch")
    try refuse(
      (lines[...10] + lines[12...]).joined(separator: "\n") + "\n",
      "line 12: the record says position 12")
    try refuse(
      lines.dropLast().joined(separator: "\n") + "\n", "the input ends after 99 of 100 records")
    try refuse(String(records.dropLast(9)), "the input ends after 99 of 100 records")
    try refuse(records + lines[1] + "\n", "line 102: the record says position 1")
    for format in [1, 3] {
      let header = lines[0].replacing("\"recordsFormat\":2", with: "\"recordsFormat\":\(format)")
      var bytes = Array(header[..<(try #require(header.range(of: ",\"crc\"")).lowerBound)].utf8)
      bytes.appendChecksum()
      let other = [String(decoding: bytes, as: UTF8.self)] + lines.dropFirst().map(String.init)
      try refuse(
        other.joined(separator: "\n") + "\n",
        "line 1: format \(format); this version reads format 2")
    }
  }

  @Test func `a failed import removes the folders that it created, and only those`() throws {
    let folder = try Folder()
    let files = FileManager.default
    try files.createDirectory(
      atPath: folder.path("there"), withIntermediateDirectories: false)
    for path in ["there/new/journal", "there/new", "there"] {
      let imported = try Tool.run(
        "import", "--records", "--journal", path, in: folder,
        input: #"{"records":1}"# + "\n")
      #expect(imported.status == 65, "\(imported.diagnostics)")
    }
    #expect(try files.subpathsOfDirectory(atPath: folder.url.path) == ["there"])
  }

  @Test(
    .english,
    arguments: ["--time-zone=Asia/Tokyo", "--password-iterations=1", "--segment-size=2000"])
  func `settings of a new journal do not apply to records`(option: String) throws {
    let folder = try Folder()
    let imported = try Tool.run("import", "--records", option, in: folder)
    #expect(imported.status == 64)
    let name = option.prefix { $0 != "=" }
    #expect(imported.diagnostics.contains("\(name) cannot be combined with --records"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test(.english) func `a journal with events accepts no records of another`() throws {
    let folder = try Folder()
    try folder.importReceipt(50)
    let records = try Tool.run("export", "--records", in: folder).output
    let again = try Tool.run("import", "--records", in: folder, input: records)
    #expect(again.status == 73)
    #expect(again.diagnostics.contains("has 50 events already"))
    let empty = try Folder()
    try Tool.run("session", "--create", in: empty)
    #expect(try json(Tool.run("stats", "--json", in: empty).output)["events"] as? Int == 0)
    #expect(try Tool.run("import", "--records", in: empty, input: records).status == 0)
    #expect(try Tool.run("export", "--records", in: empty).output == records)
  }

  @Test func `a part of a journal ends with a whole append`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    let records = try Tool.run("export", "--records", "--position", "75", in: folder).output
    #expect(records.split(separator: "\n").count == 51)
    let other = try Folder()
    #expect(try Tool.run("import", "--records", in: other, input: records).status == 0)
  }
}
