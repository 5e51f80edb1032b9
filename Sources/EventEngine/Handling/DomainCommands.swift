import EventStore

/// The type-erased commands of one domain, which a tool registers in one line.
public struct DomainCommands: Sendable {
  /// The name of the domain, such as `library`.
  package let domain: String
  /// Whether a tick may have something to do: work falls due, or personal data is to be erased.
  package var hasDueWork: Bool { findsDueWork() }
  /// Finds it when it is asked for, since the search takes longer than all else that is done here.
  private let findsDueWork: @Sendable () -> Bool
  /// The descriptions of the commands, in the order of the deciders.
  package var commands: [CommandInfo] { readers.map(\.info) }
  let readers: [FormReader]
  /// Whether the cached states are folded from events of all types, also of those that their
  /// `factTypes` omit. A check finds out whether the decisions are the same.
  package var foldsAllTypes = false
  private let makeDomain: @Sendable (_ foldsAllTypes: Bool) -> any CommandDomain
  /// Creates a fold of only the state that schedules erasures.
  let openDueErasures: @Sendable () -> (fold: DomainFold, due: any DueErasing, types: [EventType])

  /// Creates the commands of the deciders, which share one type of event.
  public init<Event: EventStore.Event>(
    _ domain: String, of event: Event.Type, _ deciders: [any Decider<Event>.Type]
  ) {
    self.domain = domain
    readers = deciders.flatMap { FormReader.all(of: $0) }
    DomainNames.require(readers.map(\.info.name), of: domain, "command")
    findsDueWork = {
      deciders.contains { $0 is any TimeDriven<Event>.Type } || !Event.typesDueForErasure.isEmpty
    }
    makeDomain = { OpenDomain<Event>(domain, deciders, foldsAllTypes: $0) }
    openDueErasures = {
      let due = Fold<DueErasures<Event>>()
      return (DomainFold(domain: domain, [due]), due, due.factTypes)
    }
  }
}

extension DomainCommands {
  func open() -> any CommandDomain { makeDomain(foldsAllTypes) }
}

/// The catalog entry of a command.
package struct CommandInfo: Sendable {
  /// The full name, such as `library.lend`.
  package let name: String
  /// The rule about who may send it.
  package let actor: ActorRule
  /// The fields of its `data`, required and optional.
  package let fields: [FieldShape]
  /// The optional fields of an edit, of which at least one must be present; empty for a command
  /// that is no edit.
  package let edits: [FieldShape]
  /// The codes of its refusals, in the order in which they are checked. Codes that any command may
  /// have are listed only if the specification's table names them.
  package let refusals: [String]
  /// A description in one line, in both languages.
  package let summary: Bilingual
  /// Whether reading the command requires the journal's key (for tags made from personal data).
  package let needsKey: Bool
}

/// The form reader of one command.
struct FormReader: Sendable {
  let info: CommandInfo
  let read: @Sendable (CommandForm) throws(FormError) -> any DecidableCommand

  fileprivate static func all<D: Decider>(of decider: D.Type) -> [FormReader] {
    D.shapes.map { shape in
      FormReader(info: shape.info) { (form) throws(FormError) in
        TypedCommand<D>(try shape.read(form))
      }
    }
  }
}

/// A parsed command, type-erased.
protocol DecidableCommand: AnyObject, Sendable {
  /// - Parameter domain: the domain that the command was parsed for.
  func decision(in domain: any CommandDomain) -> any Decision
}

/// A parsed command. A class, since references to it are passed through many calls.
final class TypedCommand<D: Decider>: DecidableCommand {
  let command: D.Command

  init(_ command: D.Command) { self.command = command }

  func decision(in domain: any CommandDomain) -> any Decision {
    guard let domain = domain as? OpenDomain<D.Event> else {
      preconditionFailure("\(D.self) is not a decider of \(domain).")
    }
    return TypedDecision<D>(self, in: domain)
  }
}

/// A domain with the cached states of its deciders.
protocol CommandDomain: AnyObject {
  /// The fold that updates the cached states.
  var fold: DomainFold { get }

  /// Discards the cached states.
  func discard()

  /// The erasures due in the domain, from the cached states.
  var dueErasures: any DueErasing { get }

  /// The fold that updates the states of a tick.
  var dueFold: DomainFold { get }

  /// The name of the domain.
  var name: String { get }

  /// The states that a tick depends on, each with a name of its own in the domain.
  var dueStates: [any StoredFold] { get }

  /// The items that have fallen due, from the cached states.
  func due(at now: Moment, _ encoder: inout PayloadEncoder) throws(PayloadEncodingError)
    -> [DueEvents]
}

