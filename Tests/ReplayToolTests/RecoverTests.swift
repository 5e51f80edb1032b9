import Foundation
import Testing

/// The intact part of a damaged journal is saved.
@Suite struct RecoverTests {
  private func recover(_ folder: Folder, to name: String) throws -> (Int32, [String: Any]) {
    let outcome = try Tool.run("recover", "--to", name, "--json", in: folder)
    return (outcome.status, try json(outcome.output))
  }

  private func lost(_ report: [String: Any]) -> [String] {
    ((report["lost"] as? [[String: Any]]) ?? []).map { part in
      "\(part["from"] ?? "")-\(part["to"] ?? "") \(part["readable"] as? Bool == true)"
    }
  }

  @Test func `events before the damage are saved unchanged, and the others are listed`() throws {
    let folder = try Folder()
    let lines = try folder.importReceipt(segmentSize: 20_000)
    let names = try folder.segments()
    let first = try #require(Int(names[2].dropLast(6)))
    let damaged = "journal/segments/\(names[2])"
    // The second record of an append of fifty.
    let feed = try #require(try folder.bytes(of: damaged).firstIndex(of: 0x0a))
    try folder.flip(feed + 200, of: damaged)
    let before = try folder.records()
    let (status, report) = try recover(folder, to: "saved")
    #expect(status == 1)
    #expect(report["size"] as? Int == first - 1)
    #expect(report["key"] as? Bool == true)
    #expect(report["damageCount"] as? Int == 1)
    #expect(
      lost(report) == ["\(first)-\(first + 1) false", "\(first + 2)-300 true"])
    #expect(try folder.records() == before, "The damaged journal is unchanged.")
    let saved = try Tool.run("export", "--records", "--journal", "saved", in: folder)
    let same = String(decoding: before, as: UTF8.self).split(separator: "\n").prefix(first - 1)
    #expect(Array(saved.lines.dropFirst()) == Array(same))
    let verified = try Tool.run("verify", "--journal", "saved", in: folder)
    #expect(verified.status == 0 && verified.diagnostics == "", "\(verified.output)")
    // The missing events can be appended again.
    let input = lines.joined(separator: "\n")
    let imported = try Tool.run("import", "--journal", "saved", in: folder, input: input)
    #expect(imported.status == 0, "\(imported.diagnostics)")
    let again = try json(
      Tool.run("verify", "--json", "--journal", "saved", in: folder).output)
    #expect(again["ok"] as? Bool == true && again["size"] as? Int == 300)
  }

  @Test(.english) func `a truncation mark that is not readable hides no event`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try folder.replace("journal/journal.suspect", with: Data("x\n".utf8))
    let verified = try Tool.run("verify", in: folder)
    #expect(verified.status == 1)
    #expect(
      verified.diagnostics == """
        hint: restore a backup, or save the events up to position 3: replay-tool recover --to DIR

        """)
    let (status, report) = try recover(folder, to: "saved")
    #expect(status == 0 && report["size"] as? Int == 3 && lost(report) == [])
    #expect(try Tool.run("verify", "--journal", "saved", in: folder).status == 0)
  }

  @Test(.english) func `recover lists erased sections whose erasure is lost`() throws {
    let folder = try Folder()
    let order = [
      "address=A", "deliveryDate=2026-05-10", "metro=M", "firstName=F", "lastName=L",
      "phone=+1234567890", "--actor", "eva", "--at", "2026-05-08T12:00:00Z",
      "--password-iterations", "1",
    ]
    for number in 1...4 {
      _ = try Tool.run(["issue", "courier.placeOrder", "order=o\(number)"] + order, in: folder)
    }
    let erased = try Tool.run("erase", "order:o1", "--yes", in: folder)
    #expect(erased.status == 0, "\(erased.diagnostics)")
    let segment = "journal/segments/" + (try folder.segments()[0])
    let text = String(decoding: try folder.bytes(of: segment), as: UTF8.self)
    try Data(text.replacing(#""order":"o3""#, with: #""order":"oX""#).utf8)
      .write(to: URL(filePath: folder.path(segment)))
    let (status, report) = try recover(folder, to: "saved")
    #expect(status == 1 && report["size"] as? Int == 2)
    #expect(report["unrecordedErasures"] as? [[String: Int]] == [["from": 1, "to": 1]])
    #expect(lost(report) == ["3-3 false", "4-5 true"])
    let verified = try Tool.run("verify", "--journal", "saved", in: folder)
    #expect(verified.status == 0)
    #expect(
      verified.output.contains(
        """
        erased   the personal data of 1 record; for 1 the erasure's own event was lost before \
        the journal was recovered
        """))
    let printed = try Tool.run("recover", "--to", "again", in: folder)
    #expect(
      printed.output.contains(
        """
        erased the personal data of 1 event: the erasure's own event is lost, so \
        again/journal.json lists the positions
        """))
    let shown = try Tool.run("show", "courier.orders", "--journal", "saved", in: folder)
    #expect(shown.status == 0 && shown.output.contains("o2"))
  }

  @Test func `events before every kind of damage are saved`() throws {
    let folder = try Folder()
    try folder.importReceipt(segmentSize: 20_000)
    let names = try folder.segments()
    let firsts = names.compactMap { Int($0.dropLast(6)) }
    let files = FileManager.default
    try files.copyItem(atPath: folder.journal, toPath: folder.path("whole"))
    func segment(_ index: Int) -> String { "journal/segments/\(names[index])" }
    let damages: [(String, Int, () throws -> Void)] = [
      ("missing", firsts[1] - 1, { try files.removeItem(atPath: folder.path(segment(1))) }),
      ("first", 0, { try files.removeItem(atPath: folder.path(segment(0))) }),
      ("cut", firsts[1] - 1, { try folder.cut(7, off: segment(1)) }),
      ("empty", firsts[2] - 1, { try folder.replace(segment(2), with: Data()) }),
      (
        "open", firsts[firsts.count - 1] - 1,
        { try files.removeItem(atPath: folder.path(segment(names.count - 1))) }
      ),
      ("stranger", 300, { try folder.replace("journal/segments/notes.txt", with: Data()) }),
      (
        "swapped", 0,
        {
          let other = try folder.bytes(of: segment(1))
          try folder.replace(segment(0), with: other)
        }
      ),
      (
        "longer", 300,
        {
          try folder.replace(segment(0), with: try folder.bytes(of: segment(0)) + Data("x\n".utf8))
        }
      ),
    ]
    for (name, intact, damage) in damages {
      try files.removeItem(atPath: folder.journal)
      try files.copyItem(atPath: folder.path("whole"), toPath: folder.journal)
      try damage()
      let (status, report) = try recover(folder, to: name)
      #expect(status == (intact == 300 ? 0 : 1), "\(name)")
      #expect(report["size"] as? Int == intact, "\(name): \(report)")
      let verified = try Tool.run("verify", "--journal", name, in: folder)
      #expect(verified.status == 0, "\(name): \(verified.output)")
      let event = #"{"type":"saved","time":"2999-01-01T00:00:00Z","tags":[],"data":{}}"#
      let imported = try Tool.run(
        "import", "--allow-future", "--journal", name, in: folder, input: event)
      #expect(imported.status == 0, "\(name): \(imported.diagnostics)")
      #expect(try Tool.run("verify", "--journal", name, in: folder).status == 0, "\(name)")
    }
  }

  @Test(.english) func `a file that is no segment loses no event`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try folder.replace("journal/segments/junk", with: Data())
    let damage =
      "\(folder.path("journal/segments/junk")): not a segment, and nothing else belongs here; "
      + "move it away"
    let saved = try Tool.run("recover", "--to", "saved", in: folder)
    #expect(saved.status == 0 && !saved.output.contains("damaged"))
    #expect(saved.diagnostics == "replay-tool: warning: \(damage)\n")
    let (status, report) = try recover(folder, to: "again")
    #expect(status == 0 && report["ok"] as? Bool == true && report["error"] == nil)
    #expect(report["damage"] as? [String] == [damage])
    #expect(report["warnings"] as? [String] == ["warning: \(damage)"])
    #expect(try Tool.run("verify", in: folder).status == 1)
    for number in 1...101 { _ = try folder.write("", to: "journal/segments/other\(number)") }
    #expect(try recover(folder, to: "third").0 == 0)
  }

  @Test func `a journal without damage is saved whole`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    try folder.cut(10, off: "journal/segments/00000000000000000001.jsonl")
    let (status, report) = try recover(folder, to: "saved")
    #expect(status == 0)
    #expect(report["size"] as? Int == 50)
    #expect(lost(report) == [])
  }

  @Test func `a manifest from an old backup brings back the whole journal`() throws {
    let folder = try Folder()
    try folder.importReceipt(3, segmentSize: 20_000)
    let old = try folder.bytes(of: "journal/journal.json")
    try folder.importReceipt(segmentSize: 20_000)
    let erased = try Tool.run("erase", "case:case-416", "--yes", in: folder)
    #expect(erased.status == 0, "\(erased.diagnostics)")
    #expect(try folder.segments().count > 3)
    let verified = try Tool.run("verify", "--json", in: folder).output
    let records = try Tool.run("export", "--records", in: folder).output
    try folder.replace("journal/journal.json", with: old)
    #expect(try Tool.run("verify", "--json", in: folder).output == verified)
    let (status, report) = try recover(folder, to: "saved")
    #expect(status == 0 && lost(report) == [])
    let saved = try Tool.run("export", "--records", "--journal", "saved", in: folder).output
    #expect(saved == records)
  }

  @Test(.english) func `without a manifest nothing can be saved`() throws {
    let folder = try Folder()
    try folder.importReceipt(50)
    try folder.cut(3, off: "journal/journal.json")
    let damaged = try Tool.run("recover", "--to", "saved", in: folder)
    #expect(damaged.status == 1)
    #expect(damaged.diagnostics.contains("restore journal.json from a backup"))
    try FileManager.default.removeItem(atPath: folder.path("journal/journal.json"))
    #expect(try Tool.run("recover", "--to", "saved", in: folder).status == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path("saved")))
  }
}
