import EventStore

/// Who may send a command.
public enum ActorRule: String, Sendable, CaseIterable {
  /// Somebody with an id who is not one of the three below.
  case person
  /// Like `person`, but may be left out.
  case anyone
  case admin, gateway, system

  /// The actors that are no people: each may send only the commands that name it.
  static let reserved = ["admin", "gateway", "system"]

  func allows(_ actor: ActorID) -> Bool {
    switch self {
    case .person, .anyone: !Self.reserved.contains(actor.rawValue)
    case .admin, .gateway, .system: actor.rawValue == rawValue
    }
  }
}

/// A command as people write it: its name, who may send it, its fields and its refusals.
public struct CommandShape<Command: Sendable>: Sendable {
  public let name: String
  public let actor: ActorRule
  public let fields: [FieldShape]
  /// The codes of the refusals, in the order in which they are checked. Of those that any command
  /// may meet only what the specification's table names.
  public let refusals: [String]
  public let summary: Bilingual
  /// Whether reading the command needs the journal's key (for tags made from personal data).
  public let needsKey: Bool
  public let read: @Sendable (CommandForm) throws(FormError) -> Command

  public init(
    _ name: String, by actor: ActorRule, _ summary: Bilingual, fields: [FieldShape] = [],
    refusals: [String] = [], needsKey: Bool = false,
    read: @escaping @Sendable (CommandForm) throws(FormError) -> Command
  ) {
    self.name = name
    self.actor = actor
    self.summary = summary
    self.fields = fields
    self.refusals = refusals
    self.needsKey = needsKey
    self.read = read
  }

  /// A command whose fields are all required and make up all of it.
  ///
  ///     CommandShape(
  ///       "library.lend", by: .person, Bilingual(ru: "Выдать книгу", en: "Lend a book"),
  ///       book, member, refusals: Refusal.codes(.alreadyLent)
  ///     ) { .lend($0, to: $1) }
  ///
  /// - Parameter command: makes the command from the values of the fields, in their order.
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

/// A filled-in command: its form, who sent it, and what the world adds to it.
public struct CommandForm: Sendable {
  public let form: Form
  private let sender: ActorID?
  private let keyed: @Sendable (_ purpose: String, _ text: String) -> KeyedDigest
  private let fresh: @Sendable () -> String
  private let random: @Sendable () -> UInt64

  /// - Parameters:
  ///   - keyed: the digest of a text under the journal's key; only called for commands whose
  ///     shape says that they need the key.
  ///   - fresh: makes an id that nothing has yet.
  ///   - random: 64 bits that nobody can predict.
  public init(
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

  /// Who sent it. The form was checked: a command that needs an actor has one.
  public var actor: ActorID { sender ?? ActorID(rawValue: "") }

  public func required<Value>(_ field: Field<Value>) throws(FormError) -> Value {
    try form.required(field)
  }

  public func optional<Value>(_ field: Field<Value>) throws(FormError) -> Value? {
    try form.optional(field)
  }

  public func change<Value>(
    _ field: Field<Value>, canClear: Bool = false
  ) throws(FormError) -> Change<Value> {
    try form.change(field, canClear: canClear)
  }

  public func requireAny(of fields: FieldShape...) throws(FormError) {
    try form.requireAny(of: fields)
  }

  public func requireAny(of fields: [FieldShape]) throws(FormError) {
    try form.requireAny(of: fields)
  }

  /// The id that a creating command gives, or a fresh one.
  public func newID<ID: Identifier>(_ field: Field<ID>) throws(FormError) -> ID {
    try form.optional(field) ?? ID(rawValue: fresh())
  }

  /// An id that nothing has yet.
  public func freshID<ID: Identifier>(_: ID.Type = ID.self) -> ID { ID(rawValue: fresh()) }

  /// A random number from 0 to `bound` - 1; each is as likely as the others to one part in
  /// 2⁶⁴ / `bound`.
  public func draw(below bound: Int) -> Int {
    Int(random().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A secret that nobody guesses: 32 characters, 160 random bits.
  public func newSecret() -> Secret { Secret(fresh() + fresh()) }

  /// The digest of a personal text under the journal's key, to look things up by.
  public func digest(_ purpose: String, _ text: String) -> KeyedDigest { keyed(purpose, text) }
}
