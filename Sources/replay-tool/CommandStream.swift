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

extension ReadCommand {
  /// Whether the command leaves its time to the clock.
  var takesTheClock: Bool {
    if case .success(.object(let members)) = json { members["at"] == nil } else { false }
  }
}

extension LineInput.Line {
  /// Whether there is nothing but white space; the carriage return of a CRLF is white space, too.
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d } }
}

/// Carries out commands as they come and prints their results.
struct CommandStream: ~Copyable {
  private var engine: Engine
  private let json: Bool
  private var status = ExitStatus.success
  private var repairs = RepairNotes()
  private var clockNote: ClockNote

  init(_ engine: consuming Engine, in directory: JournalDirectory, json: Bool) {
    clockNote = ClockNote(engine.writer, directory)
    self.engine = engine
    self.json = json
  }

  /// Lines are read, and their forms understood, on a thread of their own, while those in front are
  /// carried out.
  mutating func run(
    _ input: consuming LineInput, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    let batches = ReadAhead<[FormedCommand]>(from: input) { [forms = engine.forms] input, give in
      while true {
        let lines = try Self.nextBatch(&input)
        let commands = lines.compactMap { line in
          ReadCommand(line).map { forms.read(.init($0.json, line: $0.line)) }
        }
        if lines.isEmpty || !give(commands) { return }
      }
    }
    while let commands = try batches.next() { status = try carryOut(commands, &terminal) }
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
    try carryOut([engine.forms.read(.init(.object(command)))], &terminal)
  }

  /// - Returns: the exit status after all commands so far.
  private mutating func carryOut(
    _ commands: [FormedCommand], _ terminal: inout Terminal
  ) throws -> ExitStatus {
    repairs.tell(engine.writer.repaired, &terminal)
    if commands.contains(where: { $0.at == nil }) { clockNote.tell(&terminal) }
    let results = engine.carryOut(formed: commands)
    repairs.tell(engine.writer.repaired, &terminal)
    for result in results {
      if json {
        try terminal.print(result)
      } else {
        try terminal.print(ResultLine(result: result).text(terminal))
      }
      if let problem = result.problem { status = max(status, problem.status) }
    }
    try terminal.flush()
    return status
  }
}
