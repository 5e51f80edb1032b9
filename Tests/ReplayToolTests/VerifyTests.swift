import EventEngine
import Foundation
import Testing

/// Damage is detected and distinguished from a torn tail.
@Suite struct VerifyTests {
  private static let open = "journal/segments/00000000000000000001.jsonl"

  @Test func `a whole journal has a receipt`() throws {
    let folder = try Folder()
    try folder.importReceipt(segmentSize: 20_000)
    let verified = try Tool.run("verify", "--json", in: folder)
    #expect(verified.status == 0)
    #expect(verified.diagnostics == "")
    let receipt = try json(verified.output)
    #expect(
      Set(receipt.keys) == [
        "journal", "size", "root", "time", "manifest", "segments", "bytes", "ok",
      ])
    #expect(receipt["size"] as? Int == 300)
    #expect(receipt["ok"] as? Bool == true)
    #expect(receipt["segments"] as? Int == (try folder.segments().count))
    let last = try json(#require(Tool.run("export", in: folder).lines.last))
    #expect(receipt["time"] as? String == last["time"] as? String)
    #expect(try root(of: folder) == receipt["root"] as? String)
  }

  /// The definition of the root, applied to the lines of the files.
  private func root(of folder: Folder) throws -> String {
    var tree = MerkleTree()
    for line in String(decoding: try folder.records(), as: UTF8.self).split(separator: "\n") {
      var core = line.dropLast(18)
      if let found = core.range(of: #","salt":""#, options: .backwards) {
        core = core[..<found.lowerBound]
      }
      tree.append(leaf: MerkleTree.leaf(Array(core.utf8)))
    }
    return tree.root.hex
  }

  @Test func `the tree does not contain personal data`() throws {
    let folder = try Folder.sample("courier")
    let receipt = try json(Tool.run("verify", "--json", in: folder).output)
    #expect(try root(of: folder) == receipt["root"] as? String)
  }

  @Test(.english) func `a journal extends its receipts, and a falsified one does not`() throws {
    let folder = try Folder()
    let lines = try folder.importReceipt(100)
    let receipt = try folder.write(
      Tool.run("verify", "--json", in: folder).output, to: "receipt.json")
    try Tool.run("import", in: folder, input: Folder.receipt(200).joined(separator: "\n"))
    let extended = try Tool.run("verify", "--against", receipt, in: folder)
    #expect(extended.status == 0, "\(extended.output)")
    #expect(extended.output.contains("the journal extends the receipt of 100 events"))

    let shorter = try Folder()
    let records = try Tool.run("export", "--records", "--position", "50", in: folder).output
    try Tool.run("import", "--records", in: shorter, input: records)
    let cut = try Tool.run("verify", "--against", receipt, in: shorter)
    #expect(cut.status == 1)
    #expect(cut.output.contains("the receipt covers 100 events; only the first 50 are here"))

    let other = try Folder()
    try Tool.run("import", in: other, input: lines.joined(separator: "\n"))
    let foreign = try Tool.run("verify", "--against", receipt, in: other)
    #expect(foreign.status == 1)
    #expect(foreign.output.contains("the receipt is for another journal"))
    var wrong = try json(String(contentsOfFile: receipt, encoding: .utf8))
    wrong["root"] = String(repeating: "0", count: 64)
    let falsified = try folder.write(try canonical(wrong), to: "wrong.json")
    let result = try Tool.run("verify", "--against", falsified, "--json", in: folder)
    #expect(result.status == 1)
    #expect(try json(result.output)["ok"] as? Bool == false)
    #expect(try Tool.run("verify", "--against", folder.path("none"), in: folder).status == 66)
    let nonsense = try folder.write("{}", to: "nonsense.json")
    #expect(try Tool.run("verify", "--against", nonsense, in: folder).status == 65)
  }

