import Foundation
import Testing

/// The domains' sample stories, with some of the people in them erased afterwards.
@Suite struct ErasureStoryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let story: SampleTests.Story
    let subjects: [String]

    var testDescription: String { story.domain }
  }

  static let cases = [
    Case(
      story: story("courier"), subjects: ["user:eva", "user:oleg", "courier:ivanov", "order:9412"]),
    Case(story: story("habits"), subjects: ["user:anna"]),
    Case(story: story("mall"), subjects: ["device:phone-eva", "device:phone-ivan"]),
    Case(story: story("nft"), subjects: ["user:anna", "user:gleb"]),
  ]

  private static func story(_ domain: String) -> SampleTests.Story {
    SampleTests.stories.first { $0.domain == domain }!
  }

  private func tell(_ story: SampleTests.Story, in folder: Folder) throws -> [Substring] {
    let commands = SampleTests.project.appending(path: "events/\(story.domain)/commands.jsonl")
    return try Tool.run(
      "issue", "--file", commands.path, "--json", "--password-iterations", "10", in: folder
    ).lines
  }

  /// The results of these commands when they are sent again.
  private func duplicates(_ lines: [Substring]) -> [Substring] {
    lines.filter { $0.contains(#""duplicate":true"#) }
  }

  @Test(arguments: cases)
  func `erased people are shown as erased, and everything else as before`(_ example: Case) throws {
    let folder = try Folder()
    _ = try tell(example.story, in: folder)
    let again = duplicates(try tell(example.story, in: folder))
    let receipt = try folder.write(
      try Tool.run("verify", "--json", in: folder).output, to: "receipt.json")
    let personal = try PersonalBytes(of: example.subjects, in: folder)
    #expect(!personal.texts.isEmpty)

    let erased = try Tool.run(
      ["erase", "--yes", "--reason", "asked"] + example.subjects, in: folder)
    #expect(erased.status == 0, "\(erased.diagnostics)")
    #expect(try personal.remaining(in: folder) == [])
    let verified = try Tool.run("verify", "--against", receipt, in: folder)
    #expect(verified.status == 0, "\(verified.output)\(verified.diagnostics)")

    var answers = ""
    for question in example.story.questions {
      let words = question.split(separator: " ").map(String.init)
      let shown = try Tool.run(["show"] + words + ["--json"], in: folder)
      #expect(shown.status == 0, "\(question): \(shown.diagnostics)")
      answers += "show \(question)\n\(shown.output)"
    }
    try Snapshot.expect(answers, equals: "\(example.story.domain)/erased.txt")

    // Repeated commands are recognised, even if their content was erased.
    let records = try folder.records()
    #expect(try duplicates(tell(example.story, in: folder)) == again && again.count > 20)
    #expect(try folder.records() == records)
  }

  @Test(arguments: cases)
  func `a later replay of a copy has the same digests`(_ example: Case) throws {
    let folder = try Folder()
    _ = try tell(example.story, in: folder)
    let before = try digests(in: folder)
    let head = try #require(json(Tool.run("stats", "--json", in: folder).output)["head"] as? Int)
    try Tool.run(["erase", "--yes"] + example.subjects, in: folder)
    let after = try digests(in: folder)
    #expect(after != before)
    // Queries about the past do not show erased data either.
    #expect(try digests(in: folder, "--position", "\(head)") == after)

    let records = try Tool.run("export", "--records", in: folder).output
    let other = try Folder()
    let imported = try Tool.run("import", "--records", in: other, input: records)
    #expect(imported.status == 0, "\(imported.diagnostics)")
    #expect(try Tool.run("verify", in: other).status == 0)
    #expect(try Tool.run("export", "--records", in: other).output == records)
    for position in [0, head / 3, 2 * head / 3, head] {
      #expect(
        try digests(in: other, "--position", "\(position)")
          == digests(in: folder, "--position", "\(position)"))
    }
  }

  private func digests(in folder: Folder, _ options: String...) throws -> String {
    let replayed = try Tool.run(["replay", "--json"] + options, in: folder)
    return try canonical(json(replayed.output)["models"] as Any)
  }

  @Test func `a session that is open during an erasure answers like a new one`() throws {
    let folder = try Folder()
    _ = try tell(Self.story("courier"), in: folder)
    let session = try LiveSession(in: folder)
    let question = #"{"show":"courier.order","parameters":{"order":"9412"}}"#
    let before = try session.ask(question)
    #expect(before.contains(#""ok":true"#) && !before.contains("удалено"))
    // The engine caches its states from now on, the login of a courier among them.
    let register =
      #"{"command":"courier.registerCourier","actor":"admin","data":{"courier":"K","login":"ivanov","password":"1234"}}"#
    for _ in 1...3 {
      let refused = try session.ask(register.replacing(#""K""#, with: #""second""#))
      #expect(refused.contains("loginTaken"), "\(refused)")
    }
    try Tool.run("erase", "--yes", "order:9412", "courier:ivanov", in: folder)
    let after = try session.ask(question)
    #expect(after.contains("удалено"))
    let shown = try Tool.run("show", "courier.order", "order=9412", "--json", in: folder).output
    #expect(after == #"{"ok":true,"value":"# + shown.dropLast() + "}\n")
    // The login is free again.
    let registered = try session.ask(register.replacing(#""K""#, with: #""third""#))
    #expect(registered.contains(#""ok":true"#), "\(registered)")
    try session.end()
  }

  @Test func `an erased courier leaves no failed sign-in and no lock`() throws {
    let folder = try Folder()
    func send(_ name: String, _ login: String, _ other: String, id: String) throws -> String {
      let actor = name == "signIn" ? "phone" : "admin"
      let line = """
        {"command":"courier.\(name)","id":"\(id)","actor":"\(actor)",\
        "data":{"login":"\(login)",\(other)}}
        """
      let words = ["issue", "--file", "-", "--json", "--password-iterations", "10"]
      return try Tool.run(words, in: folder, input: Data(line.utf8)).output
    }
    let password = #""password":"1234""#
    _ = try send("registerCourier", "ivan", #""courier":"c-1",\#(password)"#, id: "r-1")
    for number in 1...5 {
      let failed = try send("signIn", "ivan", #""password":"0000""#, id: "f-\(number)")
      #expect(failed.contains("invalidCredentials"))
    }
    #expect(try send("signIn", "ivan", password, id: "s-1").contains("tooManyAttempts"))
    let erased = try Tool.run("erase", "--yes", "courier:c-1", in: folder)
    #expect(erased.status == 0)
    #expect(String(decoding: try folder.records(), as: UTF8.self).ranges(of: "loginKey").isEmpty)
    // The journal no longer shows which login was entered.
    let again = try send("signIn", "oleg", #""password":"0000""#, id: "f-1")
    #expect(again.contains(#""duplicate":true"#), "\(again)")
    _ = try send("registerCourier", "ivan", #""courier":"c-2",\#(password)"#, id: "r-2")
    #expect(try send("signIn", "ivan", password, id: "s-2").contains(#""courier":"c-2""#))
  }
}

/// The texts about some subjects that must not occur in any file after the erasure.
struct PersonalBytes {
  /// Salts, fingerprints, personal tags and every text of some length.
  private(set) var texts: Set<String> = []

  init(of subjects: [String], in folder: Folder) throws {
    let lines = String(decoding: try folder.records(), as: UTF8.self).split(separator: "\n")
    var core = ""
    for line in lines {
      let record = try json(line)
      let named = record["subjects"] as? [String] ?? []
      guard named.contains(where: subjects.contains) else {
        core += line
        continue
      }
      core += line.prefix { _ in true }.replacing(/,"salt".*/, with: "")
      for key in ["salt", "fingerprint"] {
        if let text = record[key] as? String { texts.insert(text) }
      }
      texts.formUnion(record["personalTags"] as? [String] ?? [])
      collect(record["personal"])
    }
    // Leaves out texts that other people wrote as well or that occur outside of erasable sections.
    texts = texts.filter { $0.utf8.count > 5 && !core.contains($0) }
  }

  private mutating func collect(_ value: Any?) {
    switch value {
    case let text as String: texts.insert(text)
    case let members as [String: Any]: for value in members.values { collect(value) }
    case let items as [Any]: for value in items { collect(value) }
    default: break
    }
  }

  /// The texts that some file in the journal's folder still contains.
  func remaining(in folder: Folder) throws -> [String] {
    var found: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.journal) {
      guard let bytes = FileManager.default.contents(atPath: "\(folder.journal)/\(name)") else {
        continue
      }
      found.formUnion(texts.filter { bytes.range(of: Data($0.utf8)) != nil })
    }
    return found.sorted()
  }
}

/// A session that gets one request at a time.
final class LiveSession {
  private let process: Process
  private let (input, output) = (Pipe(), Pipe())

  init(in folder: Folder) throws {
    process = Tool.process(["session", "--create"], in: folder)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func ask(_ request: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data((request + "\n").utf8))
    var answer = Data()
    while answer.last != 0x0a {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      answer.append(more)
    }
    return String(decoding: answer, as: UTF8.self)
  }

  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
