import EventEngine

/// One value of a row.
package struct Cell: Sendable {
  private let value: JSONValue?

  package init(_ value: JSONValue?) { self.value = value }

  /// The cell of a text, without a value if it is empty.
  init(text: String) { value = text.isEmpty ? nil : .string(text) }

  /// The text for people; empty without a value.
  package var plain: String { value?.plain ?? "" }

  /// Whether the value is a number, which is aligned to the right. A text of digits does not count
  /// as a number: most such texts are ids.
  package var isNumber: Bool {
    if case .number = value { true } else { false }
  }

  /// Whether the cell has no value, or null.
  package var isEmpty: Bool {
    switch value {
    case nil, .null: true
    default: false
    }
  }

  /// The text in a file for programs; objects and lists as JSON.
  private var text: String {
    switch value {
    case nil, .null: ""
    case .string(let text): text
    case .array, .object: value?.printableJSON ?? ""
    case .some(let scalar): scalar.description
    }
  }

  /// Characters that make a spreadsheet take a cell for a formula.
  private static let formulas: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r"]

  private func escapingFormula(isRaw: Bool) -> String {
    guard !isRaw, case .string(let text) = value, let first = text.unicodeScalars.first,
      Self.formulas.contains(first)
    else { return text }
    return "'" + text
  }

  /// Returns the cell as in RFC 4180. A file gets tabs and line ends as they are, and with `isRaw`
  /// every control character.
  ///
  /// - Parameter isRaw: whether a text that looks like a formula stays without a `'` before it.
  func csv(isRaw: Bool, onTerminal: Bool) -> String {
    let cell = escapingFormula(isRaw: isRaw)
    let text =
      onTerminal ? cell.printable : isRaw ? cell : cell.escaped(except: ["\t", "\r", "\n"])
    guard text.unicodeScalars.contains(where: { [",", "\"", "\r", "\n"].contains($0) }) else {
      return text
    }
    return "\"" + text.escaping("\"", as: "\"\"") + "\""
  }

  /// Returns the cell for tab-separated values: tabs, line ends and backslashes are escaped with a
  /// backslash.
  func tsv(isRaw: Bool) -> String {
    var text = ""
    for scalar in escapingFormula(isRaw: isRaw).unicodeScalars {
      switch scalar {
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\\": text += "\\\\"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text.printable
  }
}

/// A table of GitHub Flavored Markdown.
enum Markdown {
  private static let special: Set<Unicode.Scalar> = ["\\", "|", "`", "*", "_", "~", "[", "<", "&"]

  static func header(_ columns: [String], _ layout: Table.Layout) -> String {
    let marks = layout.isNumber.map { $0 ? "---:" : "---" }
    return "\(line(columns.map { Cell(.string($0)) }))\n| \(marks.joined(separator: " | ")) |"
  }

  static func line(_ row: [Cell]) -> String {
    "| \(row.map { text($0) }.joined(separator: " | ")) |"
  }

  private static func text(_ cell: Cell) -> String {
    var text = ""
    for scalar in (cell.isEmpty ? "" : cell.plain).unicodeScalars {
      if special.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