  @Test(.english) func `a flipped bit in a closed segment is found with its position`() throws {
    let folder = try Folder()
    try folder.importReceipt(segmentSize: 20_000)
    let name = "journal/segments/\(try folder.segments()[1])"
    let first = try #require(Int(try folder.segments()[1].dropLast(6)))
    let line = try folder.bytes(of: name).firstIndex(of: 0x0a)
    let offset = try #require(line) + 1
    try folder.flip(offset + 130, of: name)
    let verified = try Tool.run("verify", in: folder)
    #expect(verified.status == 1)
    let path = folder.path(name)
    #expect(
      verified.output.contains(
        "damaged \(path), position \(first + 1), byte \(offset): checksum mismatch"),
      "\(verified.output)")
    // No record of the append with the damaged record counts as intact.
    #expect(verified.output.contains("damaged in 1 place; intact up to position \(first - 1) "))
    #expect(verified.diagnostics.contains("events up to position \(first - 1) can be read"))
    let saved = try Tool.run(
      "export", "--records", "--position", "\(first - 1)", in: folder)
    #expect(saved.status == 0)
    let other = try Folder()
    #expect(try Tool.run("import", "--records", in: other, input: saved.output).status == 0)
    #expect(try Tool.run("export", in: folder).status == 1)
  }

  @Test(.english, arguments: [0, 500])
  func `acknowledged events that are missing at the end are reported`(_ length: Int) throws {
    let folder = try Folder()
    for user in ["a", "b", "c"] {
      try Tool.run("issue", "nft.registerUser", "name=x", "--actor", user, in: folder)
    }
    let segment = "journal/segments/\(try folder.segments()[0])"
    let bytes = try folder.bytes(of: segment)
    try folder.replace(segment, with: Data(bytes.prefix(length)))
    // Another reader does not hide it.
    #expect(try Tool.run("stats", in: folder).status == 0)
    let verified = try Tool.run("verify", "--json", in: folder)
    #expect(verified.status == 0)
    let warnings = try json(verified.output)["warnings"] as? [String]
    #expect(warnings?.count == 1)
    #expect(warnings?.first?.contains("acknowledged events are lost") == true)
    #expect(verified.diagnostics.contains("bytes are missing at the end of"))
    #expect(!verified.diagnostics.contains("never acknowledged"))
    // A copy warns as well, and is made.
    for words in [["recover", "--to", "saved"], ["backup", "copy", "--json"]] {
      let copied = try Tool.run(words, in: folder)
      #expect(copied.status == 0 && copied.diagnostics == verified.warning, "\(words)")
    }
    // The next append ends the evidence.
    let next = try Tool.run("issue", "nft.registerUser", "name=x", "--actor", "d", in: folder)
    #expect(next.diagnostics.contains("acknowledged events are missing"))
    #expect(try json(Tool.run("verify", "--json", in: folder).output)["warnings"] == nil)
  }

  @Test func `further damage is counted`() throws {
    let folder = try Folder()
    try folder.importReceipt(segmentSize: 20_000)
    let names = try folder.segments()
    try folder.flip(200, of: "journal/segments/\(names[1])")
    try folder.flip(200, of: "journal/segments/\(names[2])")
    try FileManager.default.removeItem(atPath: folder.path("journal/segments/\(names[3])"))
    try folder.replace("journal/segments/notes.txt", with: Data())
    let verified = try Tool.run("verify", "--json", in: folder)
    #expect(verified.status == 1)
    let report = try json(verified.output)
    #expect(report["ok"] as? Bool == false)
    #expect(report["damageCount"] as? Int == 4)
    let reasons = (report["damage"] as? [[String: Any]])?.compactMap { $0["reason"] as? String }
    #expect(
      reasons?.map { String($0.prefix(17)) } == [
        "checksum mismatch", "checksum mismatch", "this segment is m", "not a segment, an",
      ])
  }

  @Test func `a flipped bit of the open segment is damage`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try folder.flip(61, of: Self.open)
    #expect(try Tool.run("verify", "--json", in: folder).status == 1)
  }

  @Test(arguments: [
    ("x", "строка слишком короткая"),
    (String(repeating: "x", count: 300), "в конце нет контрольной"),
    (String(repeating: "x", count: 300) + #","crc":"01234567"}"#, nil),
  ])
  func `damage is named in one language`(_ line: String, _ reason: String?) throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    var lines = String(decoding: try folder.bytes(of: Self.open), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    lines[1] = line
    try folder.replace(Self.open, with: Data((lines.joined(separator: "\n") + "\n").utf8))
    let verified = try Tool.run("verify", in: folder)
    let printed = try #require(verified.lines.first).dropFirst("повреждено ".count)
    #expect(printed.contains(reason.map { "это не запись (\($0)" } ?? "контрольная сумма"))
    #expect(!printed.dropFirst(folder.path(Self.open).count).contains(/[A-Za-z]/), "\(printed)")
  }

  @Test func `damage of the manifest is named in one language`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try folder.cut(30, off: "journal/journal.json")
    let verified = try Tool.run("verify", in: folder)
    #expect(verified.output.contains("манифест повреждён ("))
    #expect(!verified.output.contains("end"), "\(verified.output)")
  }

  @Test(.english) func `a damaged manifest is reported`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try folder.cut(30, off: "journal/journal.json")
    let verified = try Tool.run("verify", in: folder)
    #expect(verified.status == 1)
    #expect(verified.output.contains("journal.json: the manifest is damaged"))
    #expect(verified.diagnostics.contains("restore journal.json from a backup"))
    #expect(try json(Tool.run("verify", "--json", in: folder).output)["ok"] as? Bool == false)
    #expect(try Tool.run("stats", in: folder).status == 1)
  }

  @Test(.english) func `events without a manifest are damage, not an empty folder`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try FileManager.default.removeItem(atPath: folder.path("journal/journal.json"))
    let verified = try Tool.run("verify", in: folder)
    #expect(verified.status == 1)
    #expect(verified.output.contains("the manifest is missing, but there are events"))
    #expect(verified.diagnostics.contains("restore journal.json from a backup"))
    try FileManager.default.removeItem(atPath: folder.path("journal/segments"))
    #expect(try Tool.run("verify", in: folder).status == 66)
  }

  @Test(.english) func `a torn tail is not damage, and the next writer truncates it`() throws {
    let folder = try Folder()
    let lines = try folder.importReceipt(100)
    let whole = try folder.bytes(of: Self.open)
    for count in [1, 17, 900] {
      try folder.replace(Self.open, with: whole)
      try folder.cut(count, off: Self.open)
      // It would prove that the cut bytes were stored.
      try folder.replace("journal/journal.synced", with: Data())
      let verified = try Tool.run("verify", "--json", in: folder)
      #expect(verified.status == 0, "\(count): \(verified.output)")
      #expect(verified.diagnostics.contains("unfinished append, never acknowledged"))
      let report = try json(verified.output)
      #expect(report["size"] as? Int == 50)
      #expect(report["torn"] is [String: Any])
      #expect(try json(Tool.run("stats", "--json", in: folder).output)["events"] as? Int == 50)
    }
    let repaired = try Tool.run("import", in: folder, input: lines.joined(separator: "\n"))
    #expect(repaired.status == 0)
    #expect(repaired.diagnostics.contains("truncated "), "\(repaired.diagnostics)")
    #expect(try json(Tool.run("verify", "--json", in: folder).output)["size"] as? Int == 100)
  }

  @Test(.english) func `a missing or a wrong key is a warning`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    try FileManager.default.removeItem(atPath: folder.path("journal/journal.key"))
    let missing = try Tool.run("verify", in: folder)
    #expect(missing.status == 0)
    #expect(missing.diagnostics.contains("journal.key is missing"))
    let other = try Folder()
    try other.importReceipt(3)
    try folder.replace("journal/journal.key", with: other.bytes(of: "journal/journal.key"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path("journal/journal.key"))
    #expect(
      try Tool.run("verify", in: folder).diagnostics.contains("belongs to another journal"))
  }

  @Test func `an empty journal has a receipt too`() throws {
    let folder = try Folder()
    try Tool.run("session", "--create", in: folder)
    let receipt = try json(Tool.run("verify", "--json", in: folder).output)
    #expect(receipt["size"] as? Int == 0)
    #expect(receipt["root"] as? String == MerkleTree().root.hex)
    #expect(try Tool.run("verify", in: Folder()).status == 66)
  }
}

extension Tool.Outcome {
  /// The lines of the diagnostics that are warnings.
  fileprivate var warning: String {
    diagnostics.split(separator: "\n").filter { $0.contains("warning: ") }.map { $0 + "\n" }
      .joined()
  }
}
