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

  /// When the command says it happened.
  var at: Timestamp? {
    guard case .success(.object(let members)) = json, case .string(let text) = members["at"] else {
      return nil
    }
    return Timestamp(rfc3339: text)
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
  /// Accepted commands that lie far ahead of the clock.
  private var early = 0

  private static let day: Int64 = 86_400

  init(_ engine: consuming Engine, json: Bool) {
    self.engine = engine
    self.json = json
  }

  /// Lines are read and parsed on a thread of their own, while those in front are carried out.
  mutating func run(
    _ input: consuming LineInput, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    let batches = ReadAhead<[ReadCommand]>(from: input) { input, give in
      while true {
        let lines = try Self.nextBatch(&input)
        if lines.isEmpty || !give(lines.compactMap { ReadCommand($0) }) { return }
      }
    }
    while let commands = try batches.next() { status = try carryOut(commands, &terminal) }
    if early > 1 {
      terminal.note(
        "replay-tool: warning: \(early) commands lie more than a day ahead of the clock")
    }
    return status
  }

  private static func nextBatch(_ input: inout LineInput) throws(ToolFailure) -> [LineInput.Line] {
    do throws(SystemError) { return try input.nextBatch() } catch {
      throw ToolFailure(
        error == .isDirectory ? .noInput : .inputOutput, "cannot read the commands: \(error)")
    }
  }

  /// - Returns: the exit status after all commands so far.
  mutating func carryOut(
    _ commands: [ReadCommand], _ terminal: inout Terminal
  ) throws -> ExitStatus {
    repairs.tell(engine.writer.repaired, &terminal)
    let results = engine.carryOut(commands.map { Engine.Input($0.json, line: $0.line) })
    repairs.tell(engine.writer.repaired, &terminal)
    for (command, result) in zip(commands, results) {
      if json {
        var line = JSONWriter()
        result.write(to: &line)
        try terminal.print(line.bytes)
      } else {
        try terminal.print(ResultLine(result: result).text(terminal))
      }
      if let problem = result.problem { status = max(status, problem.status) }
      warn(command, result, &terminal)
    }
    try terminal.flush()
    return status
  }

  /// An append-only journal cannot take a time back.
  private mutating func warn(
    _ command: ReadCommand, _ result: CommandResult, _ terminal: inout Terminal
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
