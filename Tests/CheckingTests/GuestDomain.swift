import EventChecking
import EventEngine

/// A place that a personal text can be copied to by mistake.
enum Copy: Sendable {
  case none, intoSameEvent, intoLaterEvent
}

/// A domain with personal data and without a command source: guests with names and birthdays.
enum GuestEvent: EventStore.Event {
  case arrived(GuestArrived)
  case greeted(GuestGreeted)

  static let catalog = EventCatalog<GuestEvent>().current(arrived).current(greeted)

  var payload: any EventPayload {
    switch self {
    case .arrived(let payload): payload
    case .greeted(let payload): payload
    }
  }
}

struct GuestArrived: EventPayload {
  struct Personal: Codable, Equatable, Sendable {
    let name: String
    let birthday: CalendarDay
  }

  private enum CodingKeys: CodingKey { case guest, remark, leaves }

  static let type: EventType = "guests.arrived"
  let guest: String
  let remark: String
  let leaves: CalendarDay
  var personal: Personal?
  var tags: [Tag] { [Tag("guest", guest)] }
  var subjects: [Tag] { tags }
}

struct GuestGreeted: EventPayload {
  static let type: EventType = "guests.greeted"
  let guest: String
  let words: String
  var tags: [Tag] { [Tag("guest", guest)] }
}

enum GuestRefusal: String, Refused {
  case unknownGuest
  func message(in locale: Language) -> String { rawValue }
}

/// A bug in the rules: where they copy the name to.
protocol CopyBug: Sendable { static var copy: Copy { get } }
enum NoCopy: CopyBug { static let copy = Copy.none }
enum CopyIntoSameEvent: CopyBug { static let copy = Copy.intoSameEvent }
enum CopyIntoLaterEvent: CopyBug { static let copy = Copy.intoLaterEvent }

struct Guests<Bug: CopyBug>: Decider {
  enum Command: Sendable {
    case arrive(String, name: String, remark: String, birthday: CalendarDay, leaves: CalendarDay)
    case greet(String, words: String)
  }

  private var names: [String: String?] = [:]

  func boundary(of command: Command) -> Query {
    switch command {
    case .arrive(let guest, _, _, _, _), .greet(let guest, _):
      .of(Self.factTypes, Tag("guest", guest))
    }
  }

  mutating func apply(_ event: Recorded<GuestEvent>) {
    guard case .arrived(let fact) = event.event else { return }
    names[fact.guest] = fact.personal?.name
  }

  func decide(_ command: Command, at now: Moment) throws(GuestRefusal) -> [GuestEvent] {
    switch command {
    case .arrive(let guest, let name, let remark, let birthday, let leaves):
      let remark = Bug.copy == .intoSameEvent ? "\(name): \(remark)" : remark
      return [
        .arrived(
          GuestArrived(
            guest: guest, remark: remark, leaves: leaves,
            personal: .init(name: name, birthday: birthday)))
      ]
    case .greet(let guest, let words):
      guard let name = names[guest] else { throw .unknownGuest }
      let words = Bug.copy == .intoLaterEvent ? "\(words), \(name ?? "")!" : words
      return [.greeted(GuestGreeted(guest: guest, words: words))]
    }
  }

  static var shapes: [CommandShape<Command>] {
    let (guest, name) = (Field<GuestID>.id("guest"), Field<String>.text("name"))
    let (remark, words) = (Field<String>.text("remark"), Field<String>.text("words"))
    let (birthday, leaves) = (Field<CalendarDay>.day("birthday"), Field<CalendarDay>.day("leaves"))
    return [
      CommandShape(
        "guests.arrive", by: .person, Bilingual(ru: "Приехать", en: "Arrive"), guest, name, remark,
        birthday, leaves
      ) { .arrive($0.rawValue, name: $1, remark: $2, birthday: $3, leaves: $4) },
      CommandShape(
        "guests.greet", by: .person, Bilingual(ru: "Поприветствовать", en: "Greet"), guest, words,
        refusals: ["unknownGuest"]
      ) { .greet($0.rawValue, words: $1) },
    ]
  }
}

enum Guest: Entity { static let tagKey = "guest" }
typealias GuestID = ID<Guest>

extension CheckedDomain {
  static func guests(_ bug: (some CopyBug).Type) -> CheckedDomain {
    CheckedDomain(DomainDefinition("guests", commands: .guests(bug), readModels: .guests))
  }
}

extension DomainCommands {
  fileprivate static func guests<Bug: CopyBug>(_: Bug.Type) -> DomainCommands {
    DomainCommands("guests", of: GuestEvent.self, [Guests<Bug>.self])
  }
}

extension ReadModels {
  fileprivate static var guests: ReadModels { ReadModels("guests", of: GuestEvent.self, []) }
}
