import EventEngine

/// Removes personal data for good.
struct Erase: Subcommand {
  static let name = "erase"
  static let summary = "remove a subject's personal data for good"
  static let usage = "TAG … | --due"
  static let options = [
    OptionSpec("--due", nil, "what deletions and the passing of time have made due"),
    OptionSpec("--reason", "TEXT", "why; recorded for ever, so name nobody"),
    OptionSpec("--actor", "WHO", "who erases (default: admin)"),
    OptionSpec("--at", "TIME", "when it happened; never before the last event (default: now)"),
    OptionSpec("--dry-run", nil, "say what would go, and change nothing"),
    OptionSpec("--yes", nil, "do not ask; needed where there is no terminal to ask on"),
  ]
  static let examples: [(command: String, does: String)] =
    Sample.own.map(examples) ?? [
      (
        "\(toolName) erase user:eva --reason 'request 17'",
        "the personal data of everything that is about eva, in all domains"
      ),
      ("\(toolName) erase order:9421 --dry-run", "what would go: how many records of which types"),
      ("\(toolName) erase user:eva --yes", "the same from a script, which nobody can ask"),
      (
        "\(toolName) erase --due --yes --json",
        "the texts of deleted trackers and categories, and sign-in codes of the day before"
      ),
    ]
  private static func examples(_ own: Sample) -> [(command: String, does: String)] {
    [
      (
        "\(toolName) erase \(own.tag) --reason 'request 17'",
        "the personal data of everything that has this tag as its subject"
      ),
      ("\(toolName) erase \(own.tag) --dry-run", "what would go: how many records of which types"),
      ("\(toolName) erase \(own.tag) --yes", "the same from a script, which nobody can ask"),
      ("\(toolName) erase --due --yes --json", "what deletions and the passing of time made due"),
    ]
  }

  private static let tags =
    Sample.own.map { "\($0.tag)." }
    ?? "user:eva, order:9421, courier:ivanov, tracker:anna/t1,\ndevice:d1."

  static let details = """
    A tag is a subject as events name it: \(tags) Gone for good are names, phones, texts, whatever people wrote, and the digests made
    of it; what happened when, and every sum and count, stays. Read models show what is gone as
    «удалено», and the journal still verifies, against receipts from before, too. The erasure is
    recorded as an event: who, why, which positions, and a keyed digest of the tag.

    Nobody can append while the segments that held the data are written anew. Cut off, the erasure
    is finished by the next writer.

    Ids are no personal data to the engine and stay: in tags, as actors, and in the data of events.
    Afterwards it is said how many records still carry the subject's id. Who can tell a person by an
    id has the person still; take ids that are no names, phones or addresses.

    Not covered: blocks of the disk that are free now, snapshots of the file system, backups, and
    what was exported or printed. Erase there, too.
    Exit status: 0 erased, or nothing left to erase; 1 no event was ever about a subject, and nothing
    was erased; 64 a wrong word, or neither a terminal nor --yes; 66 no journal; 74 the journal
    or its key failed; 75 the journal is busy.
    """

