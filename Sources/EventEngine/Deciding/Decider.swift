import EventStore

/// The rules for some commands, with the state that they depend on.
///
/// `decide` reads the state and does not change it; `apply` changes the state and never refuses.
/// Neither reads a clock, a random number or a file: time, new ids, keyed digests and finished
/// password hashes arrive with the command. Folding more facts than a command's boundary names must
/// not change the decision, since a cached state holds more than one command needs.
public protocol Decider<Event>: FoldedState {
  /// The events that the rules depend on and record.
  associatedtype Event
  /// The commands, such as an enum with one case per command.
  associatedtype Command: Sendable
  /// The reasons to refuse a command.
  associatedtype Refusal: Refused

  /// The descriptions of its commands, with the functions that build them from JSON.
  static var shapes: [CommandShape<Command>] { get }

  /// The types that a boundary may name without tags: events about something that exists once for
  /// everybody, such as a configuration. None by default. `EventTesting` reports every other item
  /// of a boundary that has no tags.
  static var globalTypes: [EventType] { get }

  /// The name of the shape that matches `command`, recorded when a program issues the command as a
  /// value. The default is the only shape's name, or else the name that ends with the enum case:
  /// `library.lend` for `.lend("42", to: "eva")`. A decider with other names must implement this
  /// method if its commands are issued as values; a command without a shape is refused as unknown.
  static func name(of command: Command) -> String

  /// The facts that the decision depends on. Called again after each fold until the result names no
  /// further facts, since one fact may lead to the next. If it names fewer, the earlier facts stay
  /// folded.
  func boundary(of command: Command) -> Query

  /// The events that follow from `command`; none if it changes nothing.
  ///
  /// - Throws: the refusal.
  func decide(_ command: Command, at now: Moment) throws(Refusal) -> [Event]

  /// The position of the earlier event that a decided event follows from, such as the renewal that
  /// set an end which `decide` records; recorded as `because`. Nil, the default: it follows from the
  /// command alone.
  func cause(of event: Event) -> Position?

  /// The values in the result once `events` are recorded, each with a name of its own. A retry of
  /// the command returns the same values.
  ///
  /// - Throws: the refusal that `events` record, such as a failed sign-in.
  static func answer(to command: Command, _ events: [Event], in locale: Language)
    throws(Refusal) -> [CommandValue]

  /// The values in the result beside a recorded refusal.
  static func answer(with refusal: Refusal, _ events: [Event]) -> [CommandValue]

  /// The values that only the first result of a command contains; a retry does not return them.
  static func oneTimeValues(of command: Command) -> [CommandValue]

  /// A secret that `events` name by its key and do not contain. It is stored beside the journal
  /// before the events are recorded.
  static func secret(of command: Command, _ events: [Event]) -> StoredSecret?

  /// The password hashing that must be done before `command` can be decided in the current state.
  /// Called again before the decision: if it then returns other work, that is done first.
  func passwordWork(for command: Command, at now: Moment) -> PasswordWork?

  /// `command` with the result of the hashing.
  static func completing(_ command: Command, with result: PasswordResult) -> Command
}

extension Decider {
  public static var globalTypes: [EventType] { [] }

  public static func name(of command: Command) -> String {
    let shapes = shapes
    if shapes.count == 1 { return shapes[0].name }
    let label = Mirror(reflecting: command).children.first?.label ?? "\(command)"
    return shapes.first { $0.name.hasSuffix(".\(label)") }?.name ?? label
  }

  public func cause(of event: Event) -> Position? { nil }

  public static func answer(to command: Command, _ events: [Event], in locale: Language)
    throws(Refusal) -> [CommandValue]
  { [] }

  public static func answer(with refusal: Refusal, _ events: [Event]) -> [CommandValue] { [] }

  public static func oneTimeValues(of command: Command) -> [CommandValue] { [] }

  public static func secret(of command: Command, _ events: [Event]) -> StoredSecret? { nil }

  public func passwordWork(for command: Command, at now: Moment) -> PasswordWork? { nil }

  public static func completing(_ command: Command, with result: PasswordResult) -> Command {
    command
  }
}

/// A decider with work that falls due at some time. `system.tick` records that work. The state of
/// the decider is stored in snapshots.
public protocol TimeDriven<Event>: Decider, StoredState {
  /// The facts that determine when work falls due. `Given.thenDue` folds only these, to find out
  /// whether they are enough; `system.tick` folds all of ``FoldedState/factTypes``.
  static var dueFacts: Query { get }

  /// The items that are due at `now` and not yet recorded, in the order in which they are recorded.
  /// Each item is recorded once, in one append with the other items of its tick.
  func due(at now: Moment) -> [DueItem<Event>]
}

extension TimeDriven {
  public static var name: String { "\(Self.self)" }
}

/// A decider without commands is driven by time only.
extension TimeDriven where Command == Never {
  public static var shapes: [CommandShape<Never>] { [] }

  public func boundary(of command: Never) -> Query {}

  public func decide(_ command: Never, at now: Moment) throws(Refusal) -> [Event] {}
}

/// Work that has fallen due.
public struct DueItem<Event: Sendable>: Sendable {
  /// The events to record.
  package let events: [Event]
  /// The position of the event that caused the work.
  package let because: Position

  /// Creates an item from its events and the position of the event that it follows from, which is
  /// recorded. An item without events is left out.
  public init(_ events: [Event], because: Position) {
    self.events = events
    self.because = because
  }
}

extension DueItem: Equatable where Event: Equatable {}

/// A reason why a decider refuses a command, such as an enum with one case per reason.
///
///     enum Refusal: String, Refused {
///       case alreadyLent, notLent
///
///       func message(in locale: Language) -> String { … }
///     }
public protocol Refused: Error, Equatable, Sendable {
  /// A stable ASCII code, part of the interface and never translated. By default the raw value of
  /// an enum of strings.
  var code: String { get }

  /// The reason as one sentence without a full stop.
  func message(in locale: Language) -> String

  /// Further members of the error beside `code`, `message` and `line`, whose names they cannot have,
  /// such as the fields that are wrong. None by default.
  var members: [CommandValue] { get }
}

extension Refused {
  public var members: [CommandValue] { [] }

  /// The codes of these refusals, for a command's shape.
  public static func codes(_ refusals: Self...) -> [String] { refusals.map(\.code) }
}

extension Refused where Self: RawRepresentable, RawValue == String {
  public var code: String { rawValue }
}

/// A member of a result's `value`.
public struct CommandValue: Hashable, Sendable {
  /// The name of the member.
  public let name: String
  /// The value of the member.
  public let value: JSONValue

  /// Creates a member of a result.
  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }

  /// Creates a member whose value is a text.
  public init(_ name: String, _ text: String) { self.init(name, .string(text)) }
}
