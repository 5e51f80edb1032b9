import EventEngine

/// The output of `--help`.
enum Help {
  /// Prints the help of a subcommand, or the list of all.
  static func print(
    _ name: String?, of tool: ReplayTool, _ terminal: inout Terminal
  ) throws {
    guard let name else { return try printList(of: tool, &terminal) }
    guard
      let subcommand = ReplayTool.subcommands.first(where: { $0.name == name })
    else {
      throw UsageError.unknown(
        "subcommand", name,
        nearest: Spelling.nearest(to: name, in: ReplayTool.subcommands.map { $0.name }))
    }
    try print(subcommand, of: tool, &terminal)
  }

  /// The help of a subcommand, which may be the only verb of its executable.
  static func print(
    _ subcommand: any Verb.Type, of tool: ReplayTool, _ terminal: inout Terminal
  ) throws {
    let verb = tool.verb == nil ? subcommand.name : ""
    let call = [tool.name, verb].filter { !$0.isEmpty }.joined(separator: " ")
    try terminal.print(terminal.styled(call, .bold) + " — \(subcommand.summary)")
    try terminal.print("")
    let words = ["usage: \(call)", subcommand.usage, "[options]"]
    try terminal.print(words.filter { !$0.isEmpty }.joined(separator: " "))
    if !subcommand.details.isEmpty {
      try terminal.print("")
      try terminal.print(lines: subcommand.details)
    }
    try terminal.print(lines: "\noptions:")
    for option in subcommand.allOptions {
      let word = option.value.map { "\(option.name) \($0)" } ?? option.name
      try terminal.print("  \(word.padded(to: 28)) \(option.help)")
    }
    let examples = subcommand.examples
    if !examples.isEmpty { try terminal.print(lines: "\nexamples:") }
    for example in examples {
      try terminal.print("  \(example.command)")
      try terminal.print("      \(terminal.styled(example.does, .dim))")
    }
  }

  private static func printList(of tool: ReplayTool, _ terminal: inout Terminal) throws {
    try terminal.print(
      lines: "\(tool.name) — an event-sourced journal: commands in, read models out\n")
    try terminal.print(lines: "usage: \(tool.name) SUBCOMMAND [arguments] [options]\n")
    try terminal.print("subcommands:")
    for subcommand in ReplayTool.subcommands {
      try terminal.print("  \(subcommand.name.padded(to: 12)) \(subcommand.summary)")
    }
    try terminal.print(lines: "\n\(tool.name) SUBCOMMAND --help shows options and examples.")
    try terminal.print("\(tool.name) catalog lists every command, read model and field.")
  }
}

extension String {
  /// Pads the text with spaces on the right, up to `width` characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
