import EventEngine
import Synchronization
import Testing

/// The events before a command: the beginning of a sentence such as
///
///     Given(Loans.self, .bookAdded("42"), .bookLent("42", to: "eva"))
///       .when(.lend("42", to: "adam"), at: "2026-05-08T12:00:00Z")
///       .thenRefused(.alreadyLent)
///
/// Every sentence also checks the decider's laws: `factTypes` lists every type that `apply` uses,
/// the events of the command's boundary suffice to decide it, and the boundary names types and
/// tags. The events are encoded and decoded as those of a ``History``. A broken law is recorded as
/// an issue at the sentence's source location.
public struct Given<D: Decider>: Sendable {
  /// The events in order, as a journal would hold them.
  package private(set) var past: History<D.Event>

  /// The events with their positions, from 1.
  public var history: [Recorded<D.Event>] { past.events }

  var zone: TimeZoneTable { past.zone }

  /// - Parameters:
  ///   - decider: the decider of the commands that follow.
  ///   - time: the time of the events, an RFC 3339 instant; an invalid one traps.
  ///   - actor: the actor of the commands that caused the events.
  ///   - zone: the journal's zone, which determines the local day of an event.
  ///   - events: the events; none for an empty journal.
  public init(
    _ decider: D.Type, at time: String = "2026-05-08T09:00:00Z", by actor: String? = nil,
    in zone: TimeZoneTable = .moscow, _ events: D.Event...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    past = History(at: time, in: zone, by: actor, events, sourceLocation)
  }

  /// The same initializer, for a context that determines the decider.
  public init(
    at time: String = "2026-05-08T09:00:00Z", by actor: String? = nil,
    in zone: TimeZoneTable = .moscow, _ events: D.Event...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    past = History(at: time, in: zone, by: actor, events, sourceLocation)
  }

  /// The same history with further events, by default at the time of the last ones. An earlier time
  /// is an issue, since a journal's time never runs backwards.
  public func and(
    at time: String? = nil, by actor: String? = nil, _ events: D.Event...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    and(at: time, by: actor, events, sourceLocation: sourceLocation)
  }

  /// The same history with further events, by default at the time of the last ones.
  public func and(
    at time: String? = nil, by actor: String? = nil, _ events: [D.Event],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    var given = self
    given.past = past.then(at: time, by: actor, events, sourceLocation: sourceLocation)
    return given
  }

  /// Decides a command, by default at the time of the last events.
  ///
  /// - Parameter actor: the actor of the events that it causes.
  public func when(
    _ command: D.Command, by actor: String? = nil, at time: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<D> {
    when(command, by: actor, at: time, declaring: nil, sourceLocation)
  }

  /// Decides a command that is given by its name and the members of its `data`. A refusal that the
  /// command's shape does not list is recorded as an issue. Any actor may give it: the shape's rule
  /// about actors is the engine's, not the decider's.
  public func when(
    _ name: String, by actor: String? = nil, _ data: JSONObject = [:], at time: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<D> {
    guard let shape = D.shapes.first(where: { $0.name == name }) else {
      Issue.record("\(D.self) has no command \(name)", sourceLocation: sourceLocation)
      return Outcome(command: nil, decision: .unknownCommand, work: nil, thereafter: self)
    }
    do {
      let command = try shape.command(data, by: actor, sourceLocation: sourceLocation)
      return when(command, by: actor, at: time, declaring: shape.info.refusals, sourceLocation)
    } catch {
      return Outcome(command: nil, decision: .badForm(error), work: nil, thereafter: self)
    }
  }

  private func when(
    _ command: D.Command, by actor: String?, at time: String?, declaring refusals: [String]?,
    _ sourceLocation: SourceLocation
  ) -> Outcome<D> {
    let moment = Moment(time.map(instant) ?? past.now, in: zone)
    let (command, decision, work) = decided(command, at: moment, sourceLocation)
    var thereafter = self
    switch decision {
    case .events(let events):
      thereafter.past.append(events, at: moment.time, by: actor, sourceLocation)
    case .refused(let refusal):
      if let refusals, !refusals.contains(refusal.code) {
        Issue.record(
          "\(refusal.code) is missing from the refusals of the command's shape",
          sourceLocation: sourceLocation)
      }
    case .badForm, .unknownCommand: break
    }
    return Outcome(command: command, decision: decision, work: work, thereafter: thereafter)
  }
}

extension CommandShape {
  /// Parses `data` into a command; equal arguments give equal commands. A digest without `needsKey`
  /// is recorded as an issue: an engine would trap.
  ///
  /// - Parameters:
  ///   - data: the members of the command's `data`.
  ///   - actor: the actor; nil for none.
  ///   - id: the id that the command gets when it asks for a new one.
  ///   - seed: the seed of the random numbers that the command draws.
  /// - Throws: `FormError`, if the form is invalid.
  public func command(
    _ data: JSONObject, by actor: String?, fresh id: String = "fresh-id", seed: UInt64 = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws(FormError) -> Command {
    let random = Mutex(SeededRandom(seed: seed))
    let form = try Form(data, fields: info.fields, edits: info.edits)
    let sender = actor.map(ActorID.init(rawValue:))
    return try read(
      CommandForm(
        form, actor: sender,
        keyed: { [info] in
          if !info.needsKey {
            Issue.record(
              "\(info.name) uses the journal's key without needsKey",
              sourceLocation: sourceLocation)
          }
          return KeyedDigest.forTests($0, $1)
        }, fresh: { id },
        random: { random.withLock { $0.next() } }))
  }
}
