/// An event and what its journal knows about it.
public struct Recorded<Event: Sendable>: Sendable {
  public let position: Position
  public let id: EventID
  public let time: Timestamp
  /// The local calendar day of `time` in the journal's time zone.
  public let day: CalendarDay
  public let type: EventType
  /// Who sent the command that caused it; nil when nobody said.
  public let actor: String?
  public let event: Event

  @inlinable
  public init(
    position: Position, id: EventID, time: Timestamp, day: CalendarDay, type: EventType,
    actor: String?, event: Event
  ) {
    self.position = position
    self.id = id
    self.time = time
    self.day = day
    self.type = type
    self.actor = actor
    self.event = event
  }
}

extension Recorded: Equatable where Event: Equatable {}

/// Why an event was recorded.
public struct Cause: Hashable, Sendable {
  /// The command's name, such as `courier.acceptOrder`.
  public var command: String
  /// The idempotency key, when the sender gave one.
  public var id: String?
  public var actor: String?
  /// What the sender said this belongs to; only recorded.
  public var correlation: String?
  /// The event that a time-driven one follows from.
  public var because: Position?

  public init(
    command: String, id: String? = nil, actor: String? = nil, correlation: String? = nil,
    because: Position? = nil
  ) {
    self.command = command
    self.id = id
    self.actor = actor
    self.correlation = correlation
    self.because = because
  }
}
