import EventEngine

/// Prints the manual page.
struct Man: Subcommand {
  static let name = "man"
  static let summary = "print the manual page (roff), made from the help texts"
  static let usage = ""
  static let isPaged = true
  static let options: [OptionSpec] = []
  static let examples: [(command: String, does: String)] = [
    ("\(toolName) man | man -l -", "read it"),
    ("\(toolName) man > \(toolName).1", "into a file, as make install does"),
  ]

  private let common: CommonOptions

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    try terminal.print(lines: ManualPage(common.tool).roff)
    return .success
  }
}
