import EventEngine

/// Lays out a timeline for people: aligned columns, one line per event, cut at the screen's edge.
struct TimelineText {
  /// The number of events that the widths of the columns are computed from.
  private static let sample = 500

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

  private typealias Cell = (text: String, style: Terminal.Style?, isRight: Bool)

  private func cells(_ event: TimelineEvent) -> [Cell] {
    [
      ("\(event.stored.position)", .bold, true),
      (
        event.stored.time.rfc3339.replacing("T", with: " ").replacing(".000Z", with: "Z"), .dim,
        false
      ),
      (event.elapsed.map { "+\(DurationText.text($0, language))" } ?? "", nil, true),
      (event.stored.type.rawValue.printable, .cyan, false),
      (event.stored.cause?.actor?.printable ?? "", .green, false),
    ]
  }

  private mutating func writeWaiting(_ terminal: inout Terminal) throws(SystemError) {
    let rows = waiting.map(cells)
    if widths.isEmpty, let some = rows.first {
      widths = some.indices.map { column in rows.map { $0[column].text.columns }.max() ?? 0 }
    }
    for (row, event) in zip(rows, waiting) {
      let used = widths.filter { $0 > 0 }.reduce(0) { $0 + $1 + 2 }
      var line: [String] = []
      for (cell, width) in zip(row, widths) where width > 0 {
        let text = cell.text.padded(to: width, isRight: cell.isRight)
        line.append(cell.style.map { terminal.styled(text, $0) } ?? text)
      }
      var details = event.details(in: language)
      if let width { details = details.cut(toColumns: max(20, width - used)) }
      try terminal.print((line + [details]).joined(separator: "  "))
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
