import EventEngine

/// The selection of events that changed an answer: `--since`, `--until`, `-n`, `--reverse`.
struct StepSelection {
  static let options = [
    OptionSpec(
      "--since", "WHEN",
      ru: "только изменения не раньше этого времени: today, 2026-05-08T12:00",
      en: "only changes at or after this time: today, 2026-05-08T12:00"),
    OptionSpec(
      "--until", "WHEN",
      ru: "только изменения не позже этого времени",
      en: "only changes at or before this time"),
    OptionSpec(
      "-n", "N",
      ru: "только последние N изменений",
      en: "only the last N changes"),
    OptionSpec(
      "--reverse", nil,
      ru: "сначала новые",
      en: "newest first"),
  ]

  let since: [TimeOption]
  let until: [TimeOption]
  /// The number of events to keep at the end; nil for all.
  let last: Int?
  let isReversed: Bool

  func choose(
    _ steps: [AnswerHistory.Step], in zone: TimeZoneTable
  ) throws(UsageError) -> [AnswerHistory.Step] {
    let since = try since.resolve(in: zone).min()
    let until = try until.resolve(in: zone).max()
    let within = steps.filter { step in
      step.event.time >= since ?? .earliest && step.event.time <= until ?? .latest
    }
    let newest = within.suffix(last ?? .max)
    return isReversed ? newest.reversed() : Array(newest)
  }
}

extension StepSelection {
  init(_ arguments: Arguments) throws(UsageError) {
    since = try arguments.times("--since", .start)
    until = try arguments.times("--until", .end)
    last = try arguments.integer("-n", in: 0...Int.max)
    isReversed = arguments.has("--reverse")
  }
}

/// The same choices as members of a request.
extension StepSelection {
  private static let since = Field<TimeOption>.time("since", .start)
  private static let until = Field<TimeOption>.time("until", .end)
  private static let limit = Field<Int>.count("limit")
  private static let reverse = Field<Bool>.boolean("reverse")

  static let fields = [since.optional, until.optional, limit.optional, reverse.optional]

  init(_ form: Form) throws(FormError) {
    since = try form.optional(Self.since).map { [$0] } ?? []
    until = try form.optional(Self.until).map { [$0] } ?? []
    last = try form.optional(Self.limit)
    isReversed = try form.optional(Self.reverse) ?? false
  }
}

extension Field<TimeOption> {
  static func time(_ name: String, _ edge: TimeExpression.Edge) -> Field {
    string(name, .text, takes: TimeExpression.forms) { text in
      TimeExpression(text).map { TimeOption(name: name, expression: $0, edge: edge) }
    }
  }
}
