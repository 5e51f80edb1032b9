import EventEngine
import Foundation
import Testing

/// The secret that signs requests, with the built tool.
@Suite struct RequestSecretTests {
  private let secret = "очень тайное слово"
  private let now = "2026-05-08T09:00:00Z"
  private let signedAt = 1_778_230_800

  private var setUp: String {
    """
    {"command":"mods.publishMod","actor":"admin","at":"\(now)","data":{"path":"raptor","category":"animals","title":"Раптор","image":"https://a.b/i","description":"Бежит","archive":"https://a.b/z"}}
    {"command":"mods.rotateSecret","id":"r-1","actor":"admin","at":"\(now)","data":{"secret":"\(secret)"}}

    """
  }

  private func question(_ secret: String) -> String {
    let code = HMACSHA256(key: Array(secret.utf8)).authenticate(
      utf8: "mods.item\nraptor\n\(signedAt)")
    return
      #"{"show":"mods.item","parameters":{"path":"raptor","signature":"\#(code.hex)","signedAt":\#(signedAt),"now":"\#(now)"}}"#
      + "\n"
  }

  private let answer =
    #"{"ok":true,"value":{"title":"Раптор","image_url":"https://a.b/i","description":"Бежит","zip_url":"https://a.b/z"}}"#
  private let unauthorised =
    #"{"ok":false,"error":{"code":"unauthorised","message":"Запрос не подписан действующим секретом"}}"#
  private let early =
    #"{"ok":false,"error":{"code":"unauthorised","message":"Последнее событие журнала позже, чем now: до его времени подписи не принимаются"}}"#
  private let withoutNow =
    #"{"ok":false,"error":{"code":"unauthorised","message":"Чтобы спросить о прошлом или без некоторых событий, задайте now — текущее время, для которого запрос подписан"}}"#

  @Test func `signs the queries of a session as soon as it is set`() throws {
    let folder = try Folder()
    let input = setUp + question(secret) + question("another secret!!")
    let session = try Tool.run(
      "session", "--create", "--password-iterations", "1000", in: folder, input: input)
    #expect(session.status == 0)
    #expect(session.lines.suffix(2) == [answer[...], unauthorised[...]])
  }

