import Domain
import EventStore

/// The commands of one domain, its types erased: what a tool registers in one line.
public struct DomainCommands: Sendable {
  /// Such as `courier`.
  public let domain: String
  /// The commands by name, in the order of the deciders.
  public let commands: [CommandInfo]
  let open: @Sendable () -> any CommandDomain
  /// Folds nothing but what falls due for erasure.
  let openDueErasures: @Sendable () -> (fold: DomainFold, due: any DueErasing, types: [EventType])

  public init<Event: EventStore.Event>(
    _ domain: String, of event: Event.Type, _ deciders: [any Decider<Event>.Type]
  ) {
    self.domain = domain
    commands = deciders.flatMap { infos($0) }
    open = { OpenDomain<Event>(domain, deciders) }
    openDueErasures = {
      let due = DueErasures<Event>()
      return (DomainFold(domain: domain, [due]), due, due.factTypes)
    }
  }
}

/// A command as a catalog shows it.
public struct CommandInfo: Sendable {
  public let name: String
  public let actor: ActorRule
  public let fields: [FieldShape]
  public let refusals: [String]
  public let summary: Bilingual
  let needsKey: Bool

  /// Whether reading or deciding it takes slow hashing.
  var isSlow: Bool { fields.contains { $0.kind == .secret } }

  var secrets: [String] { fields.filter { $0.kind == .secret }.map(\.name) }
}

private func infos<D: Decider>(_ decider: D.Type) -> [CommandInfo] {
  D.shapes.map { shape in
    CommandInfo(
      name: shape.name, actor: shape.actor, fields: shape.fields, refusals: shape.refusals,
      summary: shape.summary, needsKey: shape.needsKey)
  }
}

/// A domain whose commands are being carried out.
protocol CommandDomain: AnyObject {
  /// Takes in records for the states kept between commands.
  var fold: DomainFold { get }

  /// Empties those states.
  func forget()

  /// Reads a form as the command of this name; nil when the domain has none of that name.
  func read(_ name: String, _ form: CommandForm) throws(FormError) -> (any Decision)?

  /// What of it is to be erased, from the states kept between commands.
  var dueErasures: any DueErasing { get }

  /// Takes in records for just what falls due.
  var dueFold: DomainFold { get }

  /// The types that it folds.
  var dueTypes: [EventType] { get }

  /// What it folds into.
  var dueParts: [any DuePart] { get }

  /// What has fallen due, from the states kept between commands.
  func due(at now: Moment, _ encoder: inout PayloadEncoder) throws(PayloadEncodingError)
    -> [DueFact]
}

/// An item that has fallen due: what to record, and how to take it into account once it is.
struct DueFact {
  let events: [NewEvent]
  let because: Position
  let appended: ([StoredPlace], TimeZoneTable) -> Void
}

/// Reads the forms of one command.
protocol CommandReader {
  func read(_ form: CommandForm) throws(FormError) -> any Decision
}

struct TypedCommandReader<D: Decider>: CommandReader {
  let shape: CommandShape<D.Command>
  let domain: DomainState<D.Event>

  func read(_ form: CommandForm) throws(FormError) -> any Decision {
    TypedDecision<D>(try shape.read(form), in: domain)
  }
}

final class OpenDomain<Event: EventStore.Event>: CommandDomain {
  private let state: DomainState<Event>
  private var readers: [String: any CommandReader] = [:]
  private let timeDriven: [any TimeDriven<Event>.Type]

  init(_ domain: String, _ deciders: [any Decider<Event>.Type]) {
    let state = DomainState<Event>(domain, deciders)
    self.state = state
    timeDriven = deciders.compactMap { $0 as? any TimeDriven<Event>.Type }
    for decider in deciders { register(decider) }
  }

  private func register<D: Decider<Event>>(_ decider: D.Type) {
    for shape in D.shapes {
      readers[shape.name] = TypedCommandReader<D>(shape: shape, domain: state)
    }
  }

  var fold: DomainFold { state.fold }

  var dueErasures: any DueErasing { state.dueErasures }

  func forget() { state.forget() }

  private(set) lazy var dueParts: [any DuePart] = {
    let deleted = state.dueErasures.isDeleted && !state.dueErasures.factTypes.isEmpty
    return timeDriven.compactMap { part(of: $0) } + (deleted ? [state.dueErasures] : [])
  }()

  private func part<D: TimeDriven<Event>>(of decider: D.Type) -> (any DuePart)? {
    state.state(of: decider)
  }

  private var dueStates: [any EventFold<Event>] {
    dueParts.compactMap { $0 as? any EventFold<Event> }
  }

  var dueFold: DomainFold { DomainFold(domain: state.domain, dueStates) }

  var dueTypes: [EventType] { dueStates.flatMap(\.factTypes) }

  func read(_ name: String, _ form: CommandForm) throws(FormError) -> (any Decision)? {
    guard let reader = readers[name] else { return nil }
    return try reader.read(form)
  }

  func due(
    at now: Moment, _ encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError) -> [DueFact] {
    var facts: [DueFact] = []
    for decider in timeDriven { facts += try due(decider, at: now, &encoder) }
    return facts
  }

  private func due<D: TimeDriven<Event>>(
    _ decider: D.Type, at now: Moment, _ encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError) -> [DueFact] {
    guard let kept = state.state(of: D.self) else { return [] }
    var facts: [DueFact] = []
    for item in kept.state.due(at: now) {
      var events: [NewEvent] = []
      for event in item.events { events.append(try NewEvent(event, with: &encoder)) }
      facts.append(
        DueFact(events: events, because: item.because) { [state] places, zone in
          for (place, event) in zip(places, item.events) {
            state.apply(
              Recorded(
                position: place.position, id: place.id, time: place.time,
                day: zone.day(of: place.time), type: type(of: event.payload).type,
                actor: "system", event: event))
          }
        })
    }
    return facts
  }
}
