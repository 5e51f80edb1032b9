import EventEngine

/// The output of `--help`.
struct Help {
  private let tool: ReplayTool
  private let language: Language

  init(_ tool: ReplayTool, _ arguments: Arguments) throws(UsageError) {
    self.tool = tool
    language = try .chosen(by: arguments)
  }

  /// Prints the help of a subcommand, or the list of all.
  func print(_ name: String?, _ terminal: inout Terminal) throws {
    guard let name else { return try printList(&terminal) }
    guard let subcommand = ReplayTool.verb(named: name) else {
      throw UsageError.unknown(.subcommand, name, among: ReplayTool.offered.map { $0.name })
    }
    try print(subcommand, &terminal)
  }

  /// Prints the help of a subcommand. The only verb of an executable is left out of the usage line.
  func print(_ subcommand: any Verb.Type, _ terminal: inout Terminal) throws {
    let verb = tool.verb == nil ? subcommand.name : ""
    let call = [tool.name, verb].filter { !$0.isEmpty }.joined(separator: " ")
    try terminal.print(terminal.styled(call, .bold) + " — \(subcommand.summary[language])")
    try terminal.print("")
    let words = [
      "\(HelpTexts.usage[language]) \(call)", subcommand.usage, HelpTexts.options[language],
    ]
    try terminal.print(words.filter { !$0.isEmpty }.joined(separator: " "))
    let details = subcommand.details[language]
    if !details.isEmpty {
      try terminal.print("")
      try terminal.print(lines: details)
    }
    try terminal.print(lines: "\n\(HelpTexts.optionsTitle[language])")
    for option in subcommand.shownOptions {
      let word = option.value.map { "\(option.name) \($0)" } ?? option.name
      try terminal.print("  \(word.padded(to: 28)) \(option.help[language])")
    }
    let examples = subcommand.shownExamples
    if !examples.isEmpty { try terminal.print(lines: "\n\(HelpTexts.examplesTitle[language])") }
    for example in examples {
      try terminal.print("  \(example.command)")
      try terminal.print("      \(terminal.styled(example.does[language], .dim))")
    }
  }

  private func printList(_ terminal: inout Terminal) throws {
    try terminal.print(lines: "\(tool.name) — \(HelpTexts.tool[language])\n")
    let list = HelpTexts.list(tool.name)[language]
    let width = ReplayTool.offered.map { $0.name.count }.max() ?? 0
    for line in list.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line == HelpTexts.place else {
        try terminal.print(String(line))
        continue
      }
      for verb in ReplayTool.offered {
        try terminal.print("  \(verb.name.padded(to: width)) \(verb.summary[language])")
      }
    }
  }
}
