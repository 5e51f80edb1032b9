import EventEngine

/// The past that a query asks for: the journal as of an instant, as of a position, or whole.
struct AsOf {
  static let options = [
    OptionSpec("--as-of", "TIME", "the journal as of an instant: 2026-05-08T12:00:00Z"),
    OptionSpec("--position", "N", "the journal as of event N; 0 is the empty journal"),
  ]

  /// The names of the two parameters: members of a request, or options of a subcommand.
  private struct Names {
    let instant: String
    let position: String

    static let members = Names(instant: "asOf", position: "position")
    static let options = Names(instant: "--as-of", position: "--position")

    var instantField: Field<Timestamp> { .instant(instant) }

    func positionField(from first: Position) -> Field<Int> {
      .integer(position, in: first.rawValue...Int.max, takes: rule(from: first))
    }

    func rule(from first: Position) -> Bilingual {
      Bilingual(
        ru: "номер события, от \(first) до последнего в журнале, и без «\(instant)»",
        en: "the position of an event, from \(first) to the journal's last, without "
          + "\"\(instant)\"")
    }
  }

  static let instant = Names.members.instantField
  static let position = Names.members.positionField(from: .start)

  private var instant: Timestamp?
  private(set) var position: Position?
  private var names = Names.members
  /// The smallest allowed position.
  private var first = Position.start

  /// Asks for the whole journal.
  init() {}

  /// Reads the members `asOf` and `position` of a request.
  init(_ form: Form) throws(FormError) {
    try self.init(form, .members, Self.instant, Self.position, from: .start)
  }

  /// Reads the options of a subcommand.
  init(_ arguments: Arguments, from first: Position = .start) throws(FormError) {
    let names = Names.options
    let (instant, position) = (names.instantField, names.positionField(from: first))
    var members = JSONObject()
    if let text = arguments.value(names.instant) { members[names.instant] = .string(text) }
    if let text = arguments.value(names.position) {
      members[names.position] = JSONNumber(text).map { .number($0) } ?? .string(text)
    }
    let form = try Form(members, fields: [instant.optional, position.optional])
    try self.init(form, names, instant, position, from: first)
  }

  private init(
    _ form: Form, _ names: Names, _ instant: Field<Timestamp>, _ position: Field<Int>,
    from first: Position
  ) throws(FormError) {
    self.names = names
    self.first = first
    self.instant = try form.optional(instant)
    self.position = try form.optional(position).map { Position($0) }
    if self.instant != nil && self.position != nil { throw invalidPosition }
  }

  /// Whether an instant or a position was given, even the present one.
  var isAboutThePast: Bool { instant != nil || position != nil }

  private var invalidPosition: FormError {
    .invalidField(names.position, takes: names.rule(from: first))
  }

  /// The advice for a position after the end of the journal.
  func hint(in reader: borrowing JournalReader) -> String? {
    guard instant == nil, let position, position > reader.head else { return nil }
    return "the last event is at position \(reader.head)"
  }

  /// Returns the last position to include and the current moment: the given instant, else the time
  /// of the event at the given position, else the clock.
  func resolve(
    in reader: inout JournalReader, clock: Timestamp = SystemClock.now()
  ) throws -> (through: Position, moment: Moment) {
    if !isAnswered(by: reader) { try reader.requireWhole() }
    let past = instant.map(Engine.AsOf.time) ?? position.map(Engine.AsOf.position) ?? .now
    let (through, time) = try past.resolve(in: &reader, clock: clock) { _, _ in invalidPosition }
    return (through, Moment(time, in: reader.manifest.timeZone))
  }

  /// Whether the reader already has every event that the query includes.
  private func isAnswered(by reader: borrowing JournalReader) -> Bool {
    if let position { return position <= reader.head }
    guard let instant, let last = reader.lastTime else { return false }
    return instant < last
  }
}
