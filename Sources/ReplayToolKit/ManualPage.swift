import EventEngine

/// The manual page in roff, made from the help texts.
struct ManualPage {
  private let tool: ReplayTool
  private var lines: [String] = []

  init(_ tool: ReplayTool) {
    self.tool = tool
    let name = tool.name
    lines.append(".TH \(Self.text(name).uppercased()) 1 \"\" \"\(name) \(ReplayTool.version)\"")
    lines += [".SH NAME", "\(Self.text(name)) \\- an event-sourced journal"]
    lines += [".SH SYNOPSIS", ".B \(Self.text(name))", "\\fISUBCOMMAND\\fR [arguments] [options]"]
    lines += [".SH DESCRIPTION"]
    paragraphs(
      """
      Commands are recorded as events in a journal; read models are folded from the journal alone.
      Options may stand before or after the subcommand.
      """)
    for verb in ReplayTool.subcommands { add(verb) }
    lines += [".SH COMMON OPTIONS"]
    for option in CommonOptions.specs { add(option) }
    addEnvironment()
    addExitStatus()
  }

  var roff: String { lines.joined(separator: "\n") }

  private mutating func add(_ verb: any Verb.Type) {
    lines += [".SH \(Self.text("\(tool.name) \(verb.name)").uppercased())"]
    lines += ["\(Self.text(verb.summary)).", ".PP"]
    lines += [
      "\\fB\(Self.text("\(tool.name) \(verb.name)"))\\fR \(Self.text(verb.usage)) [options]"
    ]
    if !verb.details.isEmpty {
      lines.append(".PP")
      paragraphs(verb.details)
    }
    for option in verb.options { add(option) }
    for example in verb.examples {
      lines += [".PP", "\(Self.text(example.does)):", ".RS 4", ".nf", Self.line(example.command)]
      lines += [".fi", ".RE"]
    }
  }

  private mutating func add(_ option: OptionSpec) {
    let value = option.value.map { " \\fI\(Self.text($0))\\fR" } ?? ""
    lines += [".TP", "\\fB\(Self.text(option.name))\\fR\(value)", Self.line(option.help)]
  }

  /// Adds paragraphs; indented lines stay as they are.
  private mutating func paragraphs(_ text: String) {
    var isVerbatim = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isIndented = line.hasPrefix("  ")
      if isIndented != isVerbatim && !line.isEmpty {
        lines.append(isIndented ? ".nf" : ".fi")
        isVerbatim = isIndented
      }
      if line.hasPrefix("Exit status:") { lines.append(".PP") }
      lines.append(line.isEmpty ? ".PP" : Self.line(String(line)))
    }
    if isVerbatim { lines.append(".fi") }
  }

  private mutating func addEnvironment() {
    let variables = [
      ("REPLAY_JOURNAL", "the journal if --journal names none"),
      ("REPLAY_LOCALE", "the language of texts, ru or en"),
      ("LC_ALL, LC_MESSAGES, LANG", "texts are Russian if the first that is set begins with ru"),
      ("PAGER", "shows output that is longer than the screen (less -FRX)"),
      ("NO_COLOR", "no colour, as TERM=dumb"),
    ]
    lines.append(".SH ENVIRONMENT")
    for (name, does) in variables { lines += [".TP", "\\fB\(name)\\fR", Self.line(does)] }
  }

  private mutating func addExitStatus() {
    let statuses = [
      ("0", "all well"), ("1", "something was refused, damaged or falsified"),
      ("64", "wrong usage"), ("65", "malformed input"), ("66", "no such journal or file"),
      ("73", "cannot create"), ("74", "an input or output error, a full disk included"),
      ("75", "the journal is busy; try again"),
    ]
    lines.append(".SH EXIT STATUS")
    for (status, means) in statuses { lines += [".TP", "\\fB\(status)\\fR", Self.line(means)] }
  }

  /// A line of text; one that begins like a request of roff is protected.
  private static func line(_ line: String) -> String {
    let text = text(line)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
  }

  /// The text with what roff interprets escaped, and characters beyond ASCII by their numbers.
  private static func text(_ text: String) -> String {
    var roff = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": roff += "\\e"
      case "-": roff += "\\-"
      case "'": roff += "\\(aq"
      case "`": roff += "\\(ga"
      case "^": roff += "\\(ha"
      case "~": roff += "\\(ti"
      case _ where scalar.isASCII: roff.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        roff += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return roff
  }
}
