import EventEngine

/// Two moments of a history: `--from` and `--to`.
struct MomentRange {
  private let from: HistoryMoment
  private let to: HistoryMoment?

  init(_ arguments: Arguments) throws(UsageError) {
    guard let from = try HistoryMoment(arguments, "--from", .start) else {
      if let left = arguments.value(LeftOutEvents.option.name) {
        throw UsageError(
          ru: "diff --without \(left) требует --from WHEN: сравниваются два момента, оба без "
            + "этого события; что изменило само событие, выводит \(toolName) audit --position N",
          en: "diff --without \(left) needs --from WHEN: it compares two moments, both without the "
            + "event; \(toolName) audit --position N prints what the event itself changed")
      }
      throw UsageError(
        ru: "diff требует --from WHEN или --against DIR",
        en: "diff needs --from WHEN, or --against DIR")
    }
    self.from = from
    to = try HistoryMoment(arguments, "--to", .end)
  }

  init(from: HistoryMoment, to: HistoryMoment?) {
    self.from = from
    self.to = to
  }

  /// Returns the two positions and the time of the queries: the instant of `to` if that is a time,
  /// else the time of the event at the later position.
  func resolve(
    in reader: inout JournalReader
  ) throws -> (from: Position, to: Position, moment: Moment) {
    let (first, _) = try from.resolve(in: &reader)
    if to == nil { try reader.requireWhole() }
    let (last, instant) = try to?.resolve(in: &reader) ?? (reader.head, nil)
    guard first <= last else {
      throw FormError.invalidField(
        from.name,
        takes: Bilingual(
          ru: "момент не позже «\(to?.name ?? "to")» (событие \(first) идёт после события \(last))",
          en: "a moment not after \"\(to?.name ?? "to")\" (event \(first) is after event \(last))"))
    }
    let time = try instant ?? reader.time(at: last) ?? .earliest
    return (first, last, Moment(time, in: reader.timeZone))
  }

  /// Returns the differences of every answer that differs between the two moments.
  ///
  /// - Throws: `ToolFailure` if the journal has no event at a position that is to be left out.
  func differences(
    in reader: inout JournalReader, _ domains: [DomainDefinition], without: LeftOutEvents,
    locale: Language
  ) throws -> [AnswerDifference] {
    let (first, last, moment) = try resolve(in: &reader)
    try without.require(in: reader)
    let context = QueryContext(at: moment, locale: locale, isAudit: true)
    return try domains.differences(
      in: &reader, from: first, to: last, context, without: without.positions
    ).map { AnswerDifference(key: $0.key, from: first, to: last, changes: $0.changes) }
  }
}

/// A position or a time.
enum HistoryMoment {
  case position(Position, name: String)
  case time(TimeOption)

  init?(_ arguments: Arguments, _ name: String, _ edge: TimeExpression.Edge) throws(UsageError) {
    guard let text = arguments.value(name) else { return nil }
    if let number = Int(text), number >= 0 {
      self = .position(Position(number), name: name)
    } else {
      guard let option = try arguments.time(name, edge) else { return nil }
      self = .time(option)
    }
  }

  /// The option or the member that gives the moment.
  var name: String {
    switch self {
    case .position(_, let name): name
    case .time(let option): option.name
    }
  }

  /// Returns the last position up to the moment and, if the moment is a time, the instant.
  ///
  /// - Throws: `.damaged` if the reader stops before the moment; `FormError` if the journal has no
  ///   such position.
  func resolve(
    in reader: inout JournalReader
  ) throws -> (position: Position, instant: Timestamp?) {
    switch self {
    case .position(let position, let name):
      guard position <= reader.head else {
        try reader.requireWhole()
        throw FormError.invalidField(
          name,
          takes: Bilingual(
            ru: "позиция события, от 0 до \(reader.head), или время",
            en: "the position of an event, from 0 to \(reader.head), or a time"))
      }
      return (position, nil)
    case .time(let option):
      let instant = try option.resolve(in: reader.timeZone)
      if !reader.isAfter(instant) { try reader.requireWhole() }
      // The position as of an instant includes the events at that instant. The start of a day
      // excludes them, so that a range from that day contains the whole day.
      let isStartOfDay = option.edge == .start && option.expression.isDay
      let end = isStartOfDay ? Timestamp(rawValue: instant.rawValue - 1) : instant
      return (try reader.position(asOf: end), instant)
    }
  }
}
