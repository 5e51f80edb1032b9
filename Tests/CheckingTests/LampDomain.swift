import Checking
import Commands
import Domain
import EventChecking
import EventEngine
import Projections

/// A minimal domain with faulty payloads.
enum LampEvent: EventStore.Event {
  case dimmed(Dimmed)

  static let catalog = EventCatalog<LampEvent>()
    .current(LampEvent.dimmed)
    .retired(DimmedV1.self, as: LampEvent.dimmed)

  var payload: any EventPayload {
    switch self {
    case .dimmed(let payload): payload
    }
  }
}

/// Planted bug in decoding: values above a hundred change.
struct Dimmed: EventPayload {
  static let type: EventType = "lamp.dimmed"
  static let version: SchemaVersion = 2

  let lamp: String
  let percent: Int
  var tags: [Tag] { [Tag("lamp", lamp)] }

  init(lamp: String, percent: Int) {
    self.lamp = lamp
    self.percent = percent
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    lamp = try container.decode(String.self, forKey: .lamp)
    percent = min(100, try container.decode(Int.self, forKey: .percent))
  }
}

/// Planted bug in upcasting: tenths are converted with the wrong factor.
struct DimmedV1: RetiredPayload {
  static let version: SchemaVersion = 1
  let lamp: String
  let tenths: Int

  func upcast() -> Dimmed { Dimmed(lamp: lamp, percent: tenths * 100) }
}

enum LampRefusal: String, Refused {
  case stolen
  var code: String { rawValue }
  func message(in locale: Language) -> String { rawValue }
}

struct Lamps: Decider {
  struct Command: Sendable {
    let lamp: String
    let percent: Int
  }

  init() {}
  static let factTypes = [Dimmed.type]
  func boundary(of command: Command) -> Query { .of(Self.factTypes, Tag("lamp", command.lamp)) }
  mutating func apply(_ event: Recorded<LampEvent>) {}
  func decide(_ command: Command, at now: Moment) throws(LampRefusal) -> [LampEvent] {
    [.dimmed(Dimmed(lamp: command.lamp, percent: command.percent))]
  }

  static let shapes = [
    CommandShape<Command>(
      "lamp.dim", by: .person, Bilingual(ru: "Приглушить", en: "Dim a lamp"),
      fields: [percent.required]
    ) { form throws(FormError) in
      Command(lamp: form.actor.rawValue, percent: try form.required(percent))
    }
  ]
  private static let percent = Field.integer(
    "percent", takes: Bilingual(ru: "число", en: "a number"))
}

struct LampSource: CommandSource {
  mutating func apply(_ event: Recorded<LampEvent>) {}
  func person(for command: String, _ choices: inout Choices) -> String { choices.pick(["a", "b"]) }
  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue? {
    .whole(choices.below(120))
  }
}

struct LampLaws: DomainLaws {
  mutating func check(_ event: Recorded<LampEvent>) -> [String] { [] }
}

extension CheckedDomain {
  static let lamp = CheckedDomain(
    DomainCommands("lamp", of: LampEvent.self, [Lamps.self]),
    ReadModels("lamp", of: LampEvent.self, []), LampSource.self, LampLaws.self)
}
