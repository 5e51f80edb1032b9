import Commands
import Domain
import EventStore

/// A command as it came in: JSON, or what is wrong with it.
struct ReadCommand: Sendable {
  let json: Result<JSONValue, JSONSyntaxError>
  let line: Int?

  init(_ json: Result<JSONValue, JSONSyntaxError>, line: Int?) {
    self.json = json
    self.line = line
  }

  /// Nil for a line of white space.
  init?(_ line: LineInput.Line) {
    self.line = line.number
    guard !line.isTooLong else {
      let limit = Limits.commandBytes
      json = .failure(JSONSyntaxError(.tooLarge(limit: limit), at: limit))
      return
    }
    if line.isBlank { return nil }
    json = Result { () throws(JSONSyntaxError) in
      try JSONParser.parse(
        line.bytes, limits: JSONLimits(depth: Limits.nesting, bytes: Limits.commandBytes))
    }
  }
}

extension LineInput.Line {
  /// Whether there is nothing but white space; the carriage return of a CRLF is white space, too.
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d } }
}

/// Carries out commands as they come and prints their results.
///
/// While there is no journal they are carried out on one in memory. As soon as one of them would
/// record something there, the journal is made, and that command is carried out on it.
struct CommandStream: ~Copyable {
  private let common: CommonOptions
  private let creation: JournalCreation
  private let domains: [DomainCommands]
  private let keepsStatesAfter: Int
  private var engine: Engine
  /// Whether the engine's journal is in memory.
  private var isTrial: Bool
  private var status = ExitStatus.success
  private var repairs = RepairNotes()
  /// Accepted commands that lie far ahead of the clock.
  private var early = 0

  private static let day: Int64 = 86_400

  /// - Parameter keepsStatesAfter: as of `Engine`.
  init(
    _ common: CommonOptions, _ creation: JournalCreation, _ domains: [DomainCommands],
    keepsStatesAfter: Int
  ) throws {
    let isTrial = try !creation.finds(common.directory, wait: common.wait)
    let writer =
      try isTrial ? creation.trial() : JournalWriter.open(common.directory, wait: common.wait)
    self.common = common
    self.creation = creation
    self.domains = domains
    self.keepsStatesAfter = keepsStatesAfter
    self.isTrial = isTrial
    engine = Engine(
      writer, domains, locale: common.locale, keepsStatesAfter: keepsStatesAfter)
  }

  /// Lines are read, and their forms understood, on a thread of their own, while those in front are
  /// carried out.
  mutating func run(
    _ input: consuming LineInput, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    while isTrial {
      let lines = try Self.nextBatch(&input)
      if lines.isEmpty { return status }
      try carryOut(lines.compactMap { ReadCommand($0) }, &terminal)
    }
    let batches = ReadAhead<[FormedCommand]>(from: input) { [forms = engine.forms] input, give in
      while true {
        let lines = try Self.nextBatch(&input)
        let commands = lines.compactMap { line in
          ReadCommand(line).map { forms.read(.init($0.json, line: $0.line)) }
        }
        if lines.isEmpty || !give(commands) { return }
      }
    }
    while let commands = try batches.next() { try carryOut(commands, &terminal) }
    if early > 1 {
      terminal.note(
        "replay-tool: warning: \(early) commands lie more than a day ahead of the clock")
    }
    return status
  }

  private static func nextBatch(_ input: inout LineInput) throws(ToolFailure) -> [LineInput.Line] {
    do throws(SystemError) { return try input.nextBatch() } catch {
      throw ToolFailure(error.status, "cannot read the commands: \(error)")
    }
  }

  /// Carries out a command that came alone.
  mutating func carryOut(
    _ command: JSONObject, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    try carryOut([ReadCommand(.success(.object(command)), line: nil)], &terminal)
    return status
  }

  /// Carries out commands, the first of them on the journal in memory for as long as there is no
  /// other.
  private mutating func carryOut(
    _ commands: [ReadCommand], _ terminal: inout Terminal
  ) throws {
    var rest = commands[...]
    // Somebody else may have made the journal.
    if isTrial, try creation.finds(common.directory, wait: common.wait) { try begin() }
    while isTrial, let command = rest.first {
      let formed = engine.forms.read(.init(command.json, line: command.line))
      let results = engine.carryOut(formed: [formed])
      if results.allSatisfy(\.events.isEmpty) {
        try print(results, of: [formed], &terminal)
        rest = rest.dropFirst()
      } else {
        try begin()
      }
    }
    try carryOut(rest.map { engine.forms.read(.init($0.json, line: $0.line)) }, &terminal)
  }

  /// Makes the journal, and goes on with it.
  private mutating func begin() throws {
    try creation.createIfMissing(common.directory, wait: common.wait)
    engine = Engine(
      try JournalWriter.open(common.directory, wait: common.wait), domains, locale: common.locale,
      keepsStatesAfter: keepsStatesAfter)
    isTrial = false
  }

  private mutating func carryOut(
    _ commands: [FormedCommand], _ terminal: inout Terminal
  ) throws {
    repairs.tell(engine.writer.repaired, &terminal)
    let results = engine.carryOut(formed: commands)
    repairs.tell(engine.writer.repaired, &terminal)
    try print(results, of: commands, &terminal)
  }

  private mutating func print(
    _ results: [CommandResult], of commands: [FormedCommand], _ terminal: inout Terminal
  ) throws {
    for index in results.indices {
      if common.json {
        try terminal.print(results[index])
      } else {
        try terminal.print(ResultLine(result: results[index]).text(terminal))
      }
      if let problem = results[index].problem { status = max(status, problem.status) }
      warn(commands[index], results[index], &terminal)
    }
    try terminal.flush()
  }

  /// An append-only journal cannot take a time back.
  private mutating func warn(
    _ command: FormedCommand, _ result: CommandResult, _ terminal: inout Terminal
  ) {
    guard !result.events.isEmpty, !result.isDuplicate, let at = command.at,
      at > SystemClock.now().advanced(bySeconds: Self.day)
    else { return }
    early += 1
    guard early == 1 else { return }
    let place = command.line.map { "line \($0): " } ?? ""
    terminal.note(
      "replay-tool: warning: \(place)\(at) lies more than a day ahead of the clock; from now on "
        + "nothing earlier can be recorded")
  }
}
