import EventEngine
import TestSupport
import Testing

/// Two domains whose time-driven deciders have the same name, registered in either order.
@Suite struct `The order of the domains` {
  private static let time = Timestamp(rfc3339: "2026-05-08T10:00:00Z")!

  /// The events that a tick records after the domains have changed places; the one before stored the
  /// states.
  @Test func `does not make a tick take one domain's state for another's`() throws {
    let folder = try TemporaryFolder()
    let directory = JournalDirectory(folder.path("journal"))
    try directory.create(JournalSettings(), at: Self.time)
    var writer = try JournalWriter.open(directory)
    try writer.batch { (writer) throws(JournalError) in
      let begun = NewEvent(
        type: Begun<Left>.type, tags: [EventStore.Tag("thing", "7")],
        data: Array(#"{"thing":"7"}"#.utf8))
      try writer.append([begun, begun], at: Self.time)
    }
    let first = try Self.tick([Left.domain, Right.domain], at: Self.time, on: consume writer)
    #expect(first.isEmpty)
    let later = Self.time.advanced(byMilliseconds: 3_600_000)
    let second = try Self.tick(
      [Right.domain, Left.domain], at: later, on: JournalWriter.open(directory))
    #expect(second == ["left.ended"])
  }

  private static func tick(
    _ domains: [DomainDefinition], at time: Timestamp, on writer: consuming JournalWriter
  ) throws -> [EventType] {
    var handler = CommandHandler(
      writer, domains.commands, tickSnapshotInterval: 0, clock: { time })
    let line = Array(#"{"command":"system.tick","actor":"system"}"#.utf8)
    let results = handler.execute([CommandInput(line: line, number: 1)])
    #expect(results[0].problem == nil)
    return results[0].events.map(\.type)
  }
}

private protocol Side: Sendable {
  static var name: String { get }
}

extension Side {
  fileprivate static var domain: DomainDefinition {
    DomainDefinition(name, of: SideEvent<Self>.self, deciders: [Expiry<Self>.self], projections: [])
  }
}

private enum Left: Side {
  static let name = "left"
}

private enum Right: Side {
  static let name = "right"
}

private struct Begun<S: Side>: EventPayload {
  static var type: EventType { EventType(rawValue: "\(S.name).begun") }
  let thing: String
  var tags: [EventStore.Tag] { [EventStore.Tag("thing", thing)] }
}

private struct Ended<S: Side>: EventPayload {
  static var type: EventType { EventType(rawValue: "\(S.name).ended") }
  let thing: String
  var tags: [EventStore.Tag] { [EventStore.Tag("thing", thing)] }
}

private enum SideEvent<S: Side>: Event {
  case begun(Begun<S>)
  case ended(Ended<S>)

  static var catalog: EventCatalog<SideEvent> {
    EventCatalog().current(Self.begun).current(Self.ended)
  }

  var payload: any EventPayload {
    switch self {
    case .begun(let payload): payload
    case .ended(let payload): payload
    }
  }
}

/// A thing ends an hour after it has begun.
private struct Expiry<S: Side>: TimeDriven {
  typealias Event = SideEvent<S>
  typealias Command = Never

  enum Refusal: String, Refused {
    case never
    var code: String { rawValue }
    func message(in locale: Language) -> String { rawValue }
  }

  /// Without the name of the domain, as `"\(Self.self)"` of two types of the same name.
  static var name: String { "Expiry" }
  static var dueFacts: Query { .of(factTypes) }

  private var open: [String: Running] = [:]

  private struct Running: Codable, Equatable {
    let since: Timestamp
    let position: Position
  }

  mutating func apply(_ event: Recorded<SideEvent<S>>) {
    switch event.event {
    case .begun(let fact):
      open[fact.thing] = Running(since: event.time, position: event.position)
    case .ended(let fact): open[fact.thing] = nil
    }
  }

  func due(at now: Moment) -> [DueItem<SideEvent<S>>] {
    open.filter { now.time.milliseconds(since: $0.value.since) >= 3_600_000 }
      .sorted { $0.key < $1.key }
      .map { DueItem([.ended(Ended(thing: $0.key))], because: $0.value.position) }
  }
}
