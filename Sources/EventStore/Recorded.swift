/// An event with its journal's metadata.
public struct Recorded<Event: Sendable>: Sendable {
  /// The event's number in its journal.
  public let position: Position
  /// The event's unique id.
  public let id: EventID
  /// The event's time: its own if it was given one, else that of its append; never before that of
  /// the previous event.
  public let time: Timestamp
  /// The local calendar day of `time` in the journal's time zone.
  public let day: CalendarDay
  /// The recorded type.
  public let type: EventType
  /// The sender of the command that caused the event; nil if none was named.
  public let actor: String?
  /// The event, upcast to its current shape.
  public let event: Event

  /// Creates a recorded event, for a test that folds without a journal.
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

extension Recorded {
  @inlinable @inline(__always)
  init(_ view: RecordView, _ type: EventType, _ day: CalendarDay, _ event: Event) {
    self.init(
      position: view.position, id: view.id, time: view.time, day: day, type: type,
      actor: view.actor, event: event)
  }
}

extension Recorded: Equatable where Event: Equatable {}

/// The command that recorded an event, with its sender and the event that led to it.
public struct Cause: Hashable, Sendable {
  /// The command's name, such as `library.lend`.
  public var command: String
  /// The idempotency key, if the sender gave one.
  public var id: String?
  /// The sender of the command; nil if none was named.
  public var actor: String?
  /// The sender's correlation id; recorded without effect.
  public var correlation: String?
  /// The earlier event that led to this one, such as the one that made a time-driven event due.
  public var because: Position?

  /// - Parameter command: the full name, such as `library.lend`.
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
