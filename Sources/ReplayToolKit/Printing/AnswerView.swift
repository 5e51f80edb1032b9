import EventEngine

/// Lays out an answer in JSON for people: scalars by name, arrays of objects as tables.
struct AnswerView {
  /// A line, divided before the value that a narrow screen may break.
  private typealias Line = (lead: String, value: String)

  private let answer: JSONValue

  init(_ json: [UInt8]) throws(JSONSyntaxError) {
    answer = try JSONParser.parse(json, limits: .deepest)
  }

  /// Prints the answer. On a terminal, a table that is wider than the screen becomes one block per
  /// row; in a file or a pipe, a table has any width.
  func print(to terminal: inout Terminal) throws {
    let width = terminal.output.width ?? (terminal.output.isTerminal ? 80 : Int.max)
    var lines: [Line] = []
    layOut(answer, indent: "", width: width, terminal, into: &lines)
    for line in lines { try terminal.print(line.lead, wrapping: line.value) }
  }

  private func layOut(
    _ value: JSONValue, indent: String, width: Int, _ terminal: borrowing Terminal,
    into lines: inout [Line]
  ) {
    guard case .object(let object) = value else { return lines.append((indent, value.plain)) }
    let longest = object.members.filter { $0.value.isPlain }.map { $0.key.columns }.max() ?? 0
    for member in object.members {
      let name = member.key.printable
      switch member.value {
      case .array(let items) where !member.value.isPlain:
        lines.append(("\(indent)\(name) (\(items.count)):", ""))
        layOut(items, indent: indent + "  ", width: width, terminal, into: &lines)
      case .object(let inner) where !inner.members.isEmpty:
        lines.append(("\(indent)\(name):", ""))
        layOut(member.value, indent: indent + "  ", width: width, terminal, into: &lines)
      case let plain:
        lines.append(("\(indent)\((name + ":").padded(to: longest + 1)) ", plain.plain))
      }
    }
  }

  private func layOut(
    _ items: [JSONValue], indent: String, width: Int, _ terminal: borrowing Terminal,
    into lines: inout [Line]
  ) {
    if let table = Table(items), table.width + indent.count <= width {
      lines += table.lines(terminal).map { (indent + $0, "") }
      return
    }
    for (number, item) in items.enumerated() {
      if number > 0 && !item.isPlain { lines.append(("", "")) }
      layOut(item, indent: indent, width: width, terminal, into: &lines)
    }
  }
}

extension JSONValue {
  /// Whether the value takes one line: a scalar, an array of scalars or an empty object.
  var isPlain: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array(let items):
      items.allSatisfy { item in
        switch item {
        case .null, .bool, .number, .string: true
        case .array, .object: false
        }
      }
    case .object(let object): object.members.isEmpty
    }
  }

  /// The value as text for people; a dash for null, an empty array and an empty object.
  var plain: String { plain { $0 } }

  /// Returns the same text, with `shown` of each text in place of the text.
  func plain(_ shown: (String) -> String) -> String {
    switch self {
    case .null: "—"
    case .string(let text): text.isEmpty ? "\"\"" : shown(text).printable
    case .array(let items):
      items.isEmpty ? "—" : items.map { $0.plain(shown) }.joined(separator: ", ")
    case .object(let object): object.members.isEmpty ? "—" : shown(description).printable
    case .bool, .number: description
    }
  }
}
