import EventEngine

/// A time that an option of a subcommand gives, such as `--since yesterday`. The journal's zone
/// turns it into an instant.
package struct TimeOption: Sendable {
  package let name: String
  package let expression: TimeExpression
  package let edge: TimeExpression.Edge

  /// Returns the instant, and prints it as `note` does.
  ///
  /// - Throws: `UsageError` for a time that the journal's clock skips.
  package func resolve(
    in zone: TimeZoneTable, clock: Timestamp = SystemClock.now()
  ) throws(UsageError) -> Timestamp {
    guard let instant = expression.instant(in: zone, clock: clock, edge) else {
      throw UsageError(
        ru: "\(name) принимает \(expression.skippedReason(in: zone).ru)",
        en: "\(name) takes \(expression.skippedReason(in: zone).en)")
    }
    note(instant, in: zone)
    return instant
  }

  /// Prints on a terminal how the text was understood, unless it is a full instant. The note has no
  /// words, so that it suits every language.
  package func note(_ instant: Timestamp, in zone: TimeZoneTable) {
    if expression.isInstant { return }
    var terminal = Terminal()
    guard terminal.showsProgress else { return }
    terminal.note(
      "\(toolName): \(name) \(expression.text) = \(instant) = \(zone.local(instant)) \(zone.name)")
  }
}

extension TimeZoneTable {
  /// The local time as text: `2026-05-11 12:00:00`, with milliseconds if there are any, and with
  /// the offset if the clock shows the time twice.
  package func local(_ instant: Timestamp) -> String {
    let shifted = instant.advanced(bySeconds: Int64(offset(at: instant)))
    guard shifted.isRepresentable else { return "\(instant)" }
    let text = shifted.rfc3339.dropLast().replacing("T", with: " ")
    return (text.hasSuffix(".000") ? String(text.dropLast(4)) : String(text)) + mark(at: instant)
  }

  /// The offset from UTC, such as `+02:00`, if the local clock shows the time of the instant twice;
  /// else nothing.
  func mark(at instant: Timestamp) -> String {
    guard isShownTwice(instant) else { return "" }
    let minutes = Int(offset(at: instant)) / 60
    func digits(_ number: Int) -> Substring { "\(100 + number)".dropFirst() }
    return "\(minutes < 0 ? "-" : "+")\(digits(abs(minutes) / 60)):\(digits(abs(minutes) % 60))"
  }
}

extension Arguments {
  /// Returns the time of an option; nil if it is not given.
  package func time(_ name: String, _ edge: TimeExpression.Edge) throws(UsageError) -> TimeOption? {
    try times(name, edge).last
  }

  /// Returns every time of an option that may be repeated.
  package func times(_ name: String, _ edge: TimeExpression.Edge) throws(UsageError) -> [TimeOption]
  {
    try values(name).map { (text) throws(UsageError) in
      guard let expression = TimeExpression(text) else {
        throw UsageError(
          ru: "\(name) принимает \(TimeExpression.forms.ru), а не «\(text)»",
          en: "\(name) takes \(TimeExpression.forms.en), not \"\(text)\"")
      }
      return TimeOption(name: name, expression: expression, edge: edge)
    }
  }
}

extension [TimeOption] {
  func resolve(in zone: TimeZoneTable) throws(UsageError) -> [Timestamp] {
    try map { (option) throws(UsageError) in try option.resolve(in: zone) }
  }
}
