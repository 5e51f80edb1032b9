import EventEngine

/// A line that is broken where the screen ends.
private struct WrappedLine {
  /// A character, or a control sequence, which takes no columns.
  private typealias Unit = (text: String, columns: Int)

  private var units: [Unit] = []

  /// - Parameter line: a printable text with styles of `Terminal`.
  init(_ line: String) {
    // Scalars, since a combining mark after a sequence is a part of its last character.
    var rest = line.unicodeScalars[...]
    while let escape = rest.firstIndex(of: "\u{1b}") {
      add(String(rest[..<escape]))
      let end = rest[escape...].firstIndex(of: "m").map(rest.index(after:)) ?? rest.endIndex
      units.append((String(rest[escape..<end]), 0))
      rest = rest[end...]
    }
    add(String(rest))
  }

  private mutating func add(_ text: String) { units += text.map { (String($0), $0.columns) } }

  var columns: Int { units.reduce(0) { $0 + $1.columns } }

  /// Returns the line in pieces: the first of at most `first` columns, the others of at most `next`.
  /// It is broken between words; a word that is longer than a piece, such as JSON, after a comma if
  /// there is one.
  func pieces(first: Int, next: Int) -> [String] {
    var pieces: [String] = []
    var rest = units[...]
    // A style that is still open.
    var style = ""
    while true {
      let end = Self.end(of: rest, in: max(1, pieces.isEmpty ? first : next))
      var piece = style
      for unit in rest[..<end] {
        piece += unit.text
        if unit.text.count > 1, unit.columns == 0 { style = unit.text }
      }
      if style == Terminal.Style.end { style = "" }
      // A pager shows each line for itself.
      pieces.append(style.isEmpty ? piece : piece + Terminal.Style.end)
      rest = rest[end...].drop { $0.text == " " }
      if rest.isEmpty { return pieces }
    }
  }

  /// Returns the end of a piece of at most `room` columns, without the spaces after it.
  private static func end(of rest: ArraySlice<Unit>, in room: Int) -> Int {
    var used = 0
    var isInWord = false
    var space: Int?
    var comma: Int?
    for index in rest.indices {
      let (text, columns) = rest[index]
      used += columns
      if text == " " {
        if isInWord { space = index }
        isInWord = false
      } else if used > room {
        return space ?? comma ?? max(index, rest.startIndex + 1)
      } else if columns > 0 {
        isInWord = true
        if text == "," { comma = index + 1 }
      }
    }
    return rest.endIndex
  }
}

extension Terminal {
  /// Prints a line of results. If the screen is narrower, breaks the text after `lead` between
  /// words; a file and a pipe get the line as it is.
  ///
  /// - Parameter hanging: the column in which the lines after the first begin; nil for the end of
  ///   `lead`. If `lead` takes more than half of the screen, the text begins on a line of its own.
  package mutating func print(
    _ lead: String = "", wrapping text: String, hanging: Int? = nil
  ) throws(SystemError) {
    let (lead, text) = (shown(lead), shown(text))
    guard let width = output.width, !text.isEmpty else { return try output.writeLine(lead + text) }
    let (start, line) = (WrappedLine(lead).columns, WrappedLine(text))
    guard start + line.columns > width else { return try output.writeLine(lead + text) }
    let hasOwnLine = start > width / 2 && lead.contains { $0 != " " }
    let column = hasOwnLine ? Self.ownLine : min(hanging ?? start, width / 2)
    let indent = String(repeating: " ", count: column)
    if hasOwnLine { try output.writeLine(lead.trimmingSpaces) }
    let first = hasOwnLine ? column : start
    for (number, piece) in line.pieces(first: width - first, next: width - column).enumerated() {
      try output.writeLine((number == 0 && !hasOwnLine ? lead : indent) + piece)
    }
  }

  /// The column of a text below what leads to it.
  private static let ownLine = 6
}

extension String {
  /// The text without the spaces at its end.
  var trimmingSpaces: String {
    String(prefix(count - reversed().prefix { $0 == " " }.count))
  }
}
