import EventEngine

/// A filter for events: any of some types, all of some tags, from a time or a position on.
struct EventSelection {
  static let options = [
    OptionSpec("--type", "TYPE", "only events of this type; repeat: any of them"),
    OptionSpec(
      "--tag", "TAG",
      "only events with this tag, such as \(Sample.own?.tag ?? "order:9421"); repeat: all of them"),
    OptionSpec("--since", "TIME", "only events at or after this time"),
    OptionSpec("--after", "N", "only events after position N"),
  ]
  static let untilOption = OptionSpec("--until", "TIME", "only events at or before this time")

  let query: Query
  private let types: [EventType]
  private let tags: [Tag]
  private let since: Timestamp?
  private let until: Timestamp?
  /// The position before the first selected one.
  var after: Position
  /// Whether the selection has a start position.
  let hasStart: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    types = arguments.values("--type").map(EventType.init(rawValue:))
    tags = arguments.values("--tag").map(Tag.init(rawValue:))
    query = types.isEmpty && tags.isEmpty ? .everything : Query([.init(types: types, tags: tags)])
    since = try arguments.instant("--since")
    until = try arguments.instant("--until")
    let after = try arguments.integer("--after", in: 0...Int.max)
    self.after = Position(after ?? 0)
    hasStart = after != nil
  }

  /// Checks that every type and tag of the filter has had an event.
  ///
  /// - Parameter mayCome: types that need no event yet, since new events are waited for.
  func requireKnown(
    in reader: inout JournalReader, mayCome: [EventType] = []
  ) throws {
    try ExistingNames.require(types: types, tags: tags, in: &reader, mayCome: mayCome)
  }

  /// Moves the start past all events that are too early, so that they are not read.
  mutating func skipEarly(in reader: inout JournalReader) throws(JournalError) {
    guard let since, since > .earliest else { return }
    after = max(after, try reader.position(asOf: since.advanced(byMilliseconds: -1)))
  }

  /// Whether the event's time is selected.
  func includes(_ view: RecordView) -> Bool {
    if let since, view.time < since { return false }
    if let until, view.time > until { return false }
    return true
  }

  /// Whether no later event can be selected.
  func isOver(at view: RecordView) -> Bool { until.map { view.time > $0 } ?? false }
}

extension Arguments {
  /// Returns an RFC 3339 instant.
  package func instant(_ name: String) throws(UsageError) -> Timestamp? {
    guard let text = value(name) else { return nil }
    do throws(TimestampError) { return try Timestamp.parse(rfc3339: text) } catch {
      throw UsageError(
        "\(name) takes an instant such as 2026-05-08T12:00:00Z, not \"\(text)\": \(error)")
    }
  }

  /// Throws if there are positional arguments.
  package func refusePositionals(of name: String) throws(UsageError) {
    guard let word = positionals.first else { return }
    throw UsageError("\(name) takes options only, not \"\(word)\"")
  }
}
