import EventEngine

/// Saves the intact part of a damaged journal.
struct Recover: Subcommand {
  static let name = "recover"
  static let summary = "save the intact part of a damaged journal, and list what is lost"
  static let usage = "--to DIR"
  static let options = [
    OptionSpec("--to", "DIR", "a new or an empty folder for the journal that is saved")
  ]
  static let examples: [(command: String, does: String)] = [
    ("\(toolName) recover --to /srv/saved", "the events up to the first damage, unchanged"),
    (
      "\(toolName) recover --to /srv/saved --json | jq .lost",
      "which positions are lost, and which of them can still be read one by one"
    ),
    ("\(toolName) verify --journal /srv/saved", "what was saved is a whole journal"),
  ]
  static let details = """
    What is saved is the longest run of whole appends from the beginning on: the same journal, with
    its key and its secrets, that ends earlier. Commands can be issued to it. The damaged journal is
    not changed. Records behind the damage are no history without those in front of them and are
    not saved; \(toolName) verify says where they lie. Where personal data was erased and the event
    that says so is lost, the new journal.json says so.
    Exit status: 0 nothing was lost; 1 something was, and the rest is saved; 73 DIR is in use or
    cannot be made; 74 an I/O error.
    """

  private let common: CommonOptions
  private let path: String

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    guard let path = arguments.value("--to"), !path.isEmpty else {
      throw UsageError("where to? \(toolName) recover --to DIR")
    }
    self.path = path
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var throughput = Throughput()
    let recovered: RecoveredJournal
    do throws(JournalError) {
      recovered = try common.directory.recover(
        to: JournalDirectory(ProcessEnvironment.absolute(path)), wait: common.wait
      ) { bytes, total in throughput.show("recovering", bytes: bytes, of: total, &terminal) }
    } catch {
      terminal.clearProgress()
      throw JournalCopying.failure(error)
    }
    let seconds = throughput.seconds
    terminal.clearProgress()
    let report = CopyReport(
      copy: recovered.copy, seconds: seconds, verb: "recovered", path: path, found: recovered.found,
      lost: recovered.lost)
    try report.print(&terminal, json: common.json)
    if !recovered.copy.hasKey {
      terminal.note(
        "\(toolName): the journal's own key was not at \(common.directory.keyPath): put it at "
          + "\(JournalDirectory(path).keyPath); until then commands that need it are refused")
    }
    return report.isWhole ? .success : .refused
  }
}
