import EventEngine

/// The words that completion offers: in the shells, and in a session on a terminal.
struct CompletionWords {
  /// A name that may follow a subcommand, with the words that may follow the name.
  struct Entry {
    let subcommand: String
    let name: String
    let fields: [FieldShape]
    /// The members of a read model's answers, where the subcommand takes one.
    var shows: [String] = []
  }

  let tool: ReplayTool
  /// The language of descriptions.
  let language: Language
  let names: [Entry]

  /// The subcommands that take a tag first.
  var tagVerbs: [String] {
    ["audit", "erase", "timeline"].filter { name in subcommands.contains { $0.name == name } }
  }
  /// The subcommands that take several names.
  static let listVerbs = ["replay", "snapshot"]
  /// The options whose values are completed from the journal.
  static let recordedOptions = [
    "--tag", "--story", "--actor", "--command-id", "--correlation",
  ]

  init(_ tool: ReplayTool, in language: Language) {
    self.tool = tool
    self.language = language
    let commands = tool.domains.commands.flatMap(\.commands) + tool.domains.ticks
    names =
      commands.map { Entry(subcommand: "issue", name: $0.name, fields: $0.fields) }
      + ["show", "why", "when", "diff"].flatMap { verb in
        tool.domains.readModels.map { model in
          Entry(
            subcommand: verb, name: model.name, fields: model.fields,
            shows: verb == "why" ? model.shows : [])
        }
      }
  }

  var subcommands: [any Verb.Type] { ReplayTool.offered }

  func names(after subcommand: String) -> [String] {
    let found = names.filter { $0.subcommand == subcommand }.map(\.name)
    return switch subcommand {
    case "catalog": catalogNames
    case "completions": ["bash", "zsh", "fish"]
    case "consumers": ["reset"]
    case "help": subcommands.map { $0.name } + catalogNames
    case _ where Self.listVerbs.contains(subcommand): tool.domains.readModels.map(\.name)
    default: found
    }
  }

  private var catalogNames: [String] { CatalogDomain.all(of: tool.domains).flatMap(\.names) }

  /// Returns the values of an option that takes one of a fixed set; empty for any other option.
  func values(of option: OptionSpec) -> [String] {
    switch option.name {
    case "--domain": tool.domains.map(\.name)
    case "--type": CatalogDomain.all(of: tool.domains).flatMap(\.events).map(\.type.rawValue)
    case "--command": names.filter { $0.subcommand == "issue" }.map(\.name)
    case "--model": tool.domains.readModels.map(\.name)
    default: option.choices
    }
  }

  /// Returns the values that begin with `prefix`: the fixed ones of a field, then the journal's.
  ///
  /// - Parameter kind: the name of a field, or of an option without its dashes.
  func recorded(_ kind: String, _ prefix: String, in common: CommonOptions) -> [String] {
    let kind = kind == "story" ? "tag" : kind
    let fields = names.flatMap(\.fields).filter { $0.name == kind }
    let choices = Set(fields.flatMap { $0.choices ?? [] }.filter { $0.hasPrefix(prefix) })
    let keys = Set(fields.compactMap(\.tagKey) + [kind])
    return choices.sorted()
      + RecordedValues(kind: kind, keys: keys, prefix: prefix).find(in: common)
  }
}
