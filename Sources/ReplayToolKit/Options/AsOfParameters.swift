import EventEngine

/// The past that a query asks for: the journal as of an instant, as of a position, or whole.
struct AsOfParameters {
  static let options = [
    OptionSpec(
      "--as-of", "WHEN",
      ru: "журнал на момент времени: 2026-05-08, 2026-05-08T12:00, '3 hours ago'",
      en: "the journal as of a time: 2026-05-08, 2026-05-08T12:00, '3 hours ago'"),
    OptionSpec(
      "--position", "N",
      ru: "журнал на момент события N; 0 — пустой журнал",
      en: "the journal as of event N; 0 is the empty journal"),
  ]

  /// The names of the two parameters: members of a request, or options of a subcommand.
  private struct Names {
    let instant: String
    let position: String

    static let members = Names(instant: "asOf", position: "position")
    static let options = Names(instant: "--as-of", position: "--position")

    func rule(from first: Position) -> Bilingual {
      Bilingual(
        ru: "позиция события, от \(first) до последней в журнале",
        en: "the position of an event, from \(first) to the journal's last")
    }

    /// The error if both are given.
    var both: FormError {
      .invalidField(
        position,
        takes: Bilingual(
          ru: "позиция события, если не задано «\(instant)»",
          en: "the position of an event, if \"\(instant)\" is not given"))
    }
  }

  static let instant = Field.instant(Names.members.instant)
  static let position = Field.integer(
    Names.members.position, in: 0...Int.max, takes: Names.members.rule(from: .start))

  private var expression: TimeExpression?
  private(set) var position: Position?
  private var names = Names.members
  /// The smallest allowed position.
  private var first = Position.start

  /// Asks for the whole journal.
  init() {}

  /// Reads the members `asOf` and `position` of a request.
  init(_ form: Form) throws(FormError) {
    expression = try form.optional(Self.instant).map { TimeExpression($0) }
    position = try form.optional(Self.position).map { Position($0) }
    if expression != nil && position != nil { throw names.both }
  }

  /// Reads the options of a subcommand.
  init(_ arguments: Arguments, from first: Position = .start) throws(FormError) {
    names = .options
    self.first = first
    if let text = arguments.value(names.instant) {
      expression = TimeExpression(text)
      if expression == nil { throw .invalidField(names.instant, takes: TimeExpression.forms) }
    }
    if let text = arguments.value(names.position) {
      guard let number = Int(text), number >= first.rawValue else { throw invalidPosition }
      position = Position(number)
    }
    if expression != nil && position != nil { throw names.both }
  }

  /// Whether an instant or a position was given, even the present one.
  var isAboutThePast: Bool { expression != nil || position != nil }

  private var invalidPosition: FormError {
    .invalidField(names.position, takes: names.rule(from: first))
  }

  /// The advice for a position after the end of the journal.
  func hint(in reader: borrowing JournalReader) -> Bilingual? {
    guard expression == nil, let position, position > reader.head else { return nil }
    return .lastEvent(reader.head)
  }

  /// Returns the last position to include and the current moment: the given instant, else the time
  /// of the event at the given position, else the clock.
  func resolve(
    in reader: inout JournalReader, clock: Timestamp = SystemClock.now()
  ) throws -> (through: Position, moment: Moment) {
    let zone = reader.manifest.timeZone
    let instant = try expression.map { (expression) throws(FormError) in
      try Self.resolve(expression, names, in: zone, clock)
    }
    if !isAnswered(by: reader, instant) { try reader.requireWhole() }
    let past = instant.map(Engine.AsOf.time) ?? position.map(Engine.AsOf.position) ?? .now
    let (through, time) = try past.resolve(in: &reader, clock: clock) { _, _ in invalidPosition }
    return (through, Moment(time, in: zone))
  }

  private static func resolve(
    _ expression: TimeExpression, _ names: Names, in zone: TimeZoneTable, _ clock: Timestamp
  ) throws(FormError) -> Timestamp {
    guard let instant = expression.instant(in: zone, clock: clock, .end) else {
      throw .invalidField(names.instant, takes: expression.skippedReason(in: zone))
    }
    TimeOption(name: names.instant, expression: expression, edge: .end).note(instant, in: zone)
    return instant
  }

  /// Whether the reader already has every event that the query includes.
  private func isAnswered(by reader: borrowing JournalReader, _ instant: Timestamp?) -> Bool {
    if let position { return position <= reader.head }
    return instant.map { reader.isAfter($0) } ?? false
  }
}

extension JournalReader {
  /// Whether the reader has every event up to an instant, even if it stops before damage.
  func isAfter(_ instant: Timestamp) -> Bool { lastTime.map { instant < $0 } ?? false }
}
