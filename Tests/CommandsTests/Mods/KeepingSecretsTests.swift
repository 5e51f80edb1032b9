import Commands
import Domain
import EventEngine
import Foundation
import TestSupport
import Testing

/// Runs the whole engine on real files with secrets and recorded refusals, and compares whole
/// results.
@Suite struct `The engine of the application with mods` {
  private let secret = "совершенно секретно 🔑"
  private var rotate: String {
    #"{"command":"mods.rotateSecret","id":"r-1","actor":"admin","data":{"secret":"\#(secret)"}}"#
  }
  private let event = #""ok":true,"events":[{"position":1,"type":"mods.requestSecretRotated"}]"#

  /// All bytes of the journal's folder except the secrets themselves.
  private func everythingElse(in folder: String) throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return try names.filter { !$0.hasPrefix("secrets") && !$0.hasSuffix("segments") }
      .map {
        String(decoding: try Data(contentsOf: URL(filePath: folder + "/" + $0)), as: UTF8.self)
      }
      .joined()
  }

  private func secrets(in folder: String) -> SecretStore { SecretStore(JournalDirectory(folder)) }

  @Test(arguments: [0, Int.max])
  func `a secret is returned once and stored beside the journal`(cachesStatesAfter: Int) throws {
    var bench = try Workbench([.mods], cachesStatesAfter: cachesStatesAfter)
    let head = #"{"id":"r-1","command":"mods.rotateSecret","#
    #expect(
      bench.send(rotate)
        == [head + event + #","value":{"key":"key-1","secret":"\#(secret)"}}"#])
    let again = head + event + #","duplicate":true,"value":{"key":"key-1"}}"#
    #expect(bench.send(rotate, rotate) == [again, again])
    try bench.restart()
    #expect(bench.send(rotate) == [again])
    let key = SecretKeyID(rawValue: "key-1")
    #expect(try secrets(in: bench.folder).bytes(of: key) == Array(secret.utf8))
    #expect(try !everythingElse(in: bench.folder).contains(secret))
    #expect(try everythingElse(in: bench.folder).contains("mods.requestSecretRotated"))
  }

  @Test func `refusals don't reveal a secret`() throws {
    var bench = try Workbench([.mods])
    _ = bench.send(rotate)
    let other = rotate.replacingOccurrences(of: secret, with: "another secret, long enough")
    let results = bench.send(
      other, rotate.replacingOccurrences(of: secret, with: "too short"),
      rotate.replacingOccurrences(of: "admin", with: "anna"),
      rotate.replacingOccurrences(of: #""data""#, with: #""date""#))
    let codes = results.map { $0.firstMatch(of: /"code":"(\w+)"/).map { String($0.1) } }
    #expect(codes == ["commandIdReused", "invalidField", "actorNotAllowed", "unknownField"])
    for text in [secret, "another secret", "too short"] {
      #expect(!results.joined().contains(text))
    }
    #expect(try bench.events() == ["1 mods.requestSecretRotated"])
  }

  @Test func `a missing secret is generated, a new one each time`() throws {
    var bench = try Workbench([.mods])
    let line = #"{"command":"mods.rotateSecret","id":"ID","actor":"admin"}"#
    var generated: Set<String> = []
    for number in 1...3 {
      let result = bench.send(line.replacingOccurrences(of: "ID", with: "r-\(number)"))[0]
      let found = try #require(result.firstMatch(of: /"secret":"([0-9a-z]{32})"/)).1
      let key = SecretKeyID(rawValue: "key-\(number)")
      #expect(try secrets(in: bench.folder).bytes(of: key) == Array(found.utf8))
      generated.insert(String(found))
    }
    #expect(generated.count == 3)
    let again = bench.send(line.replacingOccurrences(of: "ID", with: "r-2"))[0]
    #expect(again.hasSuffix(#""duplicate":true,"value":{"key":"key-2"}}"#))
  }

  @Test func `a rotation without the journal's key is refused`() throws {
    var bench = try Workbench([.mods])
    try FileManager.default.removeItem(atPath: bench.folder + "/journal.key")
    try bench.restart()
    #expect(bench.send(rotate)[0].contains("storageFailed"))
    #expect(try bench.events() == [])
  }

  /// Whichever step fails, a recorded event has its secret, and the secret of an unrecorded event
  /// is removed.
  @Test func `an event never names a missing secret`() throws {
    for step in Effort.current.steps(every: 6) {
      let folder = try TemporaryFolder()
      let path = folder.path("journal")
      try JournalDirectory(path).create(
        JournalSettings(passwordIterations: 1), at: Timestamp(rawValue: 0))
      let files = FaultyFileSystem()
      var engine = CommandHandler(
        try JournalWriter.open(JournalDirectory(path, files: files)), [.mods])
      files.fail { $0.number == step ? .error(SystemError(code: EIO)) : nil }
      let results = engine.execute([.init(line: rotate.utf8, number: 1)])
      let isDone = files.failures == 0
      files.heal()
      let recorded = try recordedKeys(path)
      let problem = results.first?.problem
      #expect((problem == nil) == !recorded.isEmpty || problem?.code == "outcomeUnknown")
      for key in recorded { #expect(try secrets(in: path).bytes(of: key) == Array(secret.utf8)) }

      let again = engine.execute([.init(line: rotate.utf8, number: 1)])
      #expect(again.first?.problem == nil, "after step \(step) failed")
      _ = try JournalWriter.open(JournalDirectory(path))
      #expect(try folder.names(in: "journal/secrets") == ["key-1.json"])
      #expect(try recordedKeys(path).map(\.rawValue) == ["key-1"])
      if isDone { break }
    }
  }

  private func recordedKeys(_ path: String) throws -> [SecretKeyID] {
    var reader = try JournalReader.open(JournalDirectory(path))
    var keys: [SecretKeyID] = []
    try reader.forEach { view in
      for tag in StoredEvent(view).tags where tag.key == "secret" {
        keys.append(SecretKeyID(rawValue: String(tag.rawValue.dropFirst(7))))
      }
      return true
    }
    return keys
  }

  @Test(arguments: [0, Int.max])
  func `a repeated refused download gets the same result and doesn't count again`(
    cachesStatesAfter: Int
  ) throws {
    var bench = try Workbench([.mods], cachesStatesAfter: cachesStatesAfter)
    _ = bench.send(
      #"{"command":"mods.publishMod","actor":"admin","data":{"path":"raptor","category":"animals","title":"Раптор","image":"https://a.b/i","description":"Бежит","archive":"https://a.b/z"}}"#
    )
    let download =
      #"{"command":"mods.download","id":"d-1","actor":"anna","locale":"en","data":{"path":"raptor"}}"#
    let head =
      #"{"id":"d-1","command":"mods.download","ok":false,"error":{"code":"subscriptionRequired","message":"Mods can only be downloaded with a subscription. Take one out"},"events":[{"position":2,"type":"mods.paywallShown"}]"#
    let value =
      #","value":{"screen":"paywall","variation":"standard","pages":1,"closeDelay":0}}"#
    #expect(bench.send(download) == [head + value])
    #expect(bench.send(download) == [head + #","duplicate":true"# + value])
    #expect(try bench.events() == ["1 mods.modPublished", "2 mods.paywallShown"])
  }
}
