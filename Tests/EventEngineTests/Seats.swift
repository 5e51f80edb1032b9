import EventEngine

// The smallest domain: seats that guests take and free.

struct SeatTaken: EventPayload {
  static let type: EventType = "seats.taken"
  let seat: String
  let guest: String
  var tags: [Tag] { [Tag("seat", seat)] }
}

struct SeatFreed: EventPayload {
  static let type: EventType = "seats.freed"
  let seat: String
  var tags: [Tag] { [Tag("seat", seat)] }
}

enum SeatEvent: Event {
  case taken(SeatTaken)
  case freed(SeatFreed)

  static let catalog = EventCatalog<SeatEvent>().current(taken).current(freed)

  var payload: any EventPayload {
    switch self {
    case .taken(let payload): payload
    case .freed(let payload): payload
    }
  }
}

struct Seats: Decider {
  enum Command: Sendable {
    case take(String, guest: String)
    case free(String)
  }

  enum Refusal: String, Refused {
    case alreadyTaken, notTaken
    var code: String { rawValue }
    func message(in locale: Language) -> String { rawValue }
  }

  static let factTypes = [SeatTaken.type, SeatFreed.type]

  private var taken: Set<String> = []

  mutating func apply(_ event: Recorded<SeatEvent>) {
    switch event.event {
    case .taken(let payload): taken.insert(payload.seat)
    case .freed(let payload): taken.remove(payload.seat)
    }
  }

  func boundary(of command: Command) -> Query {
    switch command {
    case .take(let seat, _), .free(let seat): .of(Self.factTypes, Tag("seat", seat))
    }
  }

  func decide(_ command: Command, at now: Moment) throws(Refusal) -> [SeatEvent] {
    switch command {
    case .take(let seat, let guest):
      if taken.contains(seat) { throw .alreadyTaken }
      return [.taken(SeatTaken(seat: seat, guest: guest))]
    case .free(let seat):
      guard taken.contains(seat) else { throw .notTaken }
      return [.freed(SeatFreed(seat: seat))]
    }
  }
}

extension Seats {
  private static let seat = Field<String>.text("seat")
  private static let guest = Field<String>.text("guest")

  static let shapes = [
    CommandShape<Command>(
      "seats.take", by: .anyone, Bilingual(ru: "Занять место", en: "Take a seat"),
      fields: [seat.required, guest.required], refusals: Refusal.codes(.alreadyTaken)
    ) { form throws(FormError) in
      .take(try form.required(seat), guest: try form.required(guest))
    },
    CommandShape<Command>(
      "seats.free", by: .person, Bilingual(ru: "Освободить место", en: "Free a seat"),
      fields: [seat.required], refusals: Refusal.codes(.notTaken)
    ) { form throws(FormError) in .free(try form.required(seat)) },
  ]
}

/// The taken seats, and the number of events that the state has applied in this process.
struct TakenSeats: Projection, StoredState {
  static let shape = QueryShape<NoParameters>(
    "seats.taken", Bilingual(ru: "Занятые места", en: "The seats that are taken"),
    shows: ["seats"]
  ) { _ in NoParameters() }

  struct Answer: Encodable, Equatable {
    let seats: [String]
  }

  static let factTypes = [SeatTaken.type, SeatFreed.type]

  private var seats: [String] = []

  mutating func apply(_ event: Recorded<SeatEvent>) {
    switch event.event {
    case .taken(let payload): seats.append(payload.seat)
    case .freed(let payload): seats.removeAll { $0 == payload.seat }
    }
  }

  func answer(to parameters: NoParameters, _ context: QueryContext) -> Answer {
    Answer(seats: seats)
  }
}

extension DomainDefinition {
  static let seats = DomainDefinition(
    "seats", of: SeatEvent.self, deciders: [Seats.self], projections: [TakenSeats.self])
}
