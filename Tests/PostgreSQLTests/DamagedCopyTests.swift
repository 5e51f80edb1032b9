#if PostgreSQL
  import Foundation
  import PostgreSQLJournal
  import TestSupport
  import Testing

  @testable import EventStore

  /// Damage of a local copy affects no result: a reader that finds it rebuilds the copy, also
  /// during a read.
  @Suite struct DamagedCopyTests {
    /// The copy has a changed text with a valid checksum.
    @Test func `a backup contains the server's records, not those of a forged copy`() throws {
      let machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      let records = try machine.run("export", "--records").output
      let copies = machine.folder.path("cache/replay-tool")
      let names = try FileManager.default.subpathsOfDirectory(atPath: copies)
      let segment = try #require(names.first { $0.hasSuffix(".jsonl") })
      let path = "\(copies)/\(segment)"
      let id = try #require(records.firstMatch(of: /"journal":"([^"]+)"/)?.1)
      let journal = try #require(UUID(uuidString: String(id)))
      let prefix = unsafe withUnsafeBytes(of: journal.uuid) { unsafe Array($0) }
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let forged = lines.map { line in
        let body = line.dropLast(#","crc":"00000000"}"#.count)
          .replacing("Ёжикова", with: "Мышкина")
        let checksum = CRC32C.checksum(Array(body.utf8), continuing: CRC32C.checksum(prefix))
        return body + #","crc":"\#(String(format: "%08x", checksum))"}"# + "\n"
      }
      #expect(forged.count { $0.contains("Мышкина") } > 0)
      #expect(zip(lines, forged).contains { $0 + "\n" == $1 })
      try forged.joined().write(toFile: path, atomically: false, encoding: .utf8)
      let backup = machine.folder.path("backup")
      let outcome = try machine.run("backup", backup)
      #expect(outcome.status == 0, "\(outcome.diagnostics)")
      #expect(try machine.run("export", "--records", "--journal", backup).output == records)
    }

    @Test func `a failed backup of a damaged server leaves the copy unchanged`() throws {
      let machine = try Machine()
      let append = RunningTool.append("0190a6b2-0000-7000-8000-000000000001")
      #expect(try machine.run("session", "--create", input: append + "\n").status == 0)
      #expect(try machine.run("stats").status == 0)
      let copies = machine.folder.path("cache/replay-tool")
      let names = try FileManager.default.subpathsOfDirectory(atPath: copies)
      let segment = "\(copies)/\(try #require(names.first { $0.hasSuffix(".jsonl") }))"
      let copied = try String(contentsOfFile: segment, encoding: .utf8)
      #expect(copied.contains(#""position":1,"#))
      let other = Machine(machine.database, folder: try TemporaryFolder())
      let second = RunningTool.append("0190a6b2-0000-7000-8000-000000000002")
      #expect(try other.run("session", input: second + "\n").status == 0)
      try machine.database.sql(
        "update replay.record set core = overlay(core placing '\\x58' from 21) where position = 2")
      #expect(try machine.run("backup", machine.folder.path("backup")).status != 0)
      #expect(try String(contentsOfFile: segment, encoding: .utf8) == copied)
    }

    @Test(arguments: [
      ["tail", "--json"], ["tail", "--json", "--reverse"], ["replay"], ["export"],
    ])
    func `damage of a copy changes no answer`(_ question: [String]) throws {
      let machine = try Machine()
      let one = machine.folder.path("one")
      let session = try machine.session("--create", "--segment-size", "1024", "--cache", one)
      for number in 10..<50 {
        let id = "0190a6b2-0000-7000-8000-0000000000\(number)"
        #expect(contains(session.append(id), "positions"))
      }
      session.end()
      func answer() throws -> String {
        let outcome = try machine.process(question + ["--cache", one]).outcome()
        #expect(outcome.status == 0)
        return outcome.text.replacing(/in [0-9.]+ s \([0-9,]+ events/, with: "events")
      }
      let expected = try answer()
      let segments = try FileManager.default.subpathsOfDirectory(atPath: one)
        .filter { $0.hasSuffix(".jsonl") }.sorted()
      try #require(segments.count > 3)
      let kept = machine.folder.path("kept")
      try FileManager.default.moveItem(atPath: one, toPath: kept)
      for segment in segments {
        for damage in ["changed", "cut", "removed"] {
          try FileManager.default.copyItem(atPath: kept, toPath: one)
          let name = "one/\(segment)"
          var bytes = try machine.folder.bytes(name)
          try machine.folder.remove(name)
          if damage == "changed" { bytes[bytes.count / 2] ^= 1 }
          if damage == "cut" { bytes.removeLast(bytes.count / 2) }
          if damage != "removed" { try machine.folder.write(bytes, to: name) }
          #expect(try answer() == expected, "\(segment) \(damage)")
          try FileManager.default.removeItem(atPath: one)
        }
      }
    }

    /// The places of the events come from the index, which does not know that a segment is gone.
    @Test func `an open reader renews a copy that has lost a segment`() throws {
      let machine = try Machine()
      let key = machine.folder.path("main.key")
      let story = try machine.tellCourierStory("--segment-size", "1024", "--key-file", key)
      #expect(story.status == 1)
      let cache = machine.folder.path("cache/replay-tool")
      let directory = try JournalDirectory.postgreSQL(machine.url, keyFile: key, cache: cache)
      var reader = try JournalReader.open(directory)
      let segments = try FileManager.default.subpathsOfDirectory(atPath: cache)
        .filter { $0.hasSuffix(".jsonl") }.sorted()
      try #require(segments.count > 3)
      reader.completeIndex(sizes: IndexBuilding.Sizes(step: 64, run: 4096))
      let indexed = reader.indexedHead.rawValue
      try #require(indexed > 20)
      try FileManager.default.removeItem(atPath: "\(cache)/\(segments[1])")
      let positions = try (1...indexed).map { number in
        try reader.event(at: Position(number))?.position.rawValue
      }
      #expect(positions == Array(1...indexed))
    }

    /// A role that appends may insert rows into `replay.journal`.
    @Test(arguments: ["", "cafe"])
    func `a row of a journal names no folder of the user`(_ instance: String) throws {
      var machine = try Machine()
      try machine.create()
      try machine.database.sql(
        """
        insert into replay.journal (id, name, instance, manifest, durability)
        select 4711, 'evil', '\\x\(instance)', manifest, durability from replay.journal
        """)
      machine.journal = "evil"
      let folder = machine.folder.path("d/\(instance)")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try machine.folder.write([1], to: "d/\(instance)/notes.txt")
      let refused = try machine.run("stats", "--cache", machine.folder.path("d"))
      #expect(refused.status == 1)
      #expect(refused.diagnostics.contains("its row cannot be read"), "\(refused.diagnostics)")
      #expect(try machine.folder.names(in: "d/\(instance)") == ["notes.txt"])
      let listed = try machine.run("journals")
      #expect(listed.status == 1 && listed.diagnostics.contains("its row cannot be read"))
    }

    @Test func `a damaged copy with a file of the user in it is left alone`() throws {
      let machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      let expected = try machine.run("stats", "--json").output
      let copies = "cache/replay-tool"
      let copy = "\(copies)/\(try #require(try machine.folder.names(in: copies).first))"
      let segment = "\(copy)/segments/00000000000000000001.jsonl"
      var bytes = try machine.folder.bytes(segment)
      bytes[bytes.count / 2] ^= 1
      for (change, notes) in [(bytes, "\(copy)/notes.txt"), ([], "\(copy)/segments/notes.txt")] {
        try machine.folder.write(change, to: segment)
        try machine.folder.write([1], to: notes)
        #expect(try machine.run("stats", "--json").output == expected)
        #expect(try machine.run("tail").status == 0)
        #expect(try machine.folder.bytes(notes) == [1])
        #expect(try machine.folder.bytes(segment) == change)
        try machine.folder.remove(notes)
      }
    }
  }
#endif
