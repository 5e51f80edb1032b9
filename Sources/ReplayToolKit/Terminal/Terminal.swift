import EventEngine

/// The output of the tool: results on standard output, everything else on standard error. Colour is
/// used only on a terminal that supports it, and never with `NO_COLOR` set.
package struct Terminal: ~Copyable {
  package var output: TextOutput
  private var diagnostics: TextOutput
  package let hasColour: Bool
  /// Whether progress is shown: only on a terminal.
  package let showsProgress: Bool
  /// The language of the progress, of notes and of the words around events.
  package var language = Language.en
  private var progressLength = 0
  /// The events that the verb has recorded and may not have printed.
  var recorded: (() -> Bilingual?)?

  /// - Parameter isQuiet: whether progress is suppressed.
  package init(isQuiet: Bool = false) {
    output = .standard
    diagnostics = .diagnostics
    hasColour = !ProcessEnvironment.has("NO_COLOR") && !Self.isDumb && output.isTerminal
    showsProgress = diagnostics.isTerminal && !isQuiet
  }

  /// Whether the terminal takes no control sequences.
  static var isDumb: Bool {
    do throws(InvalidUTF8) { return try ProcessEnvironment.value("TERM") == "dumb" } catch {
      return false
    }
  }

  /// Prints a line of results. Control sequences are escaped, except for the tool's own styles.
  package mutating func print(_ line: String) throws(SystemError) {
    try output.writeLine(shown(line))
  }

  /// The line with its control sequences escaped, except for the tool's own styles.
  func shown(_ line: String) -> String {
    hasColour ? Self.printable(styled: line) : line.printable
  }

  /// Prints a line of results in the language of the output.
  mutating func print(_ text: Bilingual) throws(SystemError) { try print(text[language]) }

  mutating func print(ru: String, en: String) throws(SystemError) {
    try print(Bilingual(ru: ru, en: en))
  }

  /// Prints lines of the tool's own texts.
  package mutating func print(lines: String) throws(SystemError) {
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      try print(String(line))
    }
  }

  /// Prints a line of JSON.
  package mutating func print(_ json: [UInt8]) throws(SystemError) {
    try print { $0.append(contentsOf: json) }
  }

  /// Prints a line of JSON that `write` produces.
  package mutating func print(_ write: (inout [UInt8]) -> Void) throws(SystemError) {
    try output.writeLine { bytes in
      let start = bytes.count
      write(&bytes)
      PrintableJSON.escapeControls(&bytes, from: start)
    }
  }

  package mutating func flush() throws(SystemError) { try output.flush() }

  /// Prints a line of diagnostics. Write errors are ignored.
  package mutating func note(_ line: String) {
    clearProgress()
    say(line.printable + "\n")
  }

  /// Prints a line of diagnostics in the language of the output, after the name of the tool.
  mutating func note(_ text: Bilingual) { note("\(toolName): \(text[language])") }

  package mutating func note(ru: String, en: String) { note(Bilingual(ru: ru, en: en)) }

  /// Replaces the progress line by the kind of the work and details on its progress.
  package mutating func progress(_ doing: Bilingual, _ words: [Bilingual]) {
    let details = words.map { $0[language] }.joined(separator: ", ")
    progress("\(doing[language]): \(details)")
  }

  /// Replaces the progress line by a text in the language of the output, cut to the width of the
  /// terminal: a line that wraps could not be replaced.
  package mutating func progress(_ text: String) {
    guard showsProgress, !output.isPaged else { return }
    let text = text.prefix(diagnostics.width.map { $0 - 1 } ?? .max)
    let padding = String(repeating: " ", count: max(0, progressLength - text.count))
    say("\r\(text)\(padding)")
    progressLength = text.count
  }

  package mutating func clearProgress() {
    guard progressLength > 0 else { return }
    say("\r\(String(repeating: " ", count: progressLength))\r")
    progressLength = 0
  }

  private mutating func say(_ text: String) {
    diagnostics.bytes.append(contentsOf: text.utf8)
    do throws(SystemError) { try diagnostics.flush() } catch { progressLength = 0 }
  }

  /// Whether a person can answer.
  package var canAsk: Bool { LineInput(limit: 1).isTerminal }

  /// Asks a question, and returns whether the answer is yes.
  package mutating func confirms(_ question: Bilingual, in language: Language) -> Bool {
    do throws(SystemError) { try flush() } catch { return false }
    let choice = Bilingual(ru: "[д/Н]", en: "[y/N]")
    let answer = Prompt.answer("\(question[language]) \(choice[language]) ")
    return answer.map { ["y", "yes", "д", "да"].contains($0.lowercased()) } ?? false
  }

  package enum Style: String, CaseIterable {
    case bold = "1", dim = "2", red = "31", green = "32", cyan = "36"

    static let end = "\u{1b}[0m"
    fileprivate var start: String { "\u{1b}[\(rawValue)m" }

    package func applied(to text: String) -> String { "\(start)\(text.printable)\(Self.end)" }
  }

  package func styled(_ text: String, _ style: Style) -> String {
    hasColour ? style.applied(to: text) : text
  }

  /// Escapes the text, except for the styles of `styled`.
  private static func printable(styled text: String) -> String {
    let styles = (Style.allCases.map(\.start) + [Style.end]).map(\.unicodeScalars)
    var line = ""
    // Scalars, since a combining mark after a style is a part of its last character.
    var rest = text.unicodeScalars[...]
    while let escape = rest.firstIndex(of: "\u{1b}") {
      line += String(rest[..<escape]).printable
      rest = rest[escape...]
      let style = styles.first { rest.starts(with: $0) }
      line += style.map { String($0) } ?? "\u{1b}".printable
      rest = rest.dropFirst(style?.count ?? 1)
    }
    return line + String(rest).printable
  }
}
