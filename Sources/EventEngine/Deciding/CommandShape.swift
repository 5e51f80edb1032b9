import EventStore

/// The rule about who may send a command.
public enum ActorRule: String, Sendable, CaseIterable {
  /// The command needs an actor. Any id is allowed except those of the three rules below.
  case person
  /// Like `person`, but the actor may be absent.
  case anyone
  /// Only the actor `admin`.
  case admin
  /// Only the actor `gateway`: an outside system, such as a payment provider.
  case gateway
  /// Only the actor `system`: time-driven rules.
  case system

  /// The actors that are not people: each may send only the commands that name it.
  static let reserved = ["admin", "gateway", "system"]

  /// Whether the actor with this id may send the command.
  package func allows(_ actor: ActorID) -> Bool {
    switch self {
    case .person, .anyone: !Self.reserved.contains(actor.rawValue)
    case .admin, .gateway, .system: actor.rawValue == rawValue
    }
  }
}

/// The description of a command: its name, its actors, its fields and its refusals.
public struct CommandShape<Command: Sendable>: Sendable {
  package let info: CommandInfo
  /// Builds the command from its form.
  package let read: @Sendable (CommandForm) throws(FormError) -> Command

  /// A command whose form is read by a function.
  ///
  /// - Parameters:
  ///   - edits: the optional fields of which an edit must have at least one. They follow `fields`.
  ///   - refusals: the codes of the decider's refusals that the command may get.
  ///   - needsKey: whether `read` uses ``CommandForm/digest(_:_:)``. Without the journal's key the
  ///     command is then refused.
  ///   - read: builds the command from its form.
  public init(
    _ name: String, by actor: ActorRule, _ summary: Bilingual, fields: [FieldShape] = [],
    edits: [FieldShape] = [], refusals: [String] = [], needsKey: Bool = false,
    read: @escaping @Sendable (CommandForm) throws(FormError) -> Command
  ) {
    info = CommandInfo(
      name: name, actor: actor, fields: fields + edits.map(\.inEdit), edits: edits,
      refusals: refusals, summary: summary, needsKey: needsKey)
    self.read = read
  }

  /// The full name, such as `library.lend`.
  package var name: String { info.name }

  /// A command that consists of its required fields.
  ///
  ///     CommandShape(
  ///       "library.lend", by: .person, Bilingual(ru: "Выдать книгу", en: "Lend a book"),
  ///       book, member, refusals: Refusal.codes(.alreadyLent)
  ///     ) { .lend($0, to: $1) }
  ///
  /// - Parameter command: builds the command from the values of the fields, in their order.
  public init<each Value: Sendable>(
    _ name: String, by actor: ActorRule, _ summary: Bilingual,
    _ field: repeat Field<each Value>, refusals: [String] = [],
    command: @escaping @Sendable (repeat each Value) -> Command
  ) {
    var shapes: [FieldShape] = []
    repeat shapes.append((each field).required)
    let fields = (repeat each field)
    self.init(name, by: actor, summary, fields: shapes, refusals: refusals) {
      form throws(FormError) in
      command(repeat try form.required(each fields))
    }
  }
}

/// A form of a command with its actor, and with the sources of ids, digests and random numbers.
public struct CommandForm: Sendable {
  /// The fields of the command.
  package let form: Form
  private let sender: ActorID?
  private let keyed: @Sendable (_ purpose: String, _ text: String) -> KeyedDigest
  private let fresh: @Sendable () -> String
  private let random: @Sendable () -> UInt64

  /// - Parameters:
  ///   - keyed: returns the digest of a text under the journal's key; only commands whose shape
  ///     sets `needsKey` may use it.
  ///   - fresh: returns a new unique id.
  ///   - random: returns 64 unpredictable bits.
  package init(
    _ form: Form, actor: ActorID?,
    keyed: @escaping @Sendable (_ purpose: String, _ text: String) -> KeyedDigest,
    fresh: @escaping @Sendable () -> String, random: @escaping @Sendable () -> UInt64
  ) {
    self.form = form
    sender = actor
    self.keyed = keyed
    self.fresh = fresh
    self.random = random
  }

  /// The actor; an empty id if the command was sent without one, which only `.anyone` allows.
  public var actor: ActorID { sender ?? ActorID(rawValue: "") }

  /// The value of a required field.
  public func required<Value>(_ field: Field<Value>) throws(FormError) -> Value {
    try form.required(field)
  }

  /// The value of a field; nil if it is absent, or empty in a field that may be empty.
  public func optional<Value>(_ field: Field<Value>) throws(FormError) -> Value? {
    try form.optional(field)
  }

  /// The effect of an edit on a field. An absent field is unchanged; an empty text clears one that
  /// is ``Field/clearable``.
  public func change<Value>(_ field: Field<Value>) throws(FormError) -> Change<Value> {
    try form.change(field)
  }

  /// The id in the field, or a new one if the field is absent.
  public func newID<ID: Identifier>(_ field: Field<ID>) throws(FormError) -> ID {
    try form.optional(field) ?? ID(rawValue: fresh())
  }

  /// A new unique id.
  public func freshID<ID: Identifier>(_: ID.Type = ID.self) -> ID { ID(rawValue: fresh()) }

  /// A random number from 0 to `bound` - 1, uniform up to a bias of one part in 2⁶⁴ / `bound`.
  ///
  /// - Precondition: `bound` is positive.
  public func draw(below bound: Int) -> Int {
    precondition(bound > 0, "A random number below \(bound).")
    return Int(random().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// An unguessable secret: 32 characters, 160 random bits.
  public func newSecret() -> Secret { Secret(fresh() + fresh()) }

  /// The digest of a personal text under the journal's key, for lookups.
  ///
  /// - Precondition: the command's shape has `needsKey`.
  public func digest(_ purpose: String, _ text: String) -> KeyedDigest { keyed(purpose, text) }
}
