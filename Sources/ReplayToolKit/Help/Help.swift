import EventEngine

/// The output of `--help`.
struct Help {
  private let tool: ReplayTool
  private let language: Language
  private let word: String?

  init(_ tool: ReplayTool, _ arguments: Arguments) throws(UsageError) {
    self.tool = tool
    language = try .chosen(by: arguments)
    word = arguments.positionals.first
  }

  /// Prints the help of the subcommand that the arguments name, or the catalog's entry of any other
  /// name; without a name, the list of all subcommands.
  func print(_ terminal: inout Terminal) throws {
    guard let word else { return try printList(&terminal) }
    if let subcommand = ReplayTool.verb(named: word) { return try print(subcommand, &terminal) }
    let all = CatalogDomain.all(of: tool.domains)
    let found = CatalogDomain.find(word, in: all)
    if found.isEmpty {
      let known = all.flatMap(\.words)
      throw UsageError.unknown(.name, word, among: ReplayTool.offered.map { $0.name } + known)
    }
    try Catalog.print(found, in: language, &terminal)
  }

  /// Prints the help of a verb: if the arguments name a command or a read model, its entry in the
  /// catalog, else that of the verb itself.
  func print(for verb: any Verb.Type, _ terminal: inout Terminal) throws {
    // The name of a domain may be that of a journal's folder or of a file.
    let named = entries.filter { $0.name != word }
    if named.isEmpty { return try print(verb, &terminal) }
    try Catalog.print(named, in: language, &terminal)
    try terminal.print(lines: "\n\(HelpTexts.moreAbout("\(tool.name) \(verb.name)")[language])")
  }

  /// The entries of the catalog with the name that the arguments give.
  private var entries: [CatalogDomain] {
    guard let word else { return [] }
    return CatalogDomain.all(of: tool.domains).compactMap { $0.only(word) }
  }

  /// Prints the help of a subcommand. The only verb of an executable is left out of the usage line.
  private func print(_ subcommand: any Verb.Type, _ terminal: inout Terminal) throws {
    let verb = tool.verb == nil ? subcommand.name : ""
    let call = [tool.name, verb].filter { !$0.isEmpty }.joined(separator: " ")
    try terminal.print(
      wrapping: terminal.styled(call, .bold) + " — \(subcommand.summary[language])", hanging: 2)
    try terminal.print("")
    let words = [
      "\(HelpTexts.usage[language]) \(call)", subcommand.usage, HelpTexts.options[language],
    ]
    try terminal.print(
      wrapping: words.filter { !$0.isEmpty }.joined(separator: " "), hanging: 2)
    let details = subcommand.details[language]
    if !details.isEmpty {
      try terminal.print("")
      try print(details: details, &terminal)
    }
    try terminal.print(lines: "\n\(HelpTexts.optionsTitle[language])")
    for option in subcommand.shownOptions {
      let word = option.value.map { "\(option.name) \($0)" } ?? option.name
      try terminal.print("  \(word.padded(to: 28)) ", wrapping: option.help[language])
    }
    let examples = subcommand.shownExamples
    if !examples.isEmpty { try terminal.print(lines: "\n\(HelpTexts.examplesTitle[language])") }
    for example in examples {
      // A command that is pasted must not be broken.
      try terminal.print("  \(example.command)")
      try terminal.print("      ", wrapping: terminal.styled(example.does[language], .dim))
    }
  }

  /// Prints the paragraphs of a verb. If the screen is narrower than their lines, the lines are
  /// filled anew, except those that are indented or begin JSON.
  private func print(details: String, _ terminal: inout Terminal) throws {
    let lines = details.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let longest = lines.map(\.columns).max() ?? 0
    guard let width = terminal.output.width, longest > width else {
      return try terminal.print(lines: details)
    }
    var prose: [String] = []
    func printProse(_ terminal: inout Terminal) throws {
      if !prose.isEmpty { try terminal.print(wrapping: prose.joined(separator: " ")) }
      prose = []
    }
    for line in lines {
      let isJSON = line.hasPrefix("{") && !line.contains(" ")
      if !line.isEmpty, !line.hasPrefix(" "), !isJSON {
        if line.hasPrefix(HelpTexts.exitStatus[language]) { try printProse(&terminal) }
        prose.append(line)
      } else {
        try printProse(&terminal)
        let indent = line.prefix { $0 == " " }.count
        try terminal.print(wrapping: line, hanging: indent + 2)
      }
    }
    try printProse(&terminal)
  }

  private func printList(_ terminal: inout Terminal) throws {
    try terminal.print(wrapping: "\(tool.name) — \(HelpTexts.tool[language])", hanging: 2)
    try terminal.print("")
    let list = HelpTexts.list(tool.name)[language]
    let width = ReplayTool.offered.map { $0.name.count }.max() ?? 0
    for line in list.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line == HelpTexts.place else {
        try terminal.print(wrapping: String(line), hanging: 2)
        continue
      }
      for verb in ReplayTool.offered {
        try terminal.print("  \(verb.name.padded(to: width)) ", wrapping: verb.summary[language])
      }
    }
  }
}
