import EventEngine

/// The filter of `tail`, `export`, `audit` and other verbs that list events. Values of one option
/// are alternatives; different options must all match.
struct EventSelection {
  static let options =
    [
      OptionSpec(
        "--since", "WHEN",
        ru: "только события не раньше этого времени: today, 2026-05-08T12:00",
        en: "only events at or after this time: today, 2026-05-08T12:00"),
      OptionSpec(
        "--until", "WHEN",
        ru: "только события не позже этого времени",
        en: "only events at or before this time"),
      OptionSpec(
        "--after", "N",
        ru: "только события после позиции N",
        en: "only events after position N"),
      OptionSpec(
        "--type", "TYPE",
        ru: "только события этого типа; \(prefix) — все с таким началом",
        en: "only events of this type; \(prefix) for a prefix"),
      OptionSpec(
        "--tag", "TAG",
        ru: "только события с этим тегом, например \(Sample.current.tag)",
        en: "only events with this tag, such as \(Sample.current.tag)"),
      OptionSpec(
        "--actor", "WHO",
        ru: "только события, которые вызвал этот участник",
        en: "only events that this actor caused"),
      OptionSpec(
        "--command", "NAME",
        ru: "только события, которые вызвала эта команда",
        en: "only events that this command caused"),
      OptionSpec(
        "--command-id", "ID",
        ru: "только события команды с этим id",
        en: "only events of the command with this id"),
      OptionSpec(
        "--correlation", "ID",
        ru: "только события с этой корреляцией",
        en: "only events with this correlation"),
      OptionSpec(
        "-n", "N",
        ru: "только последние N из них",
        en: "only the last N of them"),
      OptionSpec(
        "--reverse", nil,
        ru: "сначала новые",
        en: "newest first"),
    ]
  private static let prefix = "\(Sample.current.domain).*"

  /// The part of the filter that the index answers.
  let query: Query
  private let types: TypePatterns
  private let tags: [Tag]
  private let causes: CauseFilter
  /// The domain of the events; nil for any.
  private let domain: String?
  private let sinceOptions: [TimeOption]
  private let untilOptions: [TimeOption]
  private var since: Timestamp?
  private(set) var until: Timestamp?
  /// The position before the first selected one.
  var after: Position
  /// The number of events to keep at the end; nil for all.
  let last: Int?
  let isReversed: Bool
  /// Whether an option sets where the selection begins.
  let hasStart: Bool
  /// Whether any option is given.
  let isGiven: Bool

  /// - Parameters:
  ///   - tag: a tag that the events must have in addition to those of `--tag`.
  ///   - domain: the domain that their types must belong to.
  init(
    _ arguments: Arguments, and tag: Tag? = nil, of domain: String? = nil
  ) throws(UsageError) {
    self.domain = domain
    types = TypePatterns(arguments.values("--type"))
    tags = arguments.values("--tag").map(Tag.init(rawValue:))
    causes = CauseFilter(arguments)
    sinceOptions = try arguments.times("--since", .start)
    untilOptions = try arguments.times("--until", .end)
    let after = try arguments.integers("--after", in: 0...Int.max).min()
    self.after = Position(after ?? 0)
    last = try arguments.integer("-n", in: 0...Int.max)
    isReversed = arguments.has("--reverse")
    hasStart = after != nil || !sinceOptions.isEmpty || last != nil
    isGiven = Self.options.contains { arguments.isGiven($0.name) }
    query = Self.query(types.indexed, tags, tag)
  }

  private static func query(_ types: [EventType], _ tags: [Tag], _ tag: Tag?) -> Query {
    let common = tag.map { [$0] } ?? []
    let items = tags.map { Query.Item(types: types, tags: common + [$0]) }
    if !items.isEmpty { return Query(items) }
    return types.isEmpty && common.isEmpty
      ? .everything : Query([.init(types: types, tags: common)])
  }

  /// Resolves the times, checks that every name of the filter occurs in an event, and moves the
  /// start past the events that are not selected.
  ///
  /// - Parameters:
  ///   - last: the last position to select.
  ///   - expecting: domains whose types and commands may occur in no event so far, since the caller
  ///     waits for new events.
  mutating func prepare(
    in reader: inout JournalReader, through last: Position? = nil,
    expecting domains: [DomainDefinition] = []
  ) throws {
    let zone = reader.manifest.timeZone
    since = try sinceOptions.resolve(in: zone).min()
    until = try untilOptions.resolve(in: zone).max()
    try ExistingNames.require(
      types: types, tags: tags, causes: causes, in: &reader, expecting: domains)
    if let since, since > .earliest {
      after = max(after, try reader.position(asOf: since.advanced(byMilliseconds: -1)))
    }
    if let count = self.last { try keepLast(count, in: &reader, through: last ?? reader.head) }
  }

