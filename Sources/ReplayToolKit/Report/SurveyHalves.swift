import EventEngine

/// Surveys the two halves of a journal on two threads, since reading takes most of the time.
struct SurveyHalves {
  let common: CommonOptions
  let selection: EventSelection
  let withPersonal: Bool

  /// The shortest journal that is divided.
  private static let leastEvents = 50_000

  /// Reads the events up to `last`.
  func survey(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws -> Survey {
    guard last.rawValue <= Survey.mostEvents else {
      throw ToolFailure(
        .malformedInput, .tooLarge,
        ru: "на одной странице помещается событий: не больше \(Survey.mostEvents.russian)",
        en: "one page can show at most \(Survey.mostEvents.counted("event"))")
    }
    let isLong = last.rawValue >= Self.leastEvents
    let middle = isLong ? Position(last.rawValue / 2) : last
    let later = isLong ? Background { try half(after: middle, through: last) } : nil
    var survey = empty(last.rawValue)
    var progress = ScanProgress(
      Bilingual(ru: "чтение", en: "reading"),
      of: terminal.showsProgress ? try reader.byteCount() / (isLong ? 2 : 1) : 0)
    try survey.run(&reader, selection, through: middle) { progress.show($0, &terminal) }
    if let later { survey.add(try later.result()) }
    terminal.clearProgress()
    return survey
  }

  private func empty(_ count: Int) -> Survey {
    Survey(common.tool.domains, withPersonal: withPersonal, count: count)
  }

  private func half(after first: Position, through last: Position) throws -> Survey {
    var reader = try common.openReader()
    var survey = empty(last.rawValue - first.rawValue)
    try survey.run(&reader, selection, after: first, through: last)
    return survey
  }
}
