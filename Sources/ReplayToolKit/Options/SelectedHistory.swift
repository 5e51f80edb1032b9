import EventEngine

/// The events that `audit` and `timeline` print: those about a tag, or those that a filter selects.
struct SelectedHistory {
  static let options =
    [
      OptionSpec(
        "--position", "N",
        ru: "событие на позиции N; вместе с TAG или фильтром — история до N",
        en: "the event at position N; with TAG or a filter, the history up to N"),
      OptionSpec(
        "--as-of", "WHEN",
        ru: "история до момента: 2026-05-08, 2026-05-08T12:00",
        en: "the history up to a time: 2026-05-08, 2026-05-08T12:00"),
      OptionSpec(
        "--domain", "DOMAIN",
        ru: "только события одного домена, например \(Sample.current.domain)",
        en: "only events of one domain, such as \(Sample.current.domain)"),
    ] + EventSelection.options

  private let domains: [DomainDefinition]
  private let past: Past
  private let tag: Tag?
  private var selection: EventSelection
  /// The given position if there is neither a tag nor a filter.
  private let position: Position?
  private let domain: String?

  /// - Parameter verb: the name of the verb, for messages.
  init(_ arguments: Arguments, _ common: CommonOptions, of verb: String) throws(UsageError) {
    guard arguments.positionals.count <= 1 else {
      throw UsageError(
        ru: "\(verb) принимает один тег",
        en: "\(verb) takes one tag")
    }
    domains = common.tool.domains
    tag = arguments.positionals.first.map(Tag.init(rawValue:))
    domain = arguments.value("--domain")
    selection = try EventSelection(arguments, and: tag, of: domain)
    let isAboutOne =
      tag == nil && !selection.isGiven && (domain == nil || arguments.isGiven("--position"))
    past = Past(arguments, from: isAboutOne ? .start.next : .start, in: common.locale)
    position = isAboutOne ? past.position : nil
    try UsageError.require(domain.map { [$0] } ?? [], .domain, among: domains.map(\.name))
    if isAboutOne && arguments.value("--position") == nil && arguments.value("--proof") == nil {
      let sample = "\(toolName) \(verb) \(Sample.current.tag)"
      throw UsageError(
        ru: "\(verb) требует тега или фильтра, например: \(sample)",
        en: "\(verb) needs a tag or a filter, for example: \(sample)")
    }
  }

  var isReversed: Bool { selection.isReversed }

  /// Returns the positions of the events, oldest first; throws if no event has ever had the tag.
  mutating func positions(
    in reader: inout JournalReader, wait: Int, _ terminal: inout Terminal
  ) throws -> [Position] {
    var progress = ScanProgress(.searching, of: try reader.byteCount())
    defer { terminal.clearProgress() }
    return try reader.undisturbed(wait: wait) { reader in
      let (last, _) = try past.resolve(in: &reader)
      try selection.prepare(in: &reader, through: last)
      if let position { selection.after = Position(position.rawValue - 1) }
      return try find(in: &reader, through: last) { progress.show($0, &terminal) }
    }
  }

  /// Prints the note that nothing was found.
  func noteNoEvents(_ terminal: inout Terminal) {
    // A filter may have left out events with the tag.
    let missing = selection.isGiven ? nil : tag
    let bound = past.isGiven ? Bilingual(ru: " до этого момента", en: " up to then") : nil
    terminal.note(
      ru: (missing.map { "нет событий с тегом \($0.rawValue.printable)" } ?? "таких событий нет")
        + (domain.map { " в домене \($0)" } ?? "") + (bound?.ru ?? ""),
      en: (missing.map { "no event has the tag \($0.rawValue.printable)" } ?? "no such event")
        + (domain.map { " in the domain \($0)" } ?? "") + (bound?.en ?? ""))
  }

  private func find(
    in reader: inout JournalReader, through last: Position, _ visited: (RecordView) -> Void
  ) throws -> [Position] {
    var found: Set<Position> = []
    func look(_ view: RecordView, isRelated: Bool = false) -> Bool {
      visited(view)
      if selection.isOver(at: view) { return false }
      guard isRelated ? selection.includesRelated(view) : selection.includes(view) else {
        return true
      }
      found.insert(view.position)
      return true
    }
    try reader.forEach(selection.query, after: selection.after, through: last) { look($0) }
    if let tag {
      if found.isEmpty { try ExistingNames.require([tag], in: &reader) }
      let effects = EventEffects(of: [], domains, in: reader.timeZone)
      for position in try effects.related(to: tag, in: &reader, through: last)
      where position > selection.after {
        try reader.forEach(after: Position(position.rawValue - 1), through: position) {
          look($0, isRelated: true)
        }
      }
    }
    // `-n` has set the start by counting only the events with the tag. Related events may exceed
    // that count, so the last ones are chosen again.
    return Array(found.sorted().suffix(selection.last ?? .max))
  }
}
