import EventEngine

/// The events that a verb has recorded. If the report cannot be printed, the failure names them, so
/// that the user does not repeat the command.
extension Bilingual {
  /// The events at these positions; nil if there are none.
  static func events(at positions: [Position]) -> Bilingual? {
    let recorded = PositionRanges(positions.map { $0...$0 })
    if recorded.isEmpty { return nil }
    func list(_ to: String) -> String {
      recorded.ranges.map { range in
        let (first, last) = (range.lowerBound, range.upperBound)
        return first == last ? "\(first)" : "\(first)\(to)\(last)"
      }.joined(separator: ", ")
    }
    let isOne = recorded.count == 1
    return Bilingual(
      ru: "\(isOne ? "событие" : "события") \(list("–"))",
      en: "\(isOne ? "event" : "events") \(list(" to "))")
  }

  /// The number of events as text; nil for none.
  static func events(_ count: Int) -> Bilingual? {
    count == 0
      ? nil : Bilingual(ru: "событий \(count.russian)", en: count.counted("event"))
  }

  /// The failure of a write to standard output, with the events that are recorded nevertheless.
  static func unwritable(_ error: SystemError, recorded: Bilingual?) -> Bilingual {
    let reason = "\(error)"
    let text = Bilingual(
      ru: "не удалось записать в стандартный вывод: \(error.text.ru)",
      en: "cannot write to standard output: \(reason.prefix(1).lowercased())\(reason.dropFirst())")
    guard let recorded else { return text }
    return text
      + Bilingual(
        ru: "; но в журнал записано: \(recorded.ru)",
        en: "; recorded nevertheless: \(recorded.en)")
  }
}
