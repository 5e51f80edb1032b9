import Commands
import Domain
import EventEngine
import Synchronization
import Testing

/// The history before a command, as the start of a test:
///
///     Given<DeliveryOrders>(placed, signedIn)
///       .and(at: "2026-05-08T11:00:00Z", accepted)
///       .when(.complete("o-1", by: "ivan"), at: "2026-05-08T12:00:00Z")
///       .then(completed)
///
/// Each test also checks that the events of the command's boundary suffice to decide it
/// (see `Scenario+Laws.swift`).
public struct Given<D: Decider>: Sendable {
  public private(set) var history: [Recorded<D.Event>] = []
  let zone: TimeZoneTable
  private(set) var now: Timestamp

  public init(
    at time: String = "2026-05-08T09:00:00Z", by actor: String? = nil,
    in zone: TimeZoneTable = .moscow, _ events: D.Event...
  ) {
    self.zone = zone
    now = instant(time)
    record(events, at: now, by: actor)
  }

  /// Adds events, at the time of the previous ones unless another is given.
  public func and(at time: String? = nil, by actor: String? = nil, _ events: D.Event...) -> Self {
    and(at: time, by: actor, events)
  }

  public func and(at time: String? = nil, by actor: String? = nil, _ events: [D.Event]) -> Self {
    var given = self
    given.record(events, at: time.map(instant) ?? now, by: actor)
    return given
  }

  /// Appends the events at the next positions.
  mutating func record(_ events: [D.Event], at time: Timestamp, by actor: String?) {
    precondition(time >= now, "a journal's time never runs backwards")
    now = time
    for event in events {
      let position = history.last?.position.next ?? Position.start.next
      history.append(
        Recorded(
          position: position, id: EventID(high: 0, low: UInt64(position.rawValue)), time: time,
          day: zone.day(of: time), type: type(of: event.payload).type, actor: actor, event: event))
    }
  }

  /// Sends a command as its decider receives it, at the time of the last event unless another is
  /// given.
  public func when(
    _ command: D.Command, at time: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<D> {
    when(command, at: time, declaring: nil, sourceLocation)
  }

  /// Sends a command as users do: by its name and the members of its `data`.
  public func when(
    _ name: String, by actor: String? = nil, _ data: JSONObject = [:], at time: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<D> {
    guard let shape = D.shapes.first(where: { $0.name == name }) else {
      Issue.record("\(D.self) has no command \(name)", sourceLocation: sourceLocation)
      return Outcome(command: nil, decision: .nothingToDecide, work: nil, thereafter: self)
    }
    do {
      let command = try shape.command(data, by: actor)
      return when(command, at: time, declaring: shape.refusals, sourceLocation)
    } catch {
      return Outcome(command: nil, decision: .badForm(error), work: nil, thereafter: self)
    }
  }

  private func when(
    _ command: D.Command, at time: String?, declaring refusals: [String]?,
    _ sourceLocation: SourceLocation
  ) -> Outcome<D> {
    let moment = Moment(time.map(instant) ?? now, in: zone)
    let (decision, work) = decided(command, at: moment, sourceLocation)
    var thereafter = self
    switch decision {
    case .events(let events): thereafter.record(events, at: moment.time, by: nil)
    case .refused(let refusal):
      if let refusals, !refusals.contains(refusal.code) {
        Issue.record("\(refusal.code) is missing from the shape", sourceLocation: sourceLocation)
      }
    case .badForm, .nothingToDecide: break
    }
    return Outcome(command: command, decision: decision, work: work, thereafter: thereafter)
  }
}

extension CommandShape {
  /// Parses `data` as a command. The seed determines the values drawn for it.
  public func command(
    _ data: JSONObject, by actor: String?, fresh id: String = "fresh-id", seed: UInt64 = 1
  ) throws(FormError) -> Command {
    let random = Mutex(SeededRandom(seed: seed))
    let form = try Form(data, fields: fields)
    let sender = actor.map(ActorID.init(rawValue:))
    return try read(
      CommandForm(
        form, actor: sender, keyed: { KeyedDigest.forTests($0, $1) }, fresh: { id },
        random: { random.withLock { $0.next() } }))
  }
}
