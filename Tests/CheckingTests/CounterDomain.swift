import EventChecking
import EventEngine

/// A domain of counters, whose read models and deciders have planted bugs that a comparison of
/// states by `==` does not find.
enum CounterEvent: EventStore.Event {
  case counted(Counted)
  case reset(CounterReset)

  static let catalog = EventCatalog<CounterEvent>().current(counted).current(reset)

  var payload: any EventPayload {
    switch self {
    case .counted(let payload): payload
    case .reset(let payload): payload
    }
  }
}

struct Counted: EventPayload {
  static let type: EventType = "counter.counted"
  let counter: CounterID
  /// Is not recorded.
  var receipt = ""
  private enum CodingKeys: CodingKey { case counter }
  var tags: [Tag] { [counter.tag] }
}

struct CounterReset: EventPayload {
  static let type: EventType = "counter.reset"
  let counter: CounterID
  var tags: [Tag] { [counter.tag] }
}

enum Counter: Entity { static let tagKey = "counter" }
typealias CounterID = ID<Counter>

// MARK: - Deciders

/// The types that a state folds, and the values of a result.
protocol CountedTypes: Sendable {
  static var types: [EventType] { get }
  static var receipt: String { get }
  static var oneTimeValues: [CommandValue] { get }
}

extension CountedTypes {
  static var types: [EventType] { [Counted.type, CounterReset.type] }
  static var receipt: String { "" }
  static var oneTimeValues: [CommandValue] { [] }
}

/// The answer depends on more than the recorded event.
enum UnrecordedAnswer: CountedTypes { static let receipt = "№ 7" }
/// A value that a retry does not get is no bug.
enum OnceAnswered: CountedTypes { static let oneTimeValues = [CommandValue("token", "7")] }
enum AllTypes: CountedTypes {}
enum TooFewTypes: CountedTypes { static let types = [Counted.type] }

struct Counters<Types: CountedTypes>: Decider {
  enum Command: Sendable { case count(CounterID), reset(CounterID) }
  enum Refusal: String, Refused {
    case alreadyZero
    func message(in locale: Language) -> String { rawValue }
  }

  private var counts: [CounterID: Int] = [:]

  static var factTypes: [EventType] { Types.types }

  func boundary(of command: Command) -> Query {
    switch command {
    case .count(let counter), .reset(let counter): .of(Self.factTypes, counter.tag)
    }
  }

  mutating func apply(_ event: Recorded<CounterEvent>) {
    switch event.event {
    case .counted(let fact): counts[fact.counter, default: 0] += 1
    case .reset(let fact): counts[fact.counter] = nil
    }
  }

  func decide(_ command: Command, at now: Moment) throws(Refusal) -> [CounterEvent] {
    switch command {
    case .count(let counter): return [.counted(Counted(counter: counter, receipt: Types.receipt))]
    case .reset(let counter):
      if counts[counter] == nil { throw .alreadyZero }
      return [.reset(CounterReset(counter: counter))]
    }
  }

  static func answer(
    to command: Command, _ events: [CounterEvent], in locale: Language
  ) -> [CommandValue] {
    guard case .counted(let fact)? = events.first, !Types.receipt.isEmpty else { return [] }
    return [CommandValue("secret", fact.receipt)]
  }

  static func oneTimeValues(of command: Command) -> [CommandValue] { Types.oneTimeValues }

  static var shapes: [CommandShape<Command>] {
    let counter = Field<CounterID>.id("counter")
    return [
      CommandShape(
        "counter.count", by: .person, Bilingual(ru: "Посчитать", en: "Count"), counter
      ) { .count($0) },
      CommandShape(
        "counter.reset", by: .person, Bilingual(ru: "Обнулить", en: "Reset"), counter,
        refusals: Refusal.codes(.alreadyZero)
      ) { .reset($0) },
    ]
  }
}

// MARK: - Read models

struct TotalParameters: Sendable {
  let isRough: Bool

  static let shape = QueryShape<TotalParameters>(
    "counter.total", Bilingual(ru: "Сумма", en: "The total"), fields: [rough.optional]
  ) { form throws(FormError) in
    TotalParameters(isRough: try form.optional(rough) ?? false)
  }
  private static let rough = Field<Bool>.boolean("rough")
}

struct Total: Encodable, Sendable { let count: Int }

/// The sum of all counters.
protocol TotalState: Projection, StoredState
where
  Event == CounterEvent, Parameters == TotalParameters, Answer == Total, State == Self
{
  var count: Int { get set }
}

extension TotalState {
  static var shape: QueryShape<TotalParameters> { TotalParameters.shape }

  mutating func apply(_ event: Recorded<CounterEvent>) {
    switch event.event {
    case .counted: count += 1
    case .reset: count = 0
    }
  }

  func answer(to parameters: TotalParameters, _ context: QueryContext) -> Total {
    Total(count: count)
  }
}

/// A total without a bug, answered by a summary.
struct SummedUp<Sum: TotalState>: TotalState {
  typealias Summary = Sum
  static var name: String { "counter.summedUp" }
  var count = 0
  static func isAnsweredBySummary(_ parameters: TotalParameters) -> Bool { true }
}

/// The same with a summary that answers only queries with an optional parameter.
struct RoughlySummedUp<Sum: TotalState>: TotalState {
  typealias Summary = Sum
  static var name: String { "counter.roughlySummedUp" }
  var count = 0
  static func isAnsweredBySummary(_ parameters: TotalParameters) -> Bool { parameters.isRough }
}

/// Fold: a reset is forgotten.
struct NeverReset: TotalState {
  static let factTypes = [Counted.type]
  var count = 0
  mutating func apply(_ event: Recorded<CounterEvent>) {
    if case .counted = event.event { count += 1 }
  }
}

/// Cached state: the count is not stored, and `==` does not compare it.
struct HiddenCount: TotalState {
  private enum CodingKeys: CodingKey {}
  var count = 0
  static func == (_: HiddenCount, _: HiddenCount) -> Bool { true }
}

/// Types: a reset is not listed.
struct UnlistedReset: TotalState {
  static let factTypes = [Counted.type]
  var count = 0
}

// MARK: - The domain

struct CounterSource: CommandSource {
  mutating func apply(_ event: Recorded<CounterEvent>) {}
  func person(for command: String, _ choices: inout Choices) -> String { "kim" }
  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue? {
    .string(choices.pick(["a", "b"]))
  }
}

/// Has no queries of its own.
struct CounterLaws: DomainLaws {
  mutating func check(_ event: Recorded<CounterEvent>) -> [String] { [] }
}

extension DomainDefinition {
  static func counters(
    _ deciders: [any Decider<CounterEvent>.Type],
    _ models: any Projection<CounterEvent>.Type...
  ) -> DomainDefinition {
    DomainDefinition("counter", of: CounterEvent.self, deciders: deciders, projections: models)
  }
}
