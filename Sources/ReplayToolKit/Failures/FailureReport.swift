import EventChecking
import EventEngine

/// The report of `check` about a story that breaks a law.
struct FailureReport {
  static let broken = Bilingual(ru: "нарушен:", en: "broken:")

  let language: Language
  let failure: Check.Failure
  let seed: UInt64
  /// The folder of the story's journal.
  let journal: String
  /// The command line that reruns the story.
  let again: String

  /// The journal that the script creates.
  private static let scriptJournal = "check-again"

  func print(_ terminal: inout Terminal) throws(SystemError) {
    let tried = failure.attempts
    let erasures = failure.turns.count { if case .erasure = $0 { true } else { false } }
    let commands = failure.turns.count - erasures
    let shrunk = Bilingual(
      ru: "сокращено (команд: \(commands), удалений: \(erasures); проверено более простых историй: "
        + "\(tried)):",
      en: "shrunk to \(failure.summary) (\(tried) simpler stories tried):")
    try terminal.print(
      "\(terminal.styled(Self.broken[language], .red)) \(failure.violation.name[language])")
    try terminal.print("  \(failure.violation.detail.printable)")
    try terminal.print(shrunk)
    try terminal.print("")
    try terminal.print(lines: failure.script(for: toolName, journal: Self.scriptJournal))
    try terminal.print("")
    try terminal.print(
      ru: "журнал с id и кодами истории (у скрипта они новые): \(journal.printable)",
      en: "journal with the story's ids and codes (the script draws new ones): \(journal.printable)"
    )
    try terminal.print(ru: "повторить: \(again)", en: "rerun: \(again)")
  }

  var json: [UInt8] {
    JSONWriter.object { json in
      json.bool("ok", false)
      json.int("seed", Int(truncatingIfNeeded: seed))
      json.int("run", failure.run)
      json.members(of: failure.violation, in: language)
      json.value("steps", .array(failure.turns.map(\.json)))
      json.string("script", failure.script(for: toolName, journal: Self.scriptJournal))
      json.string("journal", journal)
    }
  }
}

extension ToolFailure {
  init(_ violation: Violation) {
    self.init(.refused, .lawBroken, violation.name.map { "\($0): \(violation.detail)" })
  }
}

extension JSONWriter {
  mutating func members(of violation: Violation, in language: Language) {
    let failure = ToolFailure(violation)
    error(failure.code, failure.text[language])
    string("law", violation.law)
    string("detail", violation.detail)
  }
}
