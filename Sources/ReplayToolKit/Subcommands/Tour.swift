import EventEngine

/// Runs a list of the tool's commands on temporary journals, and shows each with its output.
struct Tour: Subcommand {
  static let name = "tour"
  static let summary = "see the engine at work on the sample data"
  static let usage = "[FILE]"
  static let options = [
    OptionSpec("--keep", nil, "keep the tour's journals, and print where they are"),
    FutureTimes.option,
  ]
  static let examples: [(command: String, does: String)] = [
    ("\(toolName) tour", "play events/tour.txt in journals that are removed afterwards"),
    ("\(toolName) tour --journal /tmp/tour", "the same, and keep the journals in /tmp/tour"),
  ]
  static let details = """
    FILE has one command line per line, without the tool's name. A line that begins with # is a
    heading; @NAME switches to a journal of that name. Run it in the project's folder: the sample
    data is in events/.
    """

  private let common: CommonOptions
  private let file: String
  private let journal: String?
  private let keeps: Bool
  private let future: FutureTimes

  init(_ arguments: Arguments) throws(UsageError) {
    if arguments.positionals.count > 1 { throw UsageError("tour takes one file") }
    common = try CommonOptions(arguments)
    file = arguments.positionals.first ?? "events/tour.txt"
    journal = arguments.value("--journal")
    future = FutureTimes(arguments)
    keeps = arguments.has("--keep") || journal != nil
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let steps = try readSteps()
    let folder = try journal ?? TemporaryFolders.newPath(named: "replay-tour")
    if try JournalDirectory(folder).exists() {
      throw UsageError("\(folder) is already a journal; the tour needs an empty folder")
    }
    if !keeps { CleanupOnSignal.remove(folder) }
    var status = ExitStatus.success
    var place = folder
    do {
      for step in steps {
        if step.hasPrefix("@") {
          place = "\(folder)/\(step.dropFirst())"
        } else {
          status = max(status, try run(step, in: place, &terminal))
        }
      }
    } catch {
      if !keeps { try TemporaryFolders.discard(folder) }
      throw error
    }
    if keeps {
      try terminal.print("The journals are in \(folder).")
    } else {
      try TemporaryFolders.discard(folder)
    }
    return status
  }

  private func readSteps() throws -> [String] {
    try ToolFailure.naming(file, hint: "run the tour in the project's folder") {
      () throws(SystemError) in try LineInput.lines(of: file, limit: 1 << 16)
    }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Runs one step. Refusals and malformed input belong to the story; other failures end the tour.
  private func run(
    _ step: String, in folder: String, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    if step.isEmpty { return .success }
    if step.hasPrefix("#") {
      try terminal.print("")
      try terminal.print(terminal.styled(String(step.dropFirst().drop { $0 == " " }), .bold))
      return .success
    }
    try terminal.print("")
    try terminal.print(terminal.styled("$ \(common.tool.name) \(step)", .cyan))
    let words = step.split(separator: " ").map(String.init)
    let status = common.tool.run(
      words + ["--journal", folder] + future.arguments(for: words[0]), &terminal)
    guard status <= .malformedInput else {
      throw ToolFailure(status, "the tour stopped at: \(common.tool.name) \(step)")
    }
    return .success
  }
}