  @Test func `is in a file that only its owner can read, and nowhere else`() throws {
    let folder = try Folder()
    try Tool.run("session", "--create", "--password-iterations", "1000", in: folder, input: setUp)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.journal)
    var holding: [String] = []
    for name in names {
      let path = folder.journal + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        #expect(mode == 0o700, "\(name)")
        continue
      }
      #expect(mode == 0o600, "\(name)")
      let bytes = try Data(contentsOf: URL(filePath: path))
      if bytes.range(of: Data(secret.utf8)) != nil { holding.append(name) }
    }
    #expect(holding == ["secrets/key-1.json"])
    let exported = try Tool.run("export", in: folder)
    #expect(exported.output.contains("mods.requestSecretRotated"))
    #expect(!exported.output.contains(secret))
  }

  @Test(.english) func `verify names a damaged secret`() throws {
    let folder = try Folder()
    try Tool.run("session", "--create", "--password-iterations", "1000", in: folder, input: setUp)
    try folder.flip(12, of: "journal/secrets/key-1.json")
    let outcome = try Tool.run("verify", in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.diagnostics == """
        replay-tool: warning: the secret \(folder.journal)/secrets/key-1.json is damaged; queries that \
        need this secret are refused

        """)
  }

  @Test(.english) func `verify warns where others may read it, and does not fail`() throws {
    let folder = try Folder()
    try Tool.run("session", "--create", "--password-iterations", "1000", in: folder, input: setUp)
    func open(_ name: String, _ mode: Int) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: folder.journal + name)
    }
    func verified() throws -> String {
      let outcome = try Tool.run("verify", in: folder)
      #expect(outcome.status == 0)
      return outcome.diagnostics
    }
    try open("/secrets/key-1.json", 0o644)
    try open("/secrets", 0o755)
    #expect(try verified() == "", "The journal's folder keeps others out.")
    try open("", 0o755)
    let secrets = folder.journal + "/secrets"
    #expect(
      try verified() == """
        replay-tool: warning: others may read the secrets in \(secrets); to prevent it: \
        chmod -R go= \(secrets)

        """)
    try Data().write(to: URL(filePath: folder.journal + "/journal.json"))
    let damaged = try json(Tool.run("verify", "--json", in: folder).output)
    #expect(
      damaged["warnings"] as? [String] == [
        "others may read the secrets in \(secrets); to prevent it: chmod -R go= \(secrets)"
      ])
    try open("/secrets", 0o700)
    #expect(try json(Tool.run("verify", "--json", in: folder).output)["warnings"] == nil)
  }

  @Test func `makes only requests fail when its file is missing`() throws {
    let folder = try Folder()
    try Tool.run("session", "--create", "--password-iterations", "1000", in: folder, input: setUp)
    let file = folder.journal + "/secrets/key-1.json"
    try FileManager.default.removeItem(atPath: file)
    let session = try Tool.run(
      "session", in: folder,
      input: question(secret) + #"{"show":"mods.downloads","parameters":{"path":"raptor"}}"# + "\n"
        + #"{"show":"mods.item","parameters":{"path":"raptor"},"locale":"en"}"# + "\n")
    #expect(
      session.lines == [
        #"{"ok":false,"error":{"code":"storageFailed","message":"Не удалось прочитать данные для ответа: чтение \#(file): такого файла нет"}}"#,
        #"{"ok":true,"value":{"count":0,"downloads":[]}}"#,
        #"{"ok":false,"error":{"code":"unauthorised","message":"The request is not signed with the current secret: it takes signature and signedAt"}}"#,
      ])
    let code = HMACSHA256(key: Array(secret.utf8))
      .authenticate(utf8: "mods.item\nraptor\n\(signedAt)").hex
    let shown = try Tool.run(
      "show", "mods.item", "path=raptor", "signature=\(code)", "signedAt=\(signedAt)", "now=\(now)",
      in: folder)
    #expect(shown.status == 74)
    #expect(shown.diagnostics.contains("storageFailed"))
  }

  @Test func `of another journal in its place signs nothing`() throws {
    let (folder, other) = (try Folder(), try Folder())
    let known = "known to a thief"
    for (place, commands) in [(folder, setUp), (other, setUp.replacing(secret, with: known))] {
      try Tool.run(
        "session", "--create", "--password-iterations", "1000", in: place, input: commands)
    }
    let file = folder.journal + "/secrets/key-1.json"
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.copyItem(atPath: other.journal + "/secrets/key-1.json", toPath: file)
    let session = try Tool.run("session", in: folder, input: question(known) + question(secret))
    let refused =
      #"{"ok":false,"error":{"code":"storageFailed","message":"Не удалось прочитать данные для ответа: \#(file) — не тот секрет, что назвало событие; верните его из резервной копии"}}"#
    #expect(session.lines == [refused[...], refused[...]])
    // The key can be removed by the same hand.
    let key = folder.journal + "/journal.key"
    try FileManager.default.removeItem(atPath: key)
    let without =
      #"{"ok":false,"error":{"code":"storageFailed","message":"Не удалось прочитать данные для ответа: файла с ключом журнала нет: \#(key)"}}"#
    #expect(try Tool.run("session", in: folder, input: question(known)).lines == [without[...]])
  }

  @Test func `is returned once, to the command that sets it`() throws {
    let folder = try Folder()
    let first = try Tool.run(
      "session", "--create", "--password-iterations", "1000", in: folder, input: setUp + setUp)
    let answers = first.lines.filter { $0.contains("mods.rotateSecret") }
    #expect(answers.map { $0.contains(secret) } == [true, false])
    #expect(answers.last?.hasSuffix(#""duplicate":true,"value":{"key":"key-1"}}"#) == true)
  }

  /// A request for the mod's screen, signed at `signedAt`, with more members of the request and of
  /// its parameters.
  private func question(
    signedAt: Int, with secret: String = "очень тайное слово", _ members: String = "",
    parameters: String = ""
  ) -> String {
    let code = HMACSHA256(key: Array(secret.utf8)).authenticate(
      utf8: "mods.item\nraptor\n\(signedAt)")
    return
      #"{"show":"mods.item","parameters":{"path":"raptor","signature":"\#(code.hex)","signedAt":\#(signedAt)\#(parameters)}\#(members)}"#
      + "\n"
  }

  /// An hour later the mod gets another title, and five minutes after that the secret changes.
  private var changed: String {
    """
    {"command":"mods.editMod","actor":"admin","at":"2026-05-08T10:00:00Z","data":{"path":"raptor","title":"Ящер"}}
    {"command":"mods.rotateSecret","actor":"admin","at":"2026-05-08T10:05:00Z","data":{"secret":"\(today)"}}

    """
  }
  private let today = "ещё более тайное"
  private let former =
    #"{"ok":true,"value":{"title":"Раптор","image_url":"https://a.b/i","description":"Бежит","zip_url":"https://a.b/z"}}"#

  @Test func `an old signature is refused, even with its former now or a past position`() throws {
    let folder = try Folder()
    let then = #","now":"\#(now)""#
    let input =
      setUp + question(signedAt: signedAt, parameters: then) + changed
      + question(signedAt: signedAt, parameters: then)
      + question(signedAt: signedAt, #","asOf":"\#(now)""#)
      + question(signedAt: signedAt, #","asOf":"\#(now)""#, parameters: then)
      + question(signedAt: signedAt, #","position":2"#)
      + question(signedAt: signedAt, #","position":2"#, parameters: then)
      + question(signedAt: signedAt, #","position":4"#)
    let session = try Tool.run(
      "session", "--create", "--password-iterations", "1000", in: folder, input: input)
    #expect(session.lines[2] == answer)
    #expect(
      session.lines.suffix(6).map(String.init)
        == [early, withoutNow, early, withoutNow, early, withoutNow])
    let words = ["show", "mods.item", "path=raptor", "--without", "1", "--json"]
    #expect(try Tool.run(words, in: folder).output == withoutNow + "\n")
  }

  @Test func `the current secret signs queries about the past, which need a now`() throws {
    let folder = try Folder()
    let (later, second) = (#","now":"2026-05-08T10:10:00Z""#, 1_778_230_800 + 4200)
    let input =
      setUp + changed
      + question(signedAt: second, with: today, #","asOf":"\#(now)""#, parameters: later)
      + question(signedAt: second, with: today, #","position":1"#, parameters: later)
      + question(signedAt: second, #","position":1"#, parameters: later)
      + question(signedAt: second, with: today, #","asOf":"2026-05-08T10:10:00Z""#)
      + question(signedAt: second, with: today, #","position":0"#, parameters: later)
      + #"{"show":"mods.item","parameters":{"path":"raptor"},"position":1}"# + "\n"
      + question(signedAt: second - 300, with: today, parameters: #","now":"2026-05-08T10:05:00Z""#)
      + question(
        signedAt: second - 300, with: today, parameters: #","now":"2026-05-08T10:04:59.999Z""#)
    let session = try Tool.run(
      "session", "--create", "--password-iterations", "1000", in: folder, input: input)
    let latest = former.replacing("Раптор", with: "Ящер")
    let notFound = #"{"ok":false,"error":{"code":"notFound","message":"Мода raptor нет"}}"#
    let expected: [String] = [
      former, former, unauthorised, withoutNow, notFound, withoutNow, latest, early,
    ]
    #expect(session.lines.suffix(8).map(String.init) == expected)
  }

  @Test func `is not needed to audit a mod's screen`() throws {
    let folder = try Folder()
    let edit =
      #"{"command":"mods.editMod","actor":"admin","at":"\#(now)","data":{"path":"raptor","title":"Ящер"}}"#
    try Tool.run(
      "session", "--create", "--password-iterations", "1000", in: folder, input: setUp + edit + "\n"
    )
    let audit = try Tool.run("audit", "mod:raptor", in: folder)
    #expect(audit.output.contains("Ящер"), "\(audit.output) \(audit.diagnostics)")
  }
}
