import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// Times are in Unix seconds; the secret is set at 1778230800, 2026-05-08T09:00:00Z.
@Suite struct `Requests for the catalogue` {
  private static let start = 1_778_230_800

  private let story: ModsStory = {
    var story = ModsStory(.published("raptor", in: .animals, title: "Раптор"), .rotated("key-1"))
    story.secrets = ["key-1": "первый секрет 16+", "key-2": "second secret 16+", "key-3": "third"]
    return story
  }()
  private let first = "первый секрет 16+"
  private let second = "second secret 16+"
  private let third = "third"

  private func sign(_ secret: String, _ subject: String, _ at: Int) -> JSONValue {
    let key = HMACSHA256(key: Array(secret.utf8))
    return .string(key.authenticate(utf8: "\(subject)\n\(at)").hex)
  }

  private func time(_ seconds: Int, _ milliseconds: Int = 0) -> String {
    Timestamp(rawValue: Int64(seconds) * 1000 + Int64(milliseconds)).rfc3339
  }

  /// The outcome of a query for a mod, signed with `secret` at `signedAt` and sent at `now`.
  private func item(
    _ story: ModsStory, _ secret: String, at signedAt: Int = start, now: String? = nil,
    path: String = "raptor"
  ) -> String {
    let answer = story.show(
      ModDetails.self,
      [
        "path": .string(path), "signedAt": .int(signedAt),
        "signature": sign(secret, "mods.item\n\(path)", signedAt),
        "now": .string(now ?? time(signedAt)),
      ])
    return answer.hasPrefix("{\"title\"") ? "answered" : answer
  }

  private let unsigned =
    "unauthorised: Запрос не подписан действующим секретом: нужны signature и signedAt"
  private let mismatch = "unauthorised: Запрос не подписан действующим секретом"
  private let stale =
    "unauthorised: Запрос подписан не сейчас: signedAt отличается от now больше чем на 60 секунд"
  private let early =
    "unauthorised: Последнее событие журнала позже, чем now: до его времени подписи не принимаются"

  @Test func `need a signature once a secret is set, even for unknown mods`() {
    #expect(story.show(ModDetails.self, ["path": "raptor"]) == unsigned)
    #expect(story.show(ModDetails.self, ["path": "rex"]) == unsigned)
    #expect(story.show(Catalogue.self, ["category": "animals"]) == unsigned)
    #expect(story.show(Catalogue.self, ["category": "Animals"]) == unsigned)
    #expect(item(story, first) == "answered")
    #expect(item(story, first, path: "rex") == "notFound: Мода rex нет")
  }

