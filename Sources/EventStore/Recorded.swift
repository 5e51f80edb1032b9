/// An event with its journal's metadata.
public struct Recorded<Event: Sendable>: Sendable {
  /// The event's number in its journal.
  public let position: Position
  /// The event's unique id.
  public let id: EventID
  /// The time of its append.
  public let time: Timestamp
  /// The local calendar day of `time` in the journal's time zone.
  public let day: CalendarDay
  /// The recorded type.
  public let type: EventType
  /// The sender of the command that caused it; nil if none was named.
  public let actor: String?
  /// The event, upcast to its current shape.
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

/// The reason why an event was recorded.
public struct Cause: Hashable, Sendable {
  /// The command's name, such as `library.lend`.
  public var command: String
  /// The idempotency key, if the sender gave one.
  public var id: String?
  /// The actor of the command; nil if none was recorded.
  public var actor: String?
  /// The sender's correlation id; recorded without effect.
  public var correlation: String?
  /// The event that caused a time-driven one.
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
