import EventEngine

/// The words that the completion scripts offer.
struct CompletionWords {
  let tool: ReplayTool
  /// The names that may follow a subcommand, and the fields of each.
  let names: [(subcommand: String, name: String, fields: [FieldShape])]

  init(_ tool: ReplayTool) {
    self.tool = tool
    let commands = tool.domains.commands.flatMap(\.commands) + [Tick.info]
    names =
      commands.map { ("issue", $0.name, $0.fields) }
      + tool.domains.readModels.map { ("show", $0.name, $0.fields) }
  }

  var subcommands: [any Verb.Type] { ReplayTool.subcommands }

  func names(after subcommand: String) -> [String] {
    let found = names.filter { $0.subcommand == subcommand }.map(\.name)
    return switch subcommand {
    case "catalog": CatalogDomain.all(of: tool.domains).flatMap(\.names)
    case "completions": ["bash", "zsh", "fish"]
    case "replay", "snapshot": tool.domains.readModels.map(\.name)
    default: found
    }
  }

  /// Returns the branches of a shell's `case` statement: the options and names for each subcommand.
  func cases(indent: String) -> String {
    var lines: [String] = []
    for subcommand in subcommands {
      let options = subcommand.allOptions.map(\.name).joined(separator: " ")
      lines.append("\(subcommand.name)) options='\(options)'")
      let names = names(after: subcommand.name)
      if !names.isEmpty { lines.append("  choices='\(names.joined(separator: " "))'") }
      lines.append("  ;;")
    }
    return lines.map { indent + $0 }.joined(separator: "\n")
  }

  func fieldCases(indent: String) -> String {
    names.filter { !$0.fields.isEmpty }.map { entry in
      let fields = entry.fields.map { "\($0.name)=" }.joined(separator: " ")
      return "\(indent)'\(entry.subcommand) \(entry.name)') choices='\(fields)' ;;"
    }.joined(separator: "\n")
  }

  /// The options with a fixed set of values.
  var values: [(option: String, values: String)] {
    let domains = CatalogDomain.all(of: tool.domains)
    return [
      ("--locale", ["ru", "en"]), ("--domain", tool.domains.map(\.name)),
      ("--type", domains.flatMap(\.events).map(\.type.rawValue)),
    ].map { ($0, $1.joined(separator: " ")) }
  }

  /// Returns the subcommands that take a file or a folder as argument.
  func verbs(before usage: Set<String>) -> String {
    subcommands.filter { usage.contains($0.usage) }.map { $0.name }.joined(separator: "|")
  }

  var verbs: String { subcommands.map { $0.name }.joined(separator: " ") }

  /// Returns the options that take a file or a folder.
  func options(taking values: Set<String>) -> String {
    var found: [String] = []
    for option in subcommands.flatMap({ $0.allOptions }) {
      guard let value = option.value, values.contains(value), !found.contains(option.name) else {
        continue
      }
      found.append(option.name)
    }
    return found.isEmpty ? "--none" : found.joined(separator: "|")
  }

  var optionsWithValue: String {
    let names = Set(subcommands.flatMap { $0.allOptions }.filter { $0.value != nil }.map(\.name))
    return names.sorted().joined(separator: "|")
  }
}
