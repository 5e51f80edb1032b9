import Domain
import EventStore

/// What `--help` prints.
enum Help {
  /// The help of a subcommand, or the list of them.
  static func print(_ name: String?, _ terminal: inout Terminal) throws {
    guard let name else { return try printList(&terminal) }
    guard let subcommand = ReplayTool.subcommands.first(where: { $0.name == name }) else {
      throw UsageError.unknown(
        "subcommand", name,
        nearest: Spelling.nearest(to: name, in: ReplayTool.subcommands.map { $0.name }))
    }
    try terminal.print(terminal.styled("replay-tool \(name)", .bold) + " — \(subcommand.summary)")
    try terminal.print("")
    let words = ["usage: replay-tool", name, subcommand.usage, "[options]"]
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
    if !subcommand.examples.isEmpty { try terminal.print(lines: "\nexamples:") }
    for example in subcommand.examples {
      try terminal.print("  \(example.command)")
      try terminal.print("      \(terminal.styled(example.does, .dim))")
    }
  }

  private static func printList(_ terminal: inout Terminal) throws {
    try terminal.print(
      lines: "replay-tool — issues commands to an event-sourced journal and replays it\n")
    try terminal.print(lines: "usage: replay-tool SUBCOMMAND [arguments] [options]\n")
    try terminal.print("subcommands:")
    for subcommand in ReplayTool.subcommands {
      try terminal.print("  \(subcommand.name.padded(to: 12)) \(subcommand.summary)")
    }
    try terminal.print(lines: "\nreplay-tool SUBCOMMAND --help shows options and examples.")
    try terminal.print("replay-tool catalog lists every command, read model and field.")
  }
}

extension String {
  /// With spaces behind it, up to `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
