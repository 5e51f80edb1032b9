import EventStore

/// What is known about what a command depends on, and the rules.
///
/// `decide` looks and never touches; `apply` touches and never refuses. Neither reads a clock, a
/// random number or a file: time, fresh ids, keyed digests and finished password hashes come in
/// with the command. Folding more facts than a command's boundary names must not change the
/// decision: a state kept between commands holds more than one command needs.
public protocol Decider<Event>: FoldedState {
  associatedtype Event
  associatedtype Command: Sendable
  associatedtype Refusal: Refused

  /// The commands it decides on, and how JSON becomes one.
  static var shapes: [CommandShape<Command>] { get }

  /// The types that a boundary names without tags: events about something of which there is one for
  /// everybody, such as a configuration; none by default. `EventTesting` reports every other item
  /// of a boundary that has no tags.
  static var globalTypes: [EventType] { get }

  /// The name under which `command` is recorded when a program issues it as a value: that of one
  /// of the shapes. By default the only shape's, or that of the shape whose name ends with the name
  /// of the enum's case: `library.lend` for `.lend("42", to: "eva")`. A decider whose names are
  /// others implements it, if its commands are issued as values.
  static func name(of command: Command) -> String

  /// The facts that the decision depends on. Asked again after each fold until it no longer
  /// grows, since one fact may name the next.
  func boundary(of command: Command) -> Query

  /// The facts that follow from `command`; none if it changes nothing.
  func decide(_ command: Command, at now: Moment) throws(Refusal) -> [Event]

  /// What the sender is told once `events` are recorded, now or when the command is sent again.
  /// A recorded refusal (a failed sign-in) is a refusal here.
  static func answer(to command: Command, _ events: [Event], in locale: Locale)
    throws(Refusal) -> [CommandValue]

  /// What the sender is told beside a recorded refusal.
  static func answer(with refusal: Refusal, _ events: [Event]) -> [CommandValue]

  /// What the sender is told beside `answer` when the command is carried out, and never again.
  static func toldOnce(about command: Command) -> [CommandValue]

  /// A secret that `events` name by its key and never hold; kept beside the journal before they
  /// are recorded.
  static func secret(of command: Command, _ events: [Event]) -> KeptSecret?

  /// What has to be hashed before `command` can be decided, given what is known so far. Asked
  /// again at the moment of the decision: work that has become another is done anew first.
  func passwordWork(for command: Command, at now: Moment) -> PasswordWork?

  /// `command` with the finished work in it.
  static func completing(_ command: Command, with result: PasswordResult) -> Command
}

extension Decider {
  public static var globalTypes: [EventType] { [] }

  public static func name(of command: Command) -> String {
    let shapes = shapes
    if shapes.count == 1 { return shapes[0].name }
    let label = Mirror(reflecting: command).children.first?.label ?? "\(command)"
    guard let shape = shapes.first(where: { $0.name.hasSuffix(".\(label)") }) else {
      preconditionFailure("\(Self.self) has no shape named after \(label): implement name(of:).")
    }
    return shape.name
  }

  public static func answer(to command: Command, _ events: [Event], in locale: Locale)
    throws(Refusal) -> [CommandValue]
  { [] }

  public static func answer(with refusal: Refusal, _ events: [Event]) -> [CommandValue] { [] }

  public static func toldOnce(about command: Command) -> [CommandValue] { [] }

  public static func secret(of command: Command, _ events: [Event]) -> KeptSecret? { nil }

  public func passwordWork(for command: Command, at now: Moment) -> PasswordWork? { nil }

  public static func completing(_ command: Command, with result: PasswordResult) -> Command {
    command
  }
}

/// A decider that also knows what falls due by time alone, which `system.tick` carries out. Its state
/// is kept in snapshots.
public protocol TimeDriven<Event>: Decider, StoredState {
  /// The facts that decide what is due.
  static var dueFacts: Query { get }

  /// What is due at `now` and not yet recorded, in the order in which it is to be recorded. Each
  /// item is atomic and happens once.
  func due(at now: Moment) -> [DueItem<Event>]
}

extension TimeDriven {
  public static var name: String { "\(Self.self)" }
}

/// Something that has fallen due.
public struct DueItem<Event: Sendable>: Sendable {
  public let events: [Event]
  /// The event it follows from.
  public let because: Position

  public init(_ events: [Event], because: Position) {
    self.events = events
    self.because = because
  }
}

extension DueItem: Equatable where Event: Equatable {}

/// A reason why the domain says no, such as an enum with one case per reason.
///
///     enum Refusal: String, Refused {
///       case alreadyLent, notLent
///
///       var text: Bilingual { … }
///     }
public protocol Refused: Error, Equatable, Sendable {
  /// Part of the interface: stable, in ASCII, never translated. An enum of strings has its raw
  /// value by default.
  var code: String { get }

  /// The reason for people, one sentence without a full stop.
  func message(in locale: Locale) -> String
}

extension Refused {
  /// The codes of these refusals, for a command's shape.
  public static func codes(_ refusals: Self...) -> [String] { refusals.map(\.code) }
}

extension Refused where Self: RawRepresentable, RawValue == String {
  public var code: String { rawValue }
}

/// A member of a result's `value`.
public struct CommandValue: Hashable, Sendable {
  public let name: String
  public let value: JSONValue

  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }

  public init(_ name: String, _ text: String) { self.init(name, .string(text)) }
}