  private let common: CommonOptions
  private let subjects: [Tag]
  private let erasesDue: Bool
  private let reason: String?
  private let actor: String
  private let time: Timestamp
  private let isDryRun: Bool
  private let asks: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    erasesDue = arguments.has("--due")
    reason = arguments.value("--reason")
    actor = arguments.value("--actor") ?? "admin"
    time = try Self.time(arguments.value("--at"))
    isDryRun = arguments.has("--dry-run")
    asks = !arguments.has("--yes")
    var tags: [Tag] = []
    for word in arguments.positionals where !tags.contains(Tag(rawValue: word)) {
      guard word.contains(":"), !word.hasPrefix(":"), !word.hasSuffix(":") else {
        throw UsageError(
          "a subject is KEY:VALUE, such as \(Sample.own?.tag ?? "user:eva"), not \"\(word)\"")
      }
      tags.append(Tag(rawValue: word))
    }
    subjects = tags
    guard erasesDue != !tags.isEmpty else {
      throw UsageError(
        tags.isEmpty
          ? "whose data? For example: \(toolName) erase \(Sample.own?.tag ?? "user:eva")"
          : "give either tags or --due")
    }
    guard CommandID.isValid(actor) else {
      throw UsageError(
        "--actor takes 1 to 64 letters, digits, \".\", \"_\" and \"-\", not \"\(actor)\"")
    }
    if let reason, reason.utf8.count > 4096 {
      throw UsageError("--reason takes at most 4096 bytes")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    if asks && !isDryRun && !terminal.canAsk {
      throw UsageError("what is erased is gone for good: off a terminal erase needs --yes")
    }
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    let subjects = erasesDue ? try due(&reader) : subjects
    var search = ErasureSearch(subjects)
    try search.catchUp(with: &reader)
    try refuseStrangers(in: search, &reader)
    if isDryRun {
      let report = ErasureReport(
        search: search, remaining: try remaining(of: subjects), isDryRun: true)
      try report.print(&terminal, asJSON: common.json)
      report.note(&terminal)
      return .success
    }
    try announce(ErasureReport(search: search), &terminal)
    guard !asks || search.positions.isEmpty || terminal.agrees("erase this for good?") else {
      terminal.note("\(toolName): nothing was erased")
      return .success
    }
    var repairs = RepairNotes()
    var writer = try JournalWriter.open(common.directory, wait: common.wait)
    let outcome = try writer.erase(
      Erasure(of: subjects, actor: actor, reason: reason, recordsEmpty: erasesDue),
      at: time)
    repairs.tell(writer.repaired, &terminal)
    let report = ErasureReport(
      search: outcome.search, events: outcome.events.map(\.position),
      remaining: try remaining(of: subjects))
    try report.print(&terminal, asJSON: common.json)
    report.note(&terminal)
    return .success
  }

  /// Says what is going to be removed: on standard error where a program reads the result.
  private func announce(_ report: ErasureReport, _ terminal: inout Terminal) throws(SystemError) {
    if report.search.positions.isEmpty { return }
    for line in report.lines(terminal) {
      if common.json { terminal.note(line) } else { try terminal.print(line) }
    }
    try terminal.flush()
  }

  private func remaining(of subjects: [Tag]) throws(JournalError) -> RemainingTraces {
    var traces = RemainingTraces(subjects)
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    try traces.count(in: &reader)
    return traces
  }

  private static func time(_ text: String?) throws(UsageError) -> Timestamp {
    guard let text else { return SystemClock.now() }
    let time: Timestamp
    do throws(TimestampError) { time = try Timestamp.parse(rfc3339: text) } catch {
      throw UsageError("--at takes a time such as 2026-05-08T12:00:00+03:00: \(error)")
    }
    if time > SystemClock.now().latestAcceptable {
      throw UsageError("--at takes no time more than a day ahead of the clock (timeInFuture)")
    }
    return time
  }

  /// Refuses subjects that no event was ever about, as far as the key that knows the erased ones is
  /// there: somebody has misspelled them, perhaps.
  private func refuseStrangers(
    in search: ErasureSearch, _ reader: inout JournalReader
  ) throws {
    let suspects = zip(search.subjects, search.found).filter { $1.isEmpty }.map(\.0)
    if erasesDue || suspects.isEmpty { return }
    let key: JournalKey
    do throws(JournalError) { key = try reader.key() } catch {
      guard case .keyUnavailable = error else { throw error }
      return
    }
    for subject in suspects {
      let digest = key.digest(ofErased: subject)
      let events = Query([.init(tags: [subject]), .init(types: [SubjectErased.type])])
      var isKnown = false
      try reader.forEach(events) { (view) throws(JournalError) in
        isKnown = try view.erasure().map { $0.subject == digest } ?? true
        return !isKnown
      }
      if isKnown { continue }
      let nearest = try ExistingNames.nearestTag(to: subject, in: &reader)
      throw ToolFailure(
        .refused, .unknownSubject,
        "no event was ever about \(subject.rawValue)"
          + (nearest.map { " (did you mean \($0)?)" } ?? "") + "; nothing was erased")
    }
  }

  private func due(_ reader: inout JournalReader) throws(JournalError) -> [Tag] {
    try common.tool.domains.commands.dueForErasure(
      in: &reader, key: reader.key(), at: SystemClock.now()
    ).map(\.subject)
  }
}
