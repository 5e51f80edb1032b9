import EventEngine
import Foundation

/// A domain for `check` that is hard to check: it accepts one password only, and its read model
/// crashes.
enum DoorEvent: EventStore.Event {
  case opened(DoorOpened)

  static let catalog = EventCatalog<DoorEvent>().current(opened)

  var payload: any EventPayload {
    switch self {
    case .opened(let payload): payload
    }
  }
}

struct DoorOpened: EventPayload {
  static let type: EventType = "doors.opened"
  var tags: [EventStore.Tag] { [EventStore.Tag("door", "1")] }
}

enum DoorRefusal: String, Refused {
  case wrongWord
  func message(in locale: Language) -> String { rawValue }
}

protocol DoorWord: Sendable { static func isRight(_ word: String) -> Bool }
enum AnyWord: DoorWord { static func isRight(_ word: String) -> Bool { true } }
enum OneWord: DoorWord { static func isRight(_ word: String) -> Bool { word == "sesame" } }
enum FatalWord: DoorWord {
  static func isRight(_ word: String) -> Bool { kill(getpid(), SIGSEGV) != 0 }
}

struct Doors<Word: DoorWord>: Decider {
  struct Command: Sendable { let word: String }

  static var shapes: [CommandShape<Command>] {
    [
      CommandShape(
        "doors.open", by: .person, Bilingual(ru: "Открыть", en: "Open"), Field<String>.text("word"),
        refusals: ["wrongWord"]
      ) { Command(word: $0) }
    ]
  }

  func boundary(of command: Command) -> Query {
    .of(Self.factTypes, EventStore.Tag("door", "1"))
  }
  mutating func apply(_ event: Recorded<DoorEvent>) {}

  func decide(_ command: Command, at now: Moment) throws(DoorRefusal) -> [DoorEvent] {
    guard Word.isRight(command.word) else { throw .wrongWord }
    return [.opened(DoorOpened())]
  }
}

struct OpenDoors: Projection, StoredState {
  struct Answer: Encodable, Sendable { let count: Int }

  static let shape = QueryShape(
    "doors.open", Bilingual(ru: "Открытые двери", en: "Open doors"))
  private var count = 0

  mutating func apply(_ event: Recorded<DoorEvent>) {
    precondition(count < 2, "too many doors")
    count += 1
  }

  func answer(to _: NoParameters, _: QueryContext) throws(QueryRefusal) -> Answer {
    Answer(count: count)
  }
}

extension DomainDefinition {
  static func doors<Word: DoorWord>(_: Word.Type) -> DomainDefinition {
    DomainDefinition(
      "doors", of: DoorEvent.self, deciders: [Doors<Word>.self], projections: [OpenDoors.self])
  }
}
