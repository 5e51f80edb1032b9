import EventTesting
import Foundation
import Library
import Testing

/// The code of the guide's page about passwords, erasure and due times.
@Suite struct AccountsTests {
  let eva = AccountEvent.joined(
    MemberJoined(member: "eva", personal: .init(name: "Eva", password: .forTests("secret"))))

  @Test func `a password is hashed before it is recorded, and is printed nowhere`() {
    Given(Accounts.self)
      .when("accounts.join", ["member": "eva", "name": "Eva", "password": "secret"])
      .then(eva)
    #expect("\(eva)".contains("password: •••"), "\(eva)")
  }

  @Test func `a wrong password is a refusal that is recorded`() {
    Given(Accounts.self, eva)
      .when(.signIn("eva", Secret("guess")))
      .then(.signInFailed(SignInFailed(member: "eva")))
      .answeringRefusal(.wrongPassword)
    Given(Accounts.self, eva)
      .when(.signIn("eva", Secret("secret")))
      .then(.signedIn(SignedIn(member: "eva")))
  }

  @Test func `a member leaves, with or without a reason`() {
    Given(Accounts.self, eva)
      .when("accounts.leave", ["member": "eva", "reason": "moved"])
      .then(.ended(MembershipEnded(member: "eva", reason: .moved)))
    Given(Accounts.self, eva)
      .when("accounts.leave", ["member": "eva"])
      .then(.ended(MembershipEnded(member: "eva")))
      .thereafter.when(.leave("eva", .moved)).thenRefused(.notJoined)
  }

  @Test func `events in their former shapes are read`() throws {
    var decoder = PayloadDecoder()
    let signedIn = try decoder.decode(SignedInV1.self, from: Array(#"{"user":"eva"}"#.utf8))
    #expect(signedIn.upcast() == SignedIn(member: "eva"))
    let ended = try decoder.decode(MembershipEnded.self, from: Array(#"{"member":"eva"}"#.utf8))
    #expect(ended == MembershipEnded(member: "eva", reason: nil))
  }

  @Test func `a membership ends after a year, once`() {
    Given(Memberships.self, at: "2026-05-08T09:00:00Z", eva)
      .thenDue(
        at: "2027-05-08T09:00:00Z",
        DueItem([.ended(MembershipEnded(member: "eva"))], because: 1)
      )
      .thenDue(at: "2027-05-09T09:00:00Z")
  }

  @Test func `an erased member cannot sign in`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let engine = try await Engine.open(
      path, domains: [.accounts], creating: JournalSettings(passwordIterations: 1))
    try await engine.issue(Accounts.self, .join("eva", name: "Eva", Secret("secret")), by: "eva")
    try await engine.issue(Accounts.self, .signIn("eva", Secret("secret")))

    var writer = try JournalWriter.open(JournalDirectory(path))
    let erasure = Erasure(of: [MemberID("eva").tag], actor: "desk", reason: "asked for")
    _ = try writer.erase(erasure)

    await #expect(throws: Accounts.Refusal.wrongPassword) {
      try await engine.issue(Accounts.self, .signIn("eva", Secret("secret")))
    }
    await engine.close()
  }

  @Test func `random stories keep the laws`() throws {
    let domain = CheckedDomain(.accounts, AccountCommands.self, AccountLaws.self)
    var check = try Check([domain], seed: 1, length: 40)
    let failure = check.failure(runs: 10)
    #expect(failure?.violation == nil)
  }
}

/// Realistic commands: few members, and passwords that are often right.
struct AccountCommands: CommandSource {
  mutating func apply(_ event: Recorded<AccountEvent>) {}

  func person(for command: String, _ choices: inout Choices) -> String { "desk" }

  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue? {
    switch field {
    case "member": choices.text(["adam", "eva", "kim"])
    case "name": choices.text(["Adam", "Eva"])
    case "password": choices.text(likely: ["secret"], else: ["guess"])
    case "reason": choices.text(Reason.allCases.map(\.rawValue))
    default: nil
    }
  }
}

/// A membership ends once.
struct AccountLaws: DomainLaws {
  private var current: Set<MemberID> = []

  mutating func check(_ event: Recorded<AccountEvent>) -> [String] {
    switch event.event {
    case .joined(let fact):
      current.insert(fact.member)
      return []
    case .ended(let fact):
      return current.remove(fact.member) == nil ? ["\(fact.member) has no membership to end"] : []
    case .signedIn, .signInFailed: return []
    }
  }
}