/// The events of a due item and the function that applies them once they are recorded.
struct DueEvents {
  let events: [NewEvent]
  let applyAppended: (ArraySlice<RecordLocation>, TimeZoneTable) -> Void
}

extension [any CommandDomain] {
  /// The items that have fallen due in all domains, from the cached states.
  func due(
    at now: Moment, _ encoder: inout PayloadEncoder
  ) throws(JournalError) -> [DueEvents] {
    var items: [DueEvents] = []
    for domain in self {
      do throws(PayloadEncodingError) { items += try domain.due(at: now, &encoder) } catch {
        throw JournalError(error)
      }
    }
    return items
  }
}

/// The deciders of one domain with their cached states. The states are discarded if an event that
/// they include is not recorded after all.
final class OpenDomain<Event: EventStore.Event>: CommandDomain {
  let name: String
  private let deciders: [any Decider<Event>.Type]
  private let states: [any EventFold<Event>]
  private let statesOfDeciders: [ObjectIdentifier: any EventFold<Event>]
  /// The states by the types of the events that they apply.
  private let statesByType: [EventType: [any EventFold<Event>]]
  private let erasures = Fold<DueErasures<Event>>()
  /// Decodes each record once for all deciders.
  let fold: DomainFold
  /// Computed on first use: only a tick needs it.
  private lazy var timeDriven = deciders.compactMap { $0 as? any TimeDriven<Event>.Type }

  init(_ name: String, _ deciders: [any Decider<Event>.Type], foldsAllTypes: Bool) {
    self.name = name
    self.deciders = deciders
    let states = deciders.map { Self.makeState($0, foldsAllTypes) } + [erasures]
    self.states = states
    statesOfDeciders = Dictionary(
      zip(deciders.map { ObjectIdentifier($0) }, states), uniquingKeysWith: { first, _ in first })
    var statesByType: [EventType: [any EventFold<Event>]] = [:]
    for state in states {
      for type in Set(state.factTypes) { statesByType[type, default: []].append(state) }
    }
    self.statesByType = statesByType
    fold = DomainFold(domain: name, states)
  }

  private static func makeState<D: Decider>(
    _ decider: D.Type, _ foldsAllTypes: Bool
  ) -> any EventFold<D.Event> {
    Fold<D>(of: foldsAllTypes ? D.Event.catalog.readableTypes : D.factTypes)
  }

  var dueErasures: any DueErasing { erasures }

  func state<D: Decider>(of decider: D.Type) -> Fold<D>? {
    statesOfDeciders[ObjectIdentifier(decider)] as? Fold<D>
  }

  func discard() {
    for state in states { state.discard() }
  }

  /// Applies an event of this process without decoding it again.
  func apply(_ event: Recorded<Event>) {
    for state in statesByType[event.type] ?? [] { state.apply(event) }
  }

  private(set) lazy var dueStates: [any StoredFold] = {
    let namesDeleted = erasures.isDeleted && !erasures.factTypes.isEmpty
    let states = timeDriven.compactMap { dueState(of: $0) } + (namesDeleted ? [erasures] : [])
    precondition(
      Set(states.map(\.name)).count == states.count,
      "Two time-driven deciders of \(name) have the same name: give one of them another `name`.")
    return states
  }()

  private func dueState<D: TimeDriven<Event>>(of decider: D.Type) -> (any StoredFold)? {
    state(of: decider)
  }

  var dueFold: DomainFold {
    DomainFold(domain: name, dueStates.compactMap { $0 as? any EventFold<Event> })
  }

  func due(
    at now: Moment, _ encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError) -> [DueEvents] {
    var items: [DueEvents] = []
    for decider in timeDriven { items += try due(decider, at: now, &encoder) }
    return items
  }

  private func due<D: TimeDriven<Event>>(
    _ decider: D.Type, at now: Moment, _ encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError) -> [DueEvents] {
    guard let cached = state(of: D.self) else { return [] }
    var items: [DueEvents] = []
    for item in cached.state.due(at: now) where !item.events.isEmpty {
      var events: [NewEvent] = []
      for event in item.events {
        var encoded = try NewEvent(event, with: &encoder)
        encoded.because = item.because
        events.append(encoded)
      }
      items.append(
        DueEvents(events: events) { [self] places, zone in
          for (place, event) in zip(places, item.events) {
            apply(
              Recorded(
                position: place.position, id: place.id, time: place.time,
                day: zone.day(of: place.time), type: type(of: event.payload).type,
                actor: "system", event: event))
          }
        })
    }
    return items
  }
}