  /// Moves the start so that `count` selected events remain. Reads from the end, as far as needed.
  private mutating func keepLast(
    _ count: Int, in reader: inout JournalReader, through last: Position
  ) throws(JournalError) {
    var kept: [Position] = []
    var end = last
    var window = 1000
    while end > after && kept.count < count {
      let start = Position(max(after.rawValue, end.rawValue - window))
      var found: [Position] = []
      try reader.forEach(query, after: start, through: end) { view in
        if includes(view) { found.append(view.position) }
        return true
      }
      kept = (found + kept).suffix(count)
      end = start
      window *= 2
    }
    guard kept.count == count else { return }
    after = kept.first.map { Position($0.rawValue - 1) } ?? last
  }

  /// Whether an event that `query` matches is selected.
  func includes(_ event: some ListedEvent) -> Bool {
    if let since, event.time < since { return false }
    if let until, event.time > until { return false }
    if let domain, event.type.domainName.map(String.init) != domain { return false }
    return types.includes(event.type) && causes.includes(event)
  }

  /// Whether the filter selects the event if the additional tag given to `init` is ignored. Use it
  /// for events that changed an answer about that tag without carrying the tag.
  func includesRelated(_ event: some ListedEvent) -> Bool {
    includes(event) && Self.query(types.indexed, tags, nil).matches(event.type, event.tags)
  }

  /// Whether no later event can be selected.
  func isOver(at event: some ListedEvent) -> Bool { until.map { event.time > $0 } ?? false }

  /// Calls `body` with each selected event, in the order that the options ask for, until it returns
  /// false.
  func forEach(
    in reader: inout JournalReader, through last: Position? = nil,
    _ body: (any ListedEvent) throws -> Bool
  ) throws {
    var failure: (any Error)?
    func visit(_ event: any ListedEvent) -> Bool {
      do { return try body(event) } catch {
        failure = error
        return false
      }
    }
    if isReversed {
      let last = last ?? reader.head
      try reader.forEachBackwards(query, after: after) { event in
        event.position > last || !includes(event) || visit(event)
      }
    } else {
      try reader.forEach(query, after: after, through: last) { view in
        if isOver(at: view) { return false }
        return !includes(view) || visit(view)
      }
    }
    if let failure { throw failure }
  }
}

extension Arguments {
  /// Throws if there are positional arguments. The folder of a journal stands for `--journal`.
  ///
  /// - Parameter option: the option that any other word may stand for; nil for none.
  package func refusePositionals(
    of name: String, insteadOf option: String? = nil
  ) throws(UsageError) {
    guard let word = positionals.first else { return }
    if JournalAddress.isURL(word) {
      // It is not repeated: it may contain a password.
      throw UsageError(
        ru: "\(name) принимает только опции; URL журнала указывают так: --journal URL",
        en: "\(name) takes options only; a journal's URL is given by --journal URL")
    }
    let option = JournalAddress.isFolder(word) ? "--journal" : option
    throw UsageError(
      Bilingual(
        ru: "\(name) принимает только опции, а не «\(word)»",
        en: "\(name) takes options only, not \"\(word)\"")
        + .suggesting(option.map { "\($0) \(word)" }))
  }

  /// Throws if there is more than one positional argument.
  ///
  /// - Parameter what: what the only one is, in Russian with its numeral in the accusative.
  func refuseSecond(
    of name: String, _ what: Bilingual = Bilingual(ru: "одно имя", en: "name")
  ) throws(UsageError) {
    guard positionals.count > 1 else { return }
    throw UsageError(
      ru: "\(name) принимает только \(what.ru); уберите «\(positionals[1])»",
      en: "\(name) takes only one \(what.en); leave out \"\(positionals[1])\"")
  }

  /// Throws if `--json` is given for what prints none.
  func refuseJSON(of name: String) throws(UsageError) {
    guard has("--json") else { return }
    throw UsageError(
      ru: "\(name) не выводит JSON; уберите --json",
      en: "\(name) prints no JSON; leave --json out")
  }
}
