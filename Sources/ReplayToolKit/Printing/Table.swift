import EventEngine

/// Aligned rows and columns: numbers on the right, a bold header.
struct Table {
  /// The widths and the alignment of the columns.
  struct Layout {
    let names: [String]
    let widths: [Int]
    let isNumber: [Bool]

    init(header: [String], rows: [[Cell]]) {
      let names = header.map(\.printable)
      self.names = names
      widths = names.indices.map { column in
        rows.reduce(names[column].columns) { max($0, $1[column].plain.columns) }
      }
      isNumber = header.indices.map { column in
        let cells = rows.map { $0[column] }.filter { !$0.isEmpty }
        return !cells.isEmpty && cells.allSatisfy(\.isNumber)
      }
    }

    var width: Int { widths.reduce(0, +) + 2 * max(0, widths.count - 1) }

    /// - Parameter styles: the style of each column; empty for a line without styles.
    func line(_ cells: [String], styles: [Terminal.Style?] = []) -> String {
      let (lead, last) = divided(cells, styles: styles)
      return lead + last
    }

    /// Returns the line divided before its last cell, which a narrow screen may break.
    func divided(
      _ cells: [String], styles: [Terminal.Style?] = []
    ) -> (lead: String, last: String) {
      let padded = cells.indices.map { column in
        cells[column].padded(
          to: widths[column], isRight: isNumber[column],
          style: styles.isEmpty ? nil : styles[column])
      }
      let last = (padded.last ?? "").trimmingSpaces
      let text = String(last.drop { $0 == " " })
      let lead = padded.dropLast().map { $0 + "  " }.joined() + last.dropLast(text.count)
      return (text.isEmpty ? lead.trimmingSpaces : lead, text)
    }

    func header(hasColour: Bool) -> String {
      hasColour ? Terminal.Style.bold.applied(to: line(names)) : line(names)
    }
  }

  private let layout: Layout
  private let rows: [[Cell]]

  init(header: [String], rows: [[Cell]]) {
    layout = Layout(header: header, rows: rows)
    self.rows = rows
  }

  init(header: [String], rows: [[String]]) {
    self.init(header: header, rows: rows.map { $0.map(Cell.init(text:)) })
  }

  /// A table of objects that have plain values only; nil for anything else.
  init?(_ items: [JSONValue]) {
    var header: [String] = []
    var objects: [JSONObject] = []
    for item in items {
      guard case .object(let object) = item, object.members.allSatisfy({ $0.value.isPlain }) else {
        return nil
      }
      for key in object.keys where !header.contains(key) { header.append(key) }
      objects.append(object)
    }
    self.init(
      header: header, rows: objects.map { object in header.map { Cell(object[$0]) } })
  }

  var width: Int { layout.width }

  func lines(_ terminal: borrowing Terminal) -> [String] {
    dividedLines(terminal).map { $0.lead + $0.last }
  }

  /// The lines, divided before their last cells.
  func dividedLines(_ terminal: borrowing Terminal) -> [(lead: String, last: String)] {
    [(layout.header(hasColour: terminal.hasColour), "")]
      + rows.map { layout.divided($0.map(\.plain)) }
  }
}