  @Test func `are signed for one read model, one subject and one second`() {
    let now = JSONValue.string(time(Self.start))
    let signature = sign(first, "mods.catalogue\nanimals", Self.start)
    func show(_ category: String, _ signedAt: Int, _ signature: JSONValue) -> String {
      story.show(
        Catalogue.self,
        [
          "category": .string(category), "signedAt": .int(signedAt), "signature": signature,
          "now": now,
        ])
    }
    #expect(
      show("animals", Self.start, signature)
        == #"{"count":1,"items":[{"path":"raptor","title":"Раптор","image_url":"https://a.b/i.jpg"}]}"#
    )
    #expect(show("ships", Self.start, signature) == mismatch)
    #expect(show("animals", Self.start + 1, signature) == mismatch)
    #expect(
      show("animals", Self.start, sign(first, "mods.item\nanimals", Self.start))
        == mismatch)
    let unknown = sign(first, "mods.catalogue\nAnimals", Self.start)
    #expect(show("Animals", Self.start, unknown).hasPrefix("notFound: Категории «Animals» нет"))
  }

  @Test func `are signed in lower case and completely`() {
    guard case .string(let signature) = sign(first, "mods.item\nraptor", Self.start) else {
      Issue.record("a signature is a text")
      return
    }
    for wrong in [signature.uppercased(), String(signature.dropLast()), signature + "0", "", "ё"] {
      #expect(
        story.show(
          ModDetails.self,
          [
            "path": "raptor", "signedAt": .int(Self.start), "signature": .string(wrong),
            "now": .string(time(Self.start)),
          ]) == mismatch)
    }
    for members: JSONObject in [
      ["path": "raptor", "signature": .string(signature)],
      ["path": "raptor", "signedAt": .int(Self.start)],
    ] {
      #expect(story.show(ModDetails.self, members) == unsigned)
    }
  }

  @Test func `are signed within a minute of now, both bounds included`() {
    let now = Self.start + 1000
    #expect(item(story, first, at: now - 60, now: time(now)) == "answered")
    #expect(item(story, first, at: now + 60, now: time(now)) == "answered")
    #expect(item(story, first, at: now - 60, now: time(now, 1)) == stale)
    #expect(item(story, first, at: now + 60, now: time(now, -1)) == stale)
    #expect(item(story, first, at: now - 61, now: time(now)) == stale)
    #expect(item(story, first, at: now + 61, now: time(now)) == stale)
    for far in [Int.max, Int.min, Int.max / 1000, 0] {
      #expect(item(story, first, at: far, now: time(now)) == stale)
    }
  }

  @Test func `take now from the parameter or from the clock`() {
    let members: JSONObject = [
      "path": "raptor", "signedAt": .int(Self.start),
      "signature": sign(first, "mods.item\nraptor", Self.start),
    ]
    #expect(story.show(ModDetails.self, members, at: time(Self.start)).hasPrefix("{"))
    #expect(story.show(ModDetails.self, members, at: time(Self.start + 61)) == stale)
  }

  @Test func `are refused before the time of the journal's last event`() {
    let later = story.then(at: time(Self.start + 30), .launched("eva"))
    #expect(item(later, first, at: Self.start, now: time(Self.start + 30)) == "answered")
    #expect(item(later, first, at: Self.start, now: time(Self.start + 29, 999)) == early)
    #expect(item(later, first, at: Self.start) == early)
  }

  @Test func `may be signed with the previous secret for less than five minutes`() {
    let rotated = story.then(at: time(Self.start + 600), .rotated("key-2"))
    let change = Self.start + 600
    #expect(item(rotated, second, at: change) == "answered")
    #expect(item(rotated, first, at: change) == "answered")
    #expect(item(rotated, first, at: change + 299, now: time(change + 299, 999)) == "answered")
    #expect(item(rotated, first, at: change + 300) == mismatch)
    #expect(item(rotated, second, at: change + 300) == "answered")
  }

  @Test func `may be signed with the latest previous secret only, after two rotations`() {
    let twice = story.then(at: time(Self.start + 600), .rotated("key-2"))
      .then(at: time(Self.start + 660), .rotated("key-3"))
    let now = Self.start + 661
    #expect(item(twice, first, at: now) == mismatch)
    #expect(item(twice, second, at: now) == "answered")
    #expect(item(twice, third, at: now) == "answered")
    #expect(item(twice, second, at: Self.start + 959) == "answered")
    #expect(item(twice, second, at: Self.start + 960) == mismatch)
  }

  @Test func `fail without the secret, and not as unauthorised`() {
    var lost = story.then(at: time(Self.start + 600), .rotated("key-2"))
    lost.secrets["key-2"] = nil
    let failure = "failure: the journal's key key-2 is missing"
    #expect(item(lost, second, at: Self.start + 600) == failure)
    #expect(item(lost, "any other secret", at: Self.start + 600) == failure)
    // These are unsigned, which is certain without the secret.
    #expect(lost.show(ModDetails.self, ["path": "raptor"]) == unsigned)
  }

  @Test func `need no signature while no secret is set`() {
    let open = ModsStory(.published("raptor", in: .animals))
    #expect(item(open, "whatever it may be") == "answered")
    #expect(
      open.show(ModDetails.self, ["path": "raptor", "signedAt": "noon"])
        == "invalidField: signedAt")
  }
}
