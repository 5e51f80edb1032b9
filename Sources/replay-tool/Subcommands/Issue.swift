import Commands
import Domain
import EventStore

/// Carries out one command or a stream of them.
struct Issue: Subcommand {
  static let name = "issue"
  static let summary = "carry out a command, or a stream of them"
  static let usage = "[COMMAND [field=value …]]"
  static let options: [OptionSpec] = []
  static let examples: [(command: String, does: String)] = []

  private let common: CommonOptions

  init(_ arguments: Arguments) throws(UsageError) { common = try CommonOptions(arguments) }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus { .success }
}
