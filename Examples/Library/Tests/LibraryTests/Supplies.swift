import EventTesting
import Library

/// The guide's domain of supplies: the library orders several titles at once.
enum SupplyEvent: Event {
  case ordered(BooksOrdered)

  static let catalog = EventCatalog<SupplyEvent>().current(ordered)

  var payload: any EventPayload {
    switch self {
    case .ordered(let payload): payload
    }
  }
}

struct BooksOrdered: EventPayload {
  static let type: EventType = "supplies.ordered"
  let lines: [OrderLine]
  let delivery: Delivery?
  var tags: [Tag] { [] }
}

struct OrderLine: Codable, Equatable, Sendable {
  let title: String
  let copies: Int
}

struct Delivery: Codable, Equatable, Sendable {
  let branch: String
  let until: CalendarDay?
}

struct Supplies: Decider {
  enum Command: Sendable { case order([OrderLine], Delivery?) }

  enum Refusal: String, Refused {
    case nothingOrdered
    func message(in locale: Language) -> String {
      Bilingual(ru: "В заказе нет книг", en: "The order has no books")[locale]
    }
  }

  func boundary(of command: Command) -> Query { .nothing }

  mutating func apply(_ event: Recorded<SupplyEvent>) {}

  func decide(_ command: Command, at now: Moment) throws(Refusal) -> [SupplyEvent] {
    switch command {
    case .order(let lines, let delivery):
      if lines.isEmpty { throw .nothingOrdered }
      return [.ordered(BooksOrdered(lines: lines, delivery: delivery))]
    }
  }

  private static let title = Field<String>.text("title")
  private static let copies = Field<Int>.integer(
    "copies", in: 1...99, takes: Bilingual(ru: "число от 1 до 99", en: "a number from 1 to 99"))
  private static let branch = Field<String>.text("branch")
  private static let until = Field<CalendarDay>.day("until")

  private static let lines = Field<[OrderLine]>.objects(
    "lines", of: [title.required, copies.required]
  ) { line throws(FormError) in
    OrderLine(title: try line.required(title), copies: try line.required(copies))
  }
  private static let delivery = Field<Delivery>.object(
    "delivery", of: [branch.required, until.optional]
  ) { form throws(FormError) in
    Delivery(branch: try form.required(branch), until: try form.optional(until))
  }

  static let shapes = [
    CommandShape(
      "supplies.order", by: .person, Bilingual(ru: "Заказать книги", en: "Order books"),
      fields: [lines.required, delivery.optional], refusals: Refusal.codes(.nothingOrdered)
    ) { form throws(FormError) in
      Command.order(try form.required(lines), try form.optional(delivery))
    }
  ]
}

extension DomainDefinition {
  static let supplies = DomainDefinition(
    "supplies", of: SupplyEvent.self, deciders: [Supplies.self], projections: [])
}
