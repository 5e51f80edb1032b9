import EventEngine

/// The manual page in roff, made from the help texts.
struct ManualPage {
  private let tool: ReplayTool
  private let language: Language
  private var lines: [String] = []

  init(_ tool: ReplayTool, in language: Language) {
    self.tool = tool
    self.language = language
    let name = Self.text(tool.name)
    lines.append(".TH \(name.uppercased()) 1 \"\" \"\(tool.title)\"")
    section(HelpTexts.name)
    lines.append("\(name) \\- \(Self.text(HelpTexts.title[language]))")
    section(HelpTexts.synopsisTitle)
    lines += [".B \(name)", Self.escaped(HelpTexts.synopsis[language])]
    section(HelpTexts.descriptionTitle)
    paragraphs(HelpTexts.description[language])
    for verb in ReplayTool.offered { add(verb) }
    section(HelpTexts.commonOptions)
    for option in CommonOptions.specs { add(option) }
    section(HelpTexts.environmentTitle)
    for (name, does) in HelpTexts.environment { item(name, does) }
    section(HelpTexts.exitStatusTitle)
    for (status, means) in HelpTexts.statuses { item(status, means) }
  }

  var roff: String { lines.joined(separator: "\n") }

  private mutating func add(_ verb: any Verb.Type) {
    lines += [".SH \(Self.text("\(tool.name) \(verb.name)").uppercased())"]
    lines += ["\(Self.text(verb.summary[language])).", ".PP"]
    lines += [
      "\\fB\(Self.text("\(tool.name) \(verb.name)"))\\fR \(Self.text(verb.usage)) \(Self.text(HelpTexts.options[language]))"
    ]
    let details = verb.details[language]
    if !details.isEmpty {
      lines.append(".PP")
      paragraphs(details)
    }
    for option in verb.options where ReplayTool.uses(option.feature) { add(option) }
    for example in verb.shownExamples {
      lines += [
        ".PP", "\(Self.text(example.does[language])):", ".RS 4", ".nf", Self.line(example.command),
      ]
      lines += [".fi", ".RE"]
    }
  }

  private mutating func add(_ option: OptionSpec) {
    let value = option.value.map { " \\fI\(Self.text($0))\\fR" } ?? ""
    lines += [".TP", "\\fB\(Self.text(option.name))\\fR\(value)", Self.line(option.help[language])]
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
      if line.hasPrefix(HelpTexts.exitStatus[language]) { lines.append(".PP") }
      lines.append(line.isEmpty ? ".PP" : Self.line(String(line)))
    }
    if isVerbatim { lines.append(".fi") }
  }

  private mutating func section(_ title: Bilingual) {
    lines.append(".SH \(Self.text(title[language]))")
  }

  private mutating func item(_ name: String, _ text: Bilingual) {
    lines += [".TP", "\\fB\(name)\\fR", Self.line(text[language])]
  }

  /// Returns a line of text, escaped so that roff does not take its beginning for a request.
  private static func line(_ line: String) -> String {
    let text = text(line)
    return text.hasPrefix(".") ? "\\&\(text)" : text
  }

  /// Returns roff with characters beyond ASCII replaced by their numbers.
  private static func escaped(_ roff: String) -> String {
    roff.unicodeScalars.map { $0.isASCII ? String($0) : text(String($0)) }.joined()
  }

  /// Returns the text for roff: characters that roff interprets are escaped, and those beyond ASCII
  /// replaced by their numbers.
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
