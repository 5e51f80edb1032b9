import EventEngine
import Testing

/// The events of a journal in order, which read models can be asked about.
///
///     let history = History<LibraryEvent>(.bookAdded("42"), .bookLent("42", to: "eva"))
///       .then(at: "2026-05-08T12:00:00Z", .bookReturned("42", by: "eva"))
///     #expect(try history.ask(OnLoan.self).books == [])
///
/// The time of the first event is by default Friday, 2026-05-08, at noon in Moscow. Each event is
/// encoded and decoded, as by a journal: one that is not the same afterwards is recorded as an issue.
public struct History<Event: EventStore.Event>: Sendable {
  /// The events with their positions, from 1.
  public private(set) var events: [Recorded<Event>] = []
  /// The time of the last events.
  package private(set) var now: Timestamp
  /// The journal's zone, which determines the local day of an event.
  public let zone: TimeZoneTable
  /// The secrets stored beside the journal, by their keys. A query that needs another one fails.
  public var secrets: [String: String] = [:]

  /// - Parameters:
  ///   - time: the time of the events, an RFC 3339 instant; an invalid one traps.
  ///   - zone: the journal's zone.
  ///   - actor: the actor of the commands that caused the events.
  ///   - events: the events; none for an empty journal.
  public init(
    at time: String = "2026-05-08T09:00:00Z", in zone: TimeZoneTable = .moscow,
    by actor: String? = nil, _ events: Event..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(at: time, in: zone, by: actor, events, sourceLocation)
  }

  init(
    at time: String, in zone: TimeZoneTable, by actor: String?, _ events: [Event],
    _ sourceLocation: SourceLocation
  ) {
    self.zone = zone
    now = instant(time)
    append(events, at: now, by: actor, sourceLocation)
  }

  /// The same history with further events, by default at the time of the last ones.
  public func then(
    at time: String? = nil, by actor: String? = nil, _ events: Event...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    then(at: time, by: actor, events, sourceLocation: sourceLocation)
  }

  /// The same history with further events, by default at the time of the last ones.
  public func then(
    at time: String? = nil, by actor: String? = nil, _ events: [Event],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    var history = self
    history.append(events, at: time.map(instant) ?? now, by: actor, sourceLocation)
    return history
  }

  /// Appends the events at the next positions.
  mutating func append(
    _ new: [Event], at time: Timestamp, by actor: String?, _ sourceLocation: SourceLocation
  ) {
    if time < now {
      Issue.record(
        "\(time) is before \(now), but a journal's time never runs backwards",
        sourceLocation: sourceLocation)
    }
    now = max(now, time)
    for event in new {
      let position = events.last?.position.next ?? Position.start.next
      events.append(
        Recorded(
          position: position, id: EventID(high: 0, low: UInt64(position.rawValue)), time: now,
          day: zone.day(of: now), type: type(of: event.payload).type, actor: actor,
          event: recorded(event, at: position, sourceLocation)))
    }
  }

  /// The event as a journal returns it.
  private func recorded(
    _ event: Event, at position: Position, _ sourceLocation: SourceLocation
  ) -> Event {
    do {
      var encoder = PayloadEncoder()
      let stored = StoredEvent(try NewEvent(event, with: &encoder), at: position)
      let recorded = try Event.catalog.event(of: stored) ?? event
      #expect(
        recorded == event, "an event changes when it is encoded and decoded",
        sourceLocation: sourceLocation)
      return recorded
    } catch {
      Issue.record("an event cannot be recorded: \(error)", sourceLocation: sourceLocation)
      return event
    }
  }

  /// The history of the first `count` events.
  package func cut(to count: Int) -> Self {
    var history = self
    history.events.removeLast(events.count - count)
    history.now = history.events.last?.time ?? instant("2026-05-08T09:00:00Z")
    return history
  }

  /// The same history with each event replaced.
  package func mapping(_ event: (Recorded<Event>) -> Event) -> Self {
    var history = self
    history.events = events.map { recorded in
      Recorded(
        position: recorded.position, id: recorded.id, time: recorded.time, day: recorded.day,
        type: recorded.type, actor: recorded.actor, event: event(recorded))
    }
    return history
  }
}
