import EventEngine

/// One value of a row.
package struct Cell: Sendable {
  private let value: JSONValue?

  package init(_ value: JSONValue?) { self.value = value }

  /// For people; empty if there is none.
  package var plain: String { value?.plain ?? "" }

  /// Whether the value is shown on the right. Texts are not, even of digits: most are ids.
  package var isNumber: Bool {
    if case .number = value { true } else { false }
  }

  /// Without a value, or with none to show.
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

  private func guarded(isRaw: Bool) -> String {
    guard !isRaw, case .string(let text) = value, let first = text.unicodeScalars.first,
      Self.formulas.contains(first)
    else { return text }
    return "'" + text
  }

  /// A cell after RFC 4180. Control characters other than tab and line ends are escaped, unless the
  /// text is to be exact.
  func csv(isRaw: Bool, isExact: Bool) -> String {
    let cell = guarded(isRaw: isRaw)
    let text = isExact ? cell : cell.escaped(except: ["\t", "\r", "\n"])
    guard text.unicodeScalars.contains(where: { [",", "\"", "\r", "\n"].contains($0) }) else {
      return text
    }
    return "\"" + text.spelling("\"", as: "\"\"") + "\""
  }

  /// A cell between tabs: tab, line ends and the backslash are escaped with a backslash.
  func tsv(isRaw: Bool) -> String {
    var text = ""
    for scalar in guarded(isRaw: isRaw).unicodeScalars {
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
  private static let special: Set<Unicode.Scalar> = ["\\", "|", "`", "*", "_", "[", "<", "&"]

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
