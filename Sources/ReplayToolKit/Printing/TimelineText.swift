import EventEngine

/// Lays out a timeline for people: aligned columns, one line per event, cut at the screen's edge.
struct TimelineText {
  /// The number of events that the widths of the columns are computed from.
  private static let sample = 500
  /// The columns of the screen that types and actors leave to the data.
  private static let leastDetails = 12

  private let language: Language
  /// The columns of the screen; nil where nothing is cut.
  private let width: Int?
  private var waiting: [TimelineEvent] = []
  private var widths: [Int] = []
  private var count = 0
  private var first: Timestamp?
  private var last: Timestamp?

  init(in language: Language, width: Int?) {
    self.language = language
    self.width = width
  }

  mutating func add(_ event: TimelineEvent, _ terminal: inout Terminal) throws(SystemError) {
    count += 1
    let time = event.stored.time
    first = min(first ?? time, time)
    last = max(last ?? time, time)
    waiting.append(event)
    if !widths.isEmpty || waiting.count >= Self.sample { try writeWaiting(&terminal) }
  }

  /// Prints the waiting events and, for several events, the time from the first to the last.
  mutating func finish(_ terminal: inout Terminal) throws(SystemError) {
    try writeWaiting(&terminal)
    guard let first, let last, count > 1 else { return }
    let span = DurationText.text(last.milliseconds(since: first), language)
    let text = Bilingual(
      ru: "событий: \(count.russian), время: \(span)", en: "\(count.counted("event")) in \(span)")
    try terminal.print(terminal.styled(text[language], .dim))
  }

  /// `least` is the width to which the column may be narrowed; nil if it is never narrowed.
  private typealias Cell = (text: String, style: Terminal.Style?, isRight: Bool, least: Int?)

  private func cells(_ event: TimelineEvent) -> [Cell] {
    [
      ("\(event.stored.position)", .bold, true, nil),
      (
        event.stored.time.rfc3339.replacing("T", with: " ").replacing(".000Z", with: "Z"), .dim,
        false, nil
      ),
      (event.elapsed.map { "+\(DurationText.text($0, language))" } ?? "", nil, true, nil),
      (event.stored.type.rawValue.printable, .cyan, false, 16),
      (event.stored.cause?.actor?.printable ?? "", .green, false, 8),
    ]
  }

  private mutating func writeWaiting(_ terminal: inout Terminal) throws(SystemError) {
    let rows = waiting.map(cells)
    if widths.isEmpty, let some = rows.first {
      widths = some.indices.map { column in rows.map { $0[column].text.columns }.max() ?? 0 }
      narrow(some)
    }
    for (row, event) in zip(rows, waiting) {
      var line: [String] = []
      var left = width ?? .max
      for (cell, usual) in zip(row, widths) where usual > 0 && left > 0 {
        // A later cell may be longer than those of the first rows.
        let most = width == nil || cell.least == nil ? max(usual, cell.text.columns) : usual
        let text = cell.text.cut(toColumns: min(most, left))
          .padded(to: min(usual, left), isRight: cell.isRight)
        left -= text.columns + 2
        line.append(cell.style.map { terminal.styled(text, $0) } ?? text)
      }
      if left > 0 { line.append(event.details(in: language).cut(toColumns: left)) }
      try terminal.print(line.joined(separator: "  "))
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Narrows the columns of types and actors so that a screen has room for some of the data.
  private mutating func narrow(_ cells: [Cell]) {
    guard let width else { return }
    for (column, cell) in cells.enumerated() {
      guard let least = cell.least else { continue }
      let used = widths.filter { $0 > 0 }.reduce(0) { $0 + $1 + 2 }
      let excess = used + Self.leastDetails - width
      widths[column] -= min(max(0, excess), max(0, widths[column] - least))
    }
  }
}
