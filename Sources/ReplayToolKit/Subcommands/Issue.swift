import EventEngine

/// Carries out one command or a stream of them.
struct Issue: Subcommand {
  static let name = "issue"
  static let summary = "carry out a command, or a stream of them"
  static let usage = "[COMMAND [field=value …]]"

  static let options =
    [
      OptionSpec(
        "--actor", "WHO",
        "who acts: \(Sample.own == nil ? "a courier, a user" : "an id"), admin, gateway or system"),
      OptionSpec("--at", "TIME", "when it happened: 2026-05-08T12:00:00Z (default: now)"),
      OptionSpec("--id", "KEY", "idempotency key: the same command again is carried out once"),
      OptionSpec("--correlation", "ID", "what this belongs to; only recorded"),
      OptionSpec("--file", "FILE", "carry out the JSON lines of a file; -: of standard input"),
      FutureTimes.option,
    ] + JournalCreation.options

  static let examples: [(command: String, does: String)] =
    Sample.own.map(examples) ?? [
      (
        "\(toolName) issue courier.registerCourier courier=ivanov login=ivanov "
          + "password=@pin.txt --actor admin",
        "the password is read from the file pin.txt; without password=… a terminal asks for it"
      ),
      (
        "pass show pin | \(toolName) issue courier.signIn login=ivanov password=@-",
        "the password comes from standard input and never stands on a command line"
      ),
      (
        "\(toolName) issue courier.acceptOrder order=9421 --actor ivanov --id c-17",
        "sent again with the same --id, it answers the same and records nothing"
      ),
      (
        "\(toolName) issue courier.refreshOrders metro=Сокол,Динамо --actor ivanov",
        "a list, by comma; metro= is the empty list, metro:='[\"Сокол\"]' the same as JSON"
      ),
      ("\(toolName) issue system.tick --actor system", "carries out what has fallen due"),
      (
        "\(toolName) issue --json --file events/courier/commands.jsonl",
        "a stream: one JSON result per line, in the order of the commands"
      ),
    ]

  private static func examples(_ own: Sample) -> [(command: String, does: String)] {
    [
      ("\(toolName) issue \(own.issue)", "one command; its result says what was recorded"),
      (
        "\(toolName) issue \(own.issue) --id c-17",
        "sent again with the same --id, it answers the same and records nothing"
      ),
      (
        "\(toolName) issue --json --file commands.jsonl",
        "a stream: one JSON result per line, in the order of the commands"
      ),
    ]
  }

  static let details = """
    Values are taken by the field's type: order=9421 is a string, stars=5 a number, enabled=true
    a boolean, schedule=mon,wed a list. field:=JSON passes JSON as it is. field=@FILE and field=@-
    read the value from a file or from standard input, without one line feed at its end.
    \(toolName) catalog COMMAND shows the fields of a command.

    Without a command, JSON lines are read from --file or standard input, for example
    \(request)
    Blank lines are passed over. A line that is no command is answered with its number, and the
    lines behind it are still carried out. Results are flushed before more input is waited for.

    A missing journal is created with its first event; its time zone, password cost and segment
    size are fixed then. A folder that holds something else is no place for one.
    Exit status: 0 all accepted; 1 refused; 65 a malformed command; 74 and 75 the journal failed
    or is busy. Of several, 74 is told before 65 before 1.
    """

  private static let request =
    Sample.own?.request
    ?? #"{"command":"courier.acceptOrder","id":"c-17","actor":"ivanov","data":{"order":"9421"}}"#

  private let common: CommonOptions
  private let creation: JournalCreation
  private let future: FutureTimes
  private let words: [String]
  private let file: String?
  /// The members beside `data`.
  private let envelope: [(name: String, value: String)]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    creation = try JournalCreation(arguments)
    future = FutureTimes(arguments)
    words = arguments.positionals
    file = arguments.value("--file")
    envelope = ["actor", "at", "id", "correlation"].compactMap { name in
      arguments.value("--\(name)").map { (name, $0) }
    }
    if let first = words.first, file != nil {
      throw UsageError("give either a command or --file, not both (found \"\(first)\")")
    }
    if words.isEmpty, let first = envelope.first {
      throw UsageError("--\(first.name) goes with a command; the lines of a stream have their own")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    if let command = words.first { return try runOne(command, &terminal) }
    let input = try openInput()
    var stream = try CommandStream(
      common, creation, common.tool.domains.commands, future, cachesStatesAfter: 0)
    return try stream.run(input, &terminal)
  }

  private func openInput() throws -> LineInput {
    guard let file, file != "-" else {
      let input = LineInput(limit: Limits.commandBytes)
      if input.isTerminal && file == nil {
        throw UsageError(
          "which command? For example: \(toolName) issue "
            + (Sample.own?.issue ?? "courier.acceptOrder order=9421 --actor ivanov"))
      }
      return input
    }
    do throws(SystemError) { return try LineInput(path: file, limit: Limits.commandBytes) } catch {
      throw ToolFailure(error.status, "cannot read \(file): \(error)")
    }
  }

  private func runOne(_ name: String, _ terminal: inout Terminal) throws -> ExitStatus {
    let domains = common.tool.domains.commands(for: name)
    let infos = [CommandHandler.tick] + domains.flatMap(\.commands)
    guard let info = infos.first(where: { $0.name == name }) else {
      let names =
        common.tool.domains.commands.flatMap(\.commands).map(\.name) + [CommandHandler.tick.name]
      throw UsageError.unknown(
        "command", name, nearest: Spelling.nearest(to: name, in: names),
        otherwise: "\(toolName) catalog lists them")
    }
    var fields = try CommandLineFields(Array(words.dropFirst()), of: name, info.fields)
    for secret in fields.exposedSecrets {
      terminal.note(
        "\(toolName): warning: \"\(secret)\" stands on the command line, where others can see it; "
          + "write \(secret)=@FILE or \(secret)=@-")
    }
    askForSecrets(of: info, &fields)
    var members: JSONObject = ["command": .string(name)]
    for (name, value) in envelope { members[name] = .string(value) }
    members["data"] = .object(fields.members)
    var stream = try CommandStream(common, creation, domains, future, cachesStatesAfter: 4)
    return try stream.carryOut(members, &terminal)
  }

  private func askForSecrets(of info: CommandInfo, _ fields: inout CommandLineFields) {
    guard LineInput(limit: 1).isTerminal else { return }
    for field in info.fields
    where field.kind == .secret && field.isRequired && fields.members[field.name] == nil {
      if let secret = Prompt.secret("\(field.name): ") { fields.add(field.name, secret) }
    }
  }
}
