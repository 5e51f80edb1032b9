import EventEngine

/// Writes events as JSON lines, or the records of a whole journal.
struct Export: Subcommand {
  static let name = "export"
  static let summary = "write events as JSON lines, or a whole journal byte for byte"
  static let usage = ""
  static let options =
    EventSelection.options + AsOf.options + [
      OptionSpec("--file", "FILE", "write to a new file instead of standard output"),
      OptionSpec("--records", nil, "export the records byte for byte, for import --records"),
    ]
  static let examples: [(command: String, does: String)] = [
    ("\(toolName) export --file events.jsonl", "all events, readable, into a new file"),
    ("\(toolName) export --tag case:case-891 | jq .data", "the events of one case"),
    (
      "\(toolName) export --records --file journal.records",
      "the whole journal, byte for byte, to move it elsewhere"
    ),
  ]
  static let details = """
    Each line has position, id, time, type, version, tags and data, and actor, command, commandId,
    correlation and because where the event has them, but no personal data. Events of the
    engine's own domains can be read but not imported again; to move them, use --records, which
    never includes the journal's key.

    FILE gets its name when it is complete; until then it is called FILE.new.
    """

  private let common: CommonOptions
  private var selection: EventSelection
  private let past: Past
  private let path: String?
  private let movesRecords: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    selection = try EventSelection(arguments)
    past = Past(arguments, in: common.locale)
    path = arguments.value("--file")
    movesRecords = arguments.has("--records")
    let filters = EventSelection.options.map(\.name)
    if movesRecords, let filter = filters.first(where: arguments.isGiven) {
      throw UsageError(
        "\(filter) cannot be combined with --records, which exports from the journal's start")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    var (last, _) = try past.resolve(in: &reader)
    if movesRecords { last = try reader.wholeAppends(through: last) }
    try selection.prepare(in: &reader, through: last)
    var throughput = Throughput()
    let count: Int
    if let path {
      count = try write(to: path, &reader, through: last, &throughput, &terminal)
    } else {
      count = try writeToStandardOutput(&reader, through: last, &throughput, &terminal)
    }
    let seconds = throughput.seconds
    terminal.note(
      "\(toolName): \(count.counted("event")) exported in \(seconds.fixed(3)) s "
        + "(\(Throughput.rate(count, in: seconds).grouped) events/s)")
    return .success
  }

  private func write(
    to path: String, _ reader: inout JournalReader, through last: Position,
    _ throughput: inout Throughput, _ terminal: inout Terminal
  ) throws -> Int {
    var file: OutputFile
    do throws(SystemError) { file = try OutputFile(creating: path) } catch {
      let name = error == .exists ? OutputFile.inTheWay(of: path) : path
      throw ToolFailure(
        .cannotCreate, "\(name): \(error)",
        hint: error == .exists ? "remove it, or name another file with --file FILE" : nil)
    }
    do {
      let count = try export(&reader, through: last, &throughput, &terminal) {
        (write) throws(SystemError) in try file.line(write)
      }
      try file.finish()
      return count
    } catch {
      try ToolFailure.naming(path) { () throws(SystemError) in try file.discard() }
      guard let error = error as? SystemError else { throw error }
      throw ToolFailure(
        .inputOutput, "writing \(path): \(error)", hint: "the incomplete file was removed")
    }
  }

  private func writeToStandardOutput(
    _ reader: inout JournalReader, through last: Position, _ throughput: inout Throughput,
    _ terminal: inout Terminal
  ) throws -> Int {
    var output = TextOutput.standard
    let count = try export(&reader, through: last, &throughput, &terminal) {
      (write) throws(SystemError) in try output.line(write)
    }
    try output.flush()
    return count
  }

  /// - Returns: the number of events written.
  private func export(
    _ reader: inout JournalReader, through last: Position, _ throughput: inout Throughput,
    _ terminal: inout Terminal, to line: ((inout [UInt8]) -> Void) throws(SystemError) -> Void
  ) throws -> Int {
    if movesRecords {
      let header = RecordsHeader(reader.manifest, events: last.rawValue)
      try line { $0.append(contentsOf: header.encoded()) }
    }
    let total = terminal.showsProgress ? try reader.byteCount() : 0
    var (count, bytes) = (0, 0)
    try selection.forEach(in: &reader, through: last) { event in
      try line { line in
        if movesRecords, let view = event as? RecordView {
          view.appendLine(to: &line)
          bytes += view.byteCount
        } else {
          let start = line.count
          event.appendEvent(to: &line)
          bytes += line.count - start
          PrintableJSON.spellOut(&line, from: start)
        }
      }
      count += 1
      if count & 0xfff == 0 {
        throughput.show("exporting", events: count, bytes: bytes, of: total, &terminal)
      }
      return true
    }
    if try movesRecords && reader.wasDisturbed(wait: common.wait) {
      throw ToolFailure(
        .busy, "personal data was erased during the export, which is inconsistent",
        hint: "export again")
    }
    return count
  }
}
