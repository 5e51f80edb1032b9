#if PostgreSQL
  import EventEngine
  import Foundation
  import TestSupport
  import Testing

  /// A journal keeps its records, its root and its answers wherever it is moved.
  @Suite struct MovingTests {
    @Test func `from files to a database and back, byte for byte`() throws {
      let machine = try Machine()
      let story = machine.folder.path("story")
      try machine.tellCourierStory("--journal", story, "--segment-size", "20000")
      let records = try machine.run("export", "--records", "--journal", story)
      #expect(records.lines.count > 80)
      let imported = try machine.run("import", "--records", input: records.output)
      #expect(imported.status == 0, "\(imported.diagnostics)")
      #expect(try machine.run("export", "--records").output == records.output)
      let back = machine.folder.path("back")
      let again = try machine.run("export", "--records")
      try machine.run("import", "--records", "--journal", back, input: again.output)
      #expect(
        try machine.run("export", "--records", "--journal", back).output == records.output)
      // Backups are journals of files.
      let backup = machine.folder.path("backup")
      #expect(try machine.run("backup", backup).status == 0)
      let receipts = try [story, machine.url, back, backup].map { journal in
        try root(machine.run("verify", "--json", "--journal", journal).output)
      }
      #expect(Set(receipts).count == 1)
      // The key of the source serves the moved journal; without it commands are refused.
      func cancel(_ words: String...) throws -> Int32 {
        let command = ["issue", "courier.cancelOrder", "order=9407", "--actor", "eva", "--id", "x"]
        return try machine.process(command + words).outcome().status
      }
      #expect(try cancel() == 74)
      #expect(try cancel("--key-file", "\(story)/journal.key") == 1)
      // Only an empty or a missing journal takes records.
      #expect(try machine.run("import", "--records", input: records.output).status == 73)
    }

    private func root(_ receipt: String) throws -> String {
      let object = try JSONSerialization.jsonObject(with: Data(receipt.utf8)) as? [String: Any]
      return "\(object?["journal"] ?? "") \(object?["size"] ?? "") \(object?["root"] ?? "")"
    }

    @Test func `every query has the same answer from files and from a database`() throws {
      let machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      let files = machine.folder.path("files")
      let records = try machine.run("export", "--records").output
      try machine.run("import", "--records", "--journal", files, input: records)
      let questions = [
        ["show", "courier.orders", "--json", "now=2026-05-18T10:00:00Z"],
        ["replay"], ["stats"], ["audit", "order:9401", "--json"], ["tail", "--json"],
        ["why", "courier.orderCard", "order=9401", "--json"], ["export"],
        ["trace", "order:9401", "--json"], ["check", "--json"],
        ["show", "courier.orders", "--json", "--position", "20"],
      ]
      for question in questions {
        func answer(_ journal: String) throws -> String {
          let process = machine.process(question + ["--journal", journal])
          let output = Pipe()
          process.standardOutput = output
          process.standardError = FileHandle.nullDevice
          try process.run()
          let data = output.fileHandleForReading.readDataToEndOfFile()
          process.waitUntilExit()
          return String(decoding: data, as: UTF8.self).replacing(journal, with: "JOURNAL")
            .replacing(/in [0-9.]+ s \([0-9,]+ events/, with: "events")
            .replacing(/segments +[0-9]+/, with: "")
        }
        let expected = try answer(files)
        #expect(!expected.isEmpty, "\(question)")
        #expect(try answer(machine.url) == expected, "\(question)")
      }
    }

    /// The import is stopped while its transaction is open.
    @Test func `a hanging import does not block the creation of journals`() throws {
      let machine = try Machine()
      try machine.create()
      let files = machine.folder.path("files")
      let events = String(
        repeating: #"{"append":[{"type":"A","tags":["x:1"],"data":{"a":"\#(Self.long)"}}]}"# + "\n",
        count: 3000)
      try machine.run("session", "--create", "--journal", files, input: events)
      let records = try machine.run("export", "--records", "--journal", files).output
      var other = machine
      other.journal = "other"
      let importing = try other.start("import", "--records", input: records)
      let isOpen = """
        select count(*) > 0 from pg_stat_activity
        where state like 'idle in transaction%' and query like '%insert into replay.%'
        """
      var isHeld = false
      while !isHeld, importing.isRunning {
        usleep(2000)
        importing.signal(SIGSTOP)
        isHeld = try machine.database.sql(isOpen) == "t"
        if !isHeld { importing.signal(SIGCONT) }
      }
      #expect(isHeld)
      var third = machine
      third.journal = "third"
      let start = ContinuousClock.now
      try third.create()
      #expect(ContinuousClock.now - start < .seconds(4))
      try other.create()
      importing.signal(SIGCONT)
      #expect(try importing.outcome().status == 74)
      #expect(try machine.run("journals").lines.count >= 3)
    }

    private static let long = String(repeating: "x", count: 5000)

    @Test func `a link in the cache leads to no other journal`() throws {
      let machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      let files = machine.folder.path("files")
      try machine.run(
        "session", "--create", "--journal", files,
        input: RunningTool.append(UUID().uuidString.lowercased()))
      let before = try FileManager.default.subpathsOfDirectory(atPath: files).sorted()
      let manager = FileManager.default
      for inner in ["", "/segments", "/index"] {
        let cache = machine.folder.path("cache\(inner.count)")
        #expect(try machine.run("stats", "--cache", cache).status == 0)
        let name = try #require(try manager.contentsOfDirectory(atPath: cache).first)
        try? manager.removeItem(atPath: "\(cache)/\(name)\(inner)")
        try manager.createSymbolicLink(
          atPath: "\(cache)/\(name)\(inner)", withDestinationPath: files + inner)
        #expect(try machine.run("stats", "--cache", cache).status == 0)
        #expect(try manager.subpathsOfDirectory(atPath: files).sorted() == before)
      }
      #expect(try machine.run("verify", "--journal", files).status == 0)
    }

    @Test func `a copy is never needed, and a wrong one never trusted`() throws {
      let machine = try Machine()
      #expect(try machine.tellCourierStory().status == 1)
      let question = ["show", "courier.orders", "--json", "now=2026-05-18T10:00:00Z"]
      func answer(_ cache: String) throws -> String {
        try machine.run(question[0], question[1], question[2], question[3], "--cache", cache).output
      }
      let expected = try answer(machine.folder.path("one"))
      #expect(expected.contains("9407"))
      #expect(try answer("/dev/null/nowhere") == expected)
      var names = try FileManager.default.subpathsOfDirectory(atPath: machine.folder.path("one"))
      names = names.map { "one/\($0)" }.filter { machine.folder.isFile($0) }
      #expect(names.count >= 3)
      for name in names {
        let bytes = try machine.folder.bytes(name)
        guard !bytes.isEmpty else { continue }
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        for damaged in [changed, Array(bytes.prefix(bytes.count / 3)), []] {
          try machine.folder.write(damaged, to: name)
          #expect(try answer(machine.folder.path("one")) == expected, "\(name)")
        }
        try machine.folder.remove(name)
        #expect(try answer(machine.folder.path("one")) == expected, "\(name)")
      }
    }

    @Test func `names are listed in the order of their bytes`() throws {
      var machine = try Machine()
      for name in ["b", "A", "main"] {
        machine.journal = name
        try machine.create()
      }
      try machine.database.sql(
        """
        insert into replay.consumer (journal, name, move, position)
        select id, unnest(array['b', 'A', 'b']), unnest(array[1, 1, 2]), 0 from replay.journal
          where name = 'main';
        alter table replay.consumer alter column name type text collate "und-x-icu";
        alter table replay.journal alter column name type text collate "und-x-icu"
        """)
      for list in ["journals", "consumers"] {
        let names = try machine.run(list, "--json").output.matches(of: /"name":"(.)"/).map(\.1)
        #expect(names == ["A", "b"], "\(list)")
      }
    }
  }

  extension TemporaryFolder {
    fileprivate func isFile(_ name: String) -> Bool {
      var isFolder: ObjCBool = false
      return unsafe FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
#endif
