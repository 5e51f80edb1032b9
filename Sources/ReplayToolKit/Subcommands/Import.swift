import EventEngine

/// Appends foreign events from JSON lines, or creates a journal from exported records.
struct Import: Subcommand {
  static let name = "import"
  static let summary = "append foreign events from JSON lines"
  static let usage = ""
  static let options =
    [
      OptionSpec("--file", "FILE", "read from a file instead of standard input"),
      OptionSpec("--dry-run", nil, "check everything, record nothing"),
      OptionSpec("--sort", nil, "order by time first; holds all events in memory"),
      OptionSpec("--records", nil, "create a journal from the output of export --records"),
      FutureTimes.option,
    ] + JournalCreation.options
  static let examples: [(command: String, does: String)] = [
    ("\(toolName) import --file events/receipt.events.jsonl", "the log of a permit process"),
    ("\(toolName) import --dry-run --sort < events.jsonl", "check whether a file can be imported"),
    (
      "\(toolName) import --records --file journal.records --journal /srv/journal",
      "create a journal from another one's records, byte for byte"
    ),
  ]
  static let details = """
    One event per line: type (1 to 200 characters), time (RFC 3339, not before the previous event
    and at most a day ahead of the clock), tags (texts), data (an object), and optionally id (a
    UUID). position and version are ignored.

    An event whose id is already in the journal is skipped. A line without an id gets one from its
    content and its ordinal among equal lines, so an import can be repeated and adds nothing twice.
    Lines are recorded in batches of 4096, each completely or not at all. A malformed line stops the
    import; the batches before it stay recorded.
    """

  private let common: CommonOptions
  private let creation: JournalCreation
  private let future: FutureTimes
  private let path: String?
  private let isDryRun: Bool
  private let sorts: Bool
  private let movesRecords: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    creation = try JournalCreation(arguments)
    future = FutureTimes(arguments)
    try arguments.refusePositionals(of: Self.name)
    path = arguments.value("--file")
    isDryRun = arguments.has("--dry-run")
    sorts = arguments.has("--sort")
    movesRecords = arguments.has("--records")
    if movesRecords && (sorts || isDryRun) {
      throw UsageError("--records cannot be combined with --sort or --dry-run")
    }
    if movesRecords { try creation.refuse(nextTo: "--records") }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let input = ImportInput(
      path, limit: movesRecords ? Limits.recordBytes : Limits.commandBytes)
    if movesRecords {
      try RecordsImporting(common, future).run(input, &terminal)
    } else {
      var importing = EventsImporting(
        common, creation, future, isDryRun: isDryRun, sorts: sorts)
      try importing.run(input, &terminal)
    }
    return .success
  }
}

/// The input of an import.
package struct ImportInput {
  package let path: String?
  private let limit: Int

  package init(_ path: String?, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// The file's name, for messages.
  package var name: String { path ?? "standard input" }

  /// The file's length in bytes; zero if it is unknown.
  package var byteCount: Int {
    do throws(SystemError) { return try path.map(SmallFile.size) ?? 0 } catch { return 0 }
  }

  package func open() throws(ToolFailure) -> LineInput {
    guard let path else { return LineInput(limit: limit) }
    return try ToolFailure.naming(path) { () throws(SystemError) in
      try LineInput(path: path, limit: limit)
    }
  }

  /// Returns the next lines; empty at the end.
  package func next(_ lines: inout LineInput) throws(ToolFailure) -> [LineInput.Line] {
    do throws(SystemError) { return try lines.nextBatch() } catch {
      throw ToolFailure(error.status, "reading \(name): \(error)")
    }
  }
}
