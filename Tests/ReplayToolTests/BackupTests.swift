import EventEngine
import Foundation
import Testing

/// Complete copies of journals.
@Suite struct BackupTests {
  private func receipt(_ journal: String, in folder: Folder) throws -> [String] {
    let verified = try Tool.run("verify", "--json", "--journal", journal, in: folder)
    #expect(verified.status == 0, "\(verified.output)")
    let report = try json(verified.output)
    return ["journal", "size", "root", "time"].map { "\(report[$0] ?? "missing")" }
  }

  private func names(_ folder: Folder, _ path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path(path)).sorted()
  }

  @Test(.english) func `a backup is the journal, byte for byte, and can be restored`() throws {
    let folder = try Folder()
    try folder.importReceipt(segmentSize: 20_000)
    let copied = try Tool.run("backup", "copy", "--json", in: folder)
    #expect(copied.status == 0, "\(copied.diagnostics)")
    let report = try json(copied.output)
    #expect(report["size"] as? Int == 300)
    #expect(report["key"] as? Bool == false)
    for name in try folder.segments() {
      #expect(
        try folder.bytes(of: "copy/segments/\(name)")
          == folder.bytes(of: "journal/segments/\(name)"))
    }
    #expect(try folder.bytes(of: "copy/journal.json") == folder.bytes(of: "journal/journal.json"))
    #expect(
      try names(folder, "copy")
        == ["journal.json", "journal.synced", "segments"]
        + folder.segments().map { "segments/\($0)" })
    // Its result is a receipt.
    let receipt = try folder.write(copied.output, to: "receipt.json")
    #expect(try Tool.run("verify", "--against", receipt, in: folder).status == 0)

    let restored = try Tool.run(
      "restore", "copy", "--journal", folder.path("other"), in: folder)
    #expect(restored.status == 0, "\(restored.diagnostics)")
    #expect(restored.output.contains("restored 300 events to"))
    #expect(restored.diagnostics.contains("the backup has no key"))
    #expect(
      try self.receipt(folder.path("other"), in: folder)
        == self.receipt(folder.journal, in: folder))
  }

  @Test(.english) func `a key that is there and cannot be used is not left out`() throws {
    let folder = try Folder.sample("courier")
    let key = folder.path("journal/journal.key")
    #expect(unsafe chmod(key, 0o640) == 0)
    let cause = "the journal's key \(key) may be read by others (mode 0640): chmod 600 \(key)"
    let refused = try Tool.run("backup", "copy", "--with-keys", "--json", in: folder)
    #expect(refused.status == 74)
    #expect(
      refused.output == """
        {"ok":false,"error":{"code":"keyUnavailable","message":"\(cause)"}}

        """)
    #expect(
      refused.diagnostics == """
        replay-tool: \(cause)
        hint: nothing was copied; correct this file, or move \(key) away: the copy then has no key

        """)
    #expect(!FileManager.default.fileExists(atPath: folder.path("copy")))
    #expect(try Tool.run("backup", "copy", in: folder).status == 0)

    // The events of a damaged journal are saved without the key, too.
    let saved = try Tool.run("recover", "--to", folder.path("saved"), in: folder)
    #expect(saved.status == 0)
    #expect(
      saved.diagnostics == """
        replay-tool: \(cause). Put the key at \(folder.path("saved/journal.key")); until then, \
        commands that need it are refused

        """)
  }

  @Test(.english) func `keys are copied only on request`() throws {
    let folder = try Folder.sample("courier")
    let session = """
      {"command":"mods.rotateSecret","actor":"admin","data":{"secret":"a very secret word"}}

      """
    try Tool.run("session", in: folder, input: session)
    // The tag of an event that no domain knows names no secret.
    let foreign = #"{"append":[{"type":"Hidden","tags":["secret:treasure"],"data":{}}]}"#
    try Tool.run("session", in: folder, input: foreign)
    let bare = try Tool.run("backup", "bare", in: folder)
    #expect(bare.status == 0 && bare.output.contains("copied "))
    #expect(bare.diagnostics == "")
    #expect(!(try names(folder, "bare").contains { $0.contains("key") || $0.contains("secret") }))
    #expect(try Tool.run("backup", "whole", "--with-keys", in: folder).status == 0)
    #expect(
      try folder.bytes(of: "whole/journal.key") == folder.bytes(of: "journal/journal.key"))

    let lacking = try Tool.run("restore", "bare", "--journal", folder.path("a"), in: folder)
    #expect(lacking.status == 0)
    #expect(lacking.diagnostics.contains("Put the journal's key file at"))
    #expect(lacking.diagnostics.contains("the backup lacks the secret "))
    #expect(!lacking.diagnostics.contains("treasure"))
    let order = ["issue", "courier.refreshOrders", "--actor", "ivanov", "--id", "x"]
    #expect(
      try Tool.run(order + ["--journal", folder.path("a")], in: folder).status == 74)
    // Without an id it needs no key.
    #expect(
      try Tool.run(order.dropLast(2) + ["--journal", folder.path("a")], in: folder).status != 74)
    let help = try Tool.run("backup", "--help", in: folder).output
    #expect(help.contains("Commands that need the key") && !help.contains("not written to"))

    let complete = try Tool.run("restore", "whole", "--journal", folder.path("b"), in: folder)
    #expect(complete.status == 0)
    #expect(complete.output.contains("the key and the secrets"))
    #expect(complete.diagnostics == "")
    #expect(try Tool.run(order + ["--journal", folder.path("b")], in: folder).status != 74)
    // The next writer does not remove the secrets that events name.
    #expect(try names(folder, "b").contains { $0.hasPrefix("secrets/") })
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("b/journal.key"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test(.english) func `a folder that is not empty or cannot be made is refused`() throws {
    let folder = try Folder()
    try folder.importReceipt(50)
    #expect(try Tool.run("backup", "copy", in: folder).status == 0)
    let again = try Tool.run("backup", "copy", in: folder)
    #expect(again.status == 73)
    #expect(again.diagnostics.contains("copy is not empty"))
    let restored = try Tool.run("restore", "copy", in: folder)
    #expect(restored.status == 73)
    #expect(restored.diagnostics.contains("hint: restore into another folder: --journal DIR\n"))
    _ = try folder.write("", to: "file")
    #expect(try Tool.run("backup", "file", in: folder).status == 73)
    #expect(try Tool.run("backup", "file/below", in: folder).status == 73)
    #expect(
      try Tool.run("restore", folder.path("nowhere"), "--journal", "x", in: folder).status == 66)
    #expect(!FileManager.default.fileExists(atPath: folder.path("x")))
    #expect(try Tool.run("backup", "y", "--journal", "nowhere", in: folder).status == 66)
    for words in [
      ["backup"], ["backup", "a", "b"], ["restore"], ["recover"], ["recover", "a"],
      ["recover", "--to"], ["backup", "a", "--keys"],
    ] {
      #expect(try Tool.run(words, in: folder).status == 64, "\(words)")
    }
  }

  @Test(.english) func `the remains of an interrupted copy are distinguished from a folder in use`()
    throws
  {
    let folder = try Folder()
    try folder.importReceipt(50)
    try Tool.run("backup", "copy", in: folder)
    // A copy writes the manifest last, except for the mark; an interrupted one lacks both.
    try FileManager.default.removeItem(atPath: folder.path("copy/journal.json"))
    try FileManager.default.removeItem(atPath: folder.path("copy/journal.synced"))
    for words in [["backup", "copy"], ["recover", "--to", "copy"]] {
      let again = try Tool.run(words, in: folder)
      #expect(again.status == 73)
      #expect(again.diagnostics.contains("like an interrupted copy"))
      #expect(again.diagnostics.contains("remove it and copy again"))
    }
    let stats = try Tool.run("stats", "--journal", "copy", in: folder)
    #expect(stats.status == 1)
    #expect(stats.diagnostics.contains("after an interrupted copy (restore, backup, recover), "))
    _ = try folder.write("", to: "copy/segments/other")
    #expect(!(try Tool.run("backup", "copy", in: folder).diagnostics.contains("cut off")))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a folder without permission to write is refused`() throws {
    let folder = try Folder()
    try folder.importReceipt(50)
    try FileManager.default.createDirectory(
      atPath: folder.path("locked"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o500])
    #expect(try Tool.run("backup", "locked", in: folder).status == 73)
    #expect(try Tool.run("backup", "locked/copy", in: folder).status == 73)
    #expect(try Tool.run("recover", "--to", "locked/copy", in: folder).status == 73)
  }

  @Test(.english) func `a damaged journal is not copied, nor a damaged backup restored`() throws {
    let folder = try Folder()
    try folder.importReceipt(segmentSize: 20_000)
    try Tool.run("backup", "copy", in: folder)
    let name = try folder.segments()[1]
    for place in ["journal", "copy"] { try folder.flip(300, of: "\(place)/segments/\(name)") }
    let copied = try Tool.run("backup", "second", in: folder)
    #expect(copied.status == 1)
    #expect(copied.diagnostics.contains("journal/segments/\(name), position"))
    #expect(copied.diagnostics.contains("replay-tool recover"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("second")))
    let restored = try Tool.run("restore", "copy", "--journal", "other", in: folder)
    #expect(restored.status == 1)
    #expect(restored.diagnostics.contains("copy/segments/\(name), position"))
    #expect(try Tool.run("stats", "--journal", "other", in: folder).status == 66)
    // Files of a failed attempt are no obstacle.
    try folder.flip(300, of: "copy/segments/\(name)")
    #expect(try Tool.run("restore", "copy", "--journal", "other", in: folder).status == 0)
  }

  @Test func `an unfinished append is not part of a backup`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    try folder.cut(10, off: "journal/segments/00000000000000000001.jsonl")
    let copied = try Tool.run("backup", "copy", "--json", in: folder)
    #expect(try json(copied.output)["size"] as? Int == 50)
    let verified = try Tool.run("verify", "--json", "--journal", "copy", in: folder)
    #expect(verified.status == 0 && !verified.output.contains("torn"))
  }

  @Test func `backups made while another process writes are whole and extend one another`() throws {
    let folder = try Folder.atWork()
    let writer = Tool.process(["session", "--create"], in: folder)
    let input = Pipe()
    writer.standardInput = input
    writer.standardOutput = FileHandle.nullDevice
    writer.standardError = FileHandle.nullDevice
    try writer.run()
    let feeder = Thread {
      for number in 0... {
        if Thread.current.isCancelled { break }
        let line =
          #"{"command":"courier.refreshOrders","id":"b-\#(number)","actor":"ivanov"}"# + "\n"
        do { try input.fileHandleForWriting.write(contentsOf: Data(line.utf8)) } catch { break }
      }
      try? input.fileHandleForWriting.close()
    }
    feeder.start()
    var sizes: [Int] = []
    for round in 0..<3 {
      let copied = try Tool.run("backup", "copy-\(round)", "--json", in: folder)
      #expect(copied.status == 0, "\(copied.diagnostics)")
      let receipt = try folder.write(copied.output, to: "receipt-\(round).json")
      sizes.append(try #require(json(copied.output)["size"] as? Int))
      #expect(
        try Tool.run("verify", "--journal", "copy-\(round)", "--against", receipt, in: folder)
          .status == 0)
      if round > 0 {
        let earlier = folder.path("receipt-\(round - 1).json")
        #expect(
          try Tool.run("verify", "--journal", "copy-\(round)", "--against", earlier, in: folder)
            .status == 0)
      }
    }
    feeder.cancel()
    writer.waitUntilExit()
    #expect(writer.terminationStatus == 0)
    #expect(sizes == sizes.sorted() && sizes[2] > sizes[0])
    #expect(
      try Tool.run("verify", "--against", folder.path("receipt-2.json"), in: folder).status == 0)
  }
}
