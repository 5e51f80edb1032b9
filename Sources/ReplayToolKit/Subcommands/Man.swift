import EventEngine

/// Prints the manual page.
struct Man: Subcommand {
  static let name = "man"
  static let summary = Bilingual(
    ru: "вывести страницу руководства (roff), составленную из справки",
    en: "print the manual page (roff), made from the help texts")
  static let isPaged = true
  static let examples: [Example] = [
    Example(
      "\(toolName) man | man -l -",
      ru: "прочитать её",
      en: "read it"),
    Example(
      "\(toolName) man > \(toolName).1",
      ru: "в файл, как делает make install",
      en: "into a file, as make install does"),
  ]

  private let common: CommonOptions

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    try arguments.refuseJSON(of: Self.name)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    try terminal.print(lines: ManualPage(common.tool, in: common.locale).roff)
    return .success
  }
}
