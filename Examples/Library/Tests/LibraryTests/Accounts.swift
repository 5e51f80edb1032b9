import EventTesting
import Library

/// The guide's domain of accounts: members sign in, their data can be erased, and a membership ends
/// after a year.
enum AccountEvent: Event {
  case joined(MemberJoined)
  case signedIn(SignedIn)
  case signInFailed(SignInFailed)
  case ended(MembershipEnded)

  static let catalog = EventCatalog<AccountEvent>()
    .current(joined).current(signedIn).current(signInFailed).current(ended)
    .retired(SignedInV1.self, as: signedIn)

  var payload: any EventPayload {
    switch self {
    case .joined(let payload): payload
    case .signedIn(let payload): payload
    case .signInFailed(let payload): payload
    case .ended(let payload): payload
    }
  }
}

struct MemberJoined: EventPayload {
  struct Personal: Codable, Equatable, Sendable {
    let name: String
    let password: PasswordHash
  }

  private enum CodingKeys: CodingKey { case member }

  static let type: EventType = "accounts.joined"
  let member: MemberID
  var personal: Personal?
  var tags: [Tag] { [member.tag] }
  var subjects: [Tag] { tags }
}

struct SignedIn: EventPayload {
  static let type: EventType = "accounts.signedIn"
  static let version: SchemaVersion = 2
  let member: MemberID
  var tags: [Tag] { [member.tag] }
}

/// The first shape of ``SignedIn``.
struct SignedInV1: RetiredPayload {
  static let version: SchemaVersion = 1
  let user: MemberID
  func upcast() -> SignedIn { SignedIn(member: user) }
}

struct SignInFailed: EventPayload {
  static let type: EventType = "accounts.signInFailed"
  let member: MemberID
  var tags: [Tag] { [member.tag] }
}

enum Reason: String, Codable, CaseIterable { case moved, tooFewBooks }

struct MembershipEnded: EventPayload {
  static let type: EventType = "accounts.ended"
  let member: MemberID
  var reason: Reason?
  var tags: [Tag] { [member.tag] }
}

struct Accounts: Decider {
  enum Command: Sendable {
    case join(MemberID, name: String, Secret, hash: PasswordHash? = nil)
    case signIn(MemberID, Secret, isRight: Bool = false)
    case leave(MemberID, Reason?)
  }

  enum Refusal: String, Refused {
    case alreadyJoined, wrongPassword, notJoined
    func message(in locale: Language) -> String {
      switch self {
      case .alreadyJoined: Bilingual(ru: "Читатель уже записан", en: "Already a member")[locale]
      case .wrongPassword: Bilingual(ru: "Неверный пароль", en: "Wrong password")[locale]
      case .notJoined: Bilingual(ru: "Не записан", en: "Not a member")[locale]
      }
    }
  }

  private var joined: Set<MemberID> = []
  private var passwords: [MemberID: PasswordHash] = [:]

  func boundary(of command: Command) -> Query {
    switch command {
    case .join(let member, _, _, _), .signIn(let member, _, _), .leave(let member, _):
      .of(Self.factTypes, member.tag)
    }
  }

  mutating func apply(_ event: Recorded<AccountEvent>) {
    switch event.event {
    case .joined(let fact):
      joined.insert(fact.member)
      passwords[fact.member] = fact.personal?.password
    case .ended(let fact):
      joined.remove(fact.member)
      passwords[fact.member] = nil
    case .signedIn, .signInFailed: break
    }
  }

  func passwordWork(for command: Command, at now: Moment) -> PasswordWork? {
    switch command {
    case .join(let member, _, let password, _):
      joined.contains(member) ? nil : .hash(password)
    case .signIn(let member, let password, _): .verify(password, against: passwords[member])
    case .leave: nil
    }
  }

  static func completing(_ command: Command, with result: PasswordResult) -> Command {
    switch (command, result) {
    case (.join(let member, let name, let password, _), .hashed(let hash)):
      .join(member, name: name, password, hash: hash)
    case (.signIn(let member, let password, _), .verified(_, let matches)):
      .signIn(member, password, isRight: matches)
    case (.join, .verified), (.signIn, .hashed), (.leave, _): command
    }
  }

  func decide(_ command: Command, at now: Moment) throws(Refusal) -> [AccountEvent] {
    switch command {
    case .join(let member, let name, _, let hash):
      guard !joined.contains(member) else { throw .alreadyJoined }
      let personal = hash.map { MemberJoined.Personal(name: name, password: $0) }
      return [.joined(MemberJoined(member: member, personal: personal))]
    case .signIn(let member, _, true): return [.signedIn(SignedIn(member: member))]
    case .signIn(let member, _, false): return [.signInFailed(SignInFailed(member: member))]
    case .leave(let member, let reason):
      guard joined.contains(member) else { throw .notJoined }
      return [.ended(MembershipEnded(member: member, reason: reason))]
    }
  }

  static func answer(
    to command: Command, _ events: [AccountEvent], in locale: Language
  ) throws(Refusal) -> [CommandValue] {
    if case .signInFailed? = events.first { throw .wrongPassword }
    return []
  }

  private static let member = Field<MemberID>.id("member")
  private static let password = Field<Secret>.secret("password")
  private static let reason = Field<Reason>.word("reason")

  static let shapes = [
    CommandShape(
      "accounts.join", by: .person, Bilingual(ru: "Записаться", en: "Become a member"),
      member, Field<String>.text("name"), password, refusals: Refusal.codes(.alreadyJoined)
    ) { Command.join($0, name: $1, $2) },
    CommandShape(
      "accounts.signIn", by: .anyone, Bilingual(ru: "Войти", en: "Sign in"),
      member, password, refusals: Refusal.codes(.wrongPassword)
    ) { Command.signIn($0, $1) },
    CommandShape(
      "accounts.leave", by: .person, Bilingual(ru: "Выписаться", en: "End a membership"),
      fields: [member.required, reason.optional], refusals: Refusal.codes(.notJoined)
    ) { form throws(FormError) in
      Command.leave(try form.required(member), try form.optional(reason))
    },
  ]
}

/// Ends each membership a year after it began. It has no commands; `system.tick` records the ends.
struct Memberships: TimeDriven {
  typealias Event = AccountEvent
  typealias Command = Never
  typealias Refusal = Accounts.Refusal

  private struct Term: Codable, Equatable {
    let start: Timestamp, position: Position
  }

  static let dueFacts = Query.of([MemberJoined.type, MembershipEnded.type])
  private var terms: [MemberID: Term] = [:]

  mutating func apply(_ event: Recorded<AccountEvent>) {
    switch event.event {
    case .joined(let fact): terms[fact.member] = Term(start: event.time, position: event.position)
    case .ended(let fact): terms[fact.member] = nil
    case .signedIn, .signInFailed: break
    }
  }

  func due(at now: Moment) -> [DueItem<AccountEvent>] {
    terms.filter { now.time >= $0.value.start.advanced(bySeconds: 365 * 86_400) }
      .sorted { $0.value.position < $1.value.position }
      .map { member, term in
        DueItem([.ended(MembershipEnded(member: member))], because: term.position)
      }
  }
}

extension DomainDefinition {
  static let accounts = DomainDefinition(
    "accounts", of: AccountEvent.self, deciders: [Accounts.self, Memberships.self],
    projections: [])
}
