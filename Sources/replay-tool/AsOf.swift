import Domain
import EventStore
import Projections

/// Which past somebody asks about: the journal as of an instant, as of a position, or whole.
struct AsOf {
  static let options = [
    OptionSpec("--as-of", "TIME", "the journal as it was at an instant: 2026-05-08T12:00:00Z"),
    OptionSpec("--position", "N", "the journal as it was behind its event N; 0: empty"),
  ]

  static let instant = Field<Timestamp>.instant("asOf")
  static let position = Field<Int>.integer("position", in: 0...Int.max, takes: positionRule())

  private static func positionRule(from first: Position = .start) -> Bilingual {
    Bilingual(
      ru: "номер события, от \(first) до последнего в журнале, и без «asOf»",
      en: "the position of an event, from \(first) to the journal's last, and no \"asOf\" beside it"
    )
  }

  private var instant: Timestamp?
  private var position: Position?
  /// The first position that may be asked for.
  private var first = Position.start

  /// The whole journal.
  init() {}

  /// The members `asOf` and `position` of a request.
  init(_ form: Form) throws(FormError) {
    instant = try form.optional(Self.instant)
    position = try form.optional(Self.position).map { Position($0) }
    if instant != nil && position != nil {
      throw .invalidField("position", takes: Self.positionRule())
    }
  }

  /// The options of a subcommand.
  init(_ arguments: Arguments, from first: Position = .start) throws(FormError) {
    var members = JSONObject()
    if let text = arguments.value("--as-of") { members["asOf"] = .string(text) }
    if let text = arguments.value("--position") {
      members["position"] = JSONNumber(text).map { .number($0) } ?? .string(text)
    }
    try self.init(Form(members, fields: [Self.instant.optional, Self.position.optional]))
    self.first = first
  }

  /// The last event that is looked at, and what counts as now: the instant asked for, else the time
  /// of the event asked for, else the clock.
  func resolve(
    in reader: inout JournalReader, clock: Timestamp = SystemClock.now()
  ) throws -> (through: Position, moment: Moment) {
    if !isAnswered(by: reader) { try reader.requireWhole() }
    let zone = reader.manifest.timeZone
    if let instant { return (try reader.position(asOf: instant), Moment(instant, in: zone)) }
    guard let position else { return (reader.head, Moment(clock, in: zone)) }
    guard position <= reader.head else {
      throw FormError.invalidField("position", takes: Self.positionRule(from: first))
    }
    return (position, Moment(try reader.time(at: position) ?? clock, in: zone))
  }

  /// Whether nothing behind the reader's last event belongs to what is asked for.
  private func isAnswered(by reader: borrowing JournalReader) -> Bool {
    if let position { return position <= reader.head }
    guard let instant, let last = reader.lastTime else { return false }
    return instant < last
  }
}
