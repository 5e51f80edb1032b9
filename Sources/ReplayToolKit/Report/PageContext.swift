import EventEngine

/// Everything that the sections of a page are made from.
struct PageContext {
  let language: Language
  let title: String
  let command: String
  /// The options of `command` that name the journal, each after a space.
  let journalOptions: String
  let survey: Survey
  let zone: TimeZoneTable
  /// The last position that the page covers.
  let last: Position
  let scale: TimeScale
  var answers: PageAnswers
  /// Whether the journal belongs to domains with read models. False for another program's journal.
  let hasReadModels: Bool
  /// Whether lists of events begin with the newest.
  let isReversed: Bool
  /// The read models with answers that are not on the page.
  let others: [UsualAnswers.OtherAnswers]
  let history: PageHistory
  let domains: [DomainDefinition]

  /// The degree to which parts are left out so that the page is not too large.
  var reduction = PageReduction.none

  /// Whether the search field looks through the payloads.
  var searchesPayloads = true

  /// The longest journal of which the page holds every event.
  static let mostEvents = 20_000

  /// The words with which each command on the page begins.
  var tool: String { "\(toolName)\(journalOptions)" }

  var holdsAllEvents: Bool { last.rawValue <= Self.mostEvents && reduction < .noEvents }
  var personal: PersonalTexts { survey.personal }
  /// The maps to draw.
  var maps: ArraySlice<ProcessMap> { history.maps.prefix(reduction.maps) }

  func words(_ ru: String, _ en: String) -> String { Bilingual(ru: ru, en: en)[language] }

  /// A type as the page names it.
  func name(_ type: Int32) -> String { survey.types.text(type).shortened() }

  func note(_ ru: String, _ en: String, _ html: inout HTML) { html.note(words(ru, en)) }

  /// An actor as the page names it.
  func actor(_ actor: Int32) -> String { survey.actors.texts[Int(actor)].shortened() }

  func local(_ time: Timestamp) -> String { zone.local(time) }

  /// A number with its noun: 1 event, 2 events; событий: 2.
  func counted(_ count: Int, _ ru: String, _ en: String) -> String {
    language == .ru ? "\(ru): \(count.russian)" : count.counted(en)
  }

  func grouped(_ number: Int) -> String { number.grouped(in: language) }

  /// A length of time, in which no line ends between a number and its unit.
  func duration(_ milliseconds: Int64) -> String {
    DurationText.text(milliseconds, language, space: "\u{A0}")
  }

  /// A share as percent with one decimal.
  func percent(_ part: Int, of whole: Int) -> String {
    "\((Double(part) * 100 / Double(max(1, whole))).fixed(1, in: language)) %"
  }
}

/// The parts of a page that are made from its survey while the answers are folded.
struct PageHistory: Sendable {
  let integrity: PageIntegrity
  let stories: [PageStory]
  let omittedStories: Int
  let causes: [PageCauses.Tree]
  /// The first position of each tree that was left out.
  let omittedCauses: [Position]
  let maps: [ProcessMap]
  /// The kinds of tag whose maps were not made.
  let otherKinds: [String]
  /// The kinds of tag without a map, since each tag has at most one of the chosen events.
  let singleKinds: [String]
}

extension HTML {
  /// A section with its heading.
  mutating func section(
    _ id: String, _ title: String, _ body: (inout HTML) throws -> Void
  ) rethrows {
    try element("section", ["id": id, "aria-labelledby": "\(id)-title"]) { html in
      html.element("h2", ["id": "\(id)-title"], text: title)
      try body(&html)
    }
  }

  mutating func note(_ text: String) { element("p", ["class": "note"], text: text) }

  mutating func time(_ time: Timestamp, in zone: TimeZoneTable) {
    element("time", ["datetime": time.rfc3339], text: zone.local(time))
  }

  mutating func position(_ position: Int) {
    element("a", ["href": "#position=\(position)", "class": "position"], text: "\(position)")
  }

  /// The position, the time and the type of an event.
  mutating func beginning(of event: StoredEvent, in zone: TimeZoneTable) {
    target(event.position.rawValue)
    position(event.position.rawValue)
    text(" ")
    time(event.time, in: zone)
    text(" ")
    element("strong", text: event.type.rawValue.shortened())
  }

  /// A name with its value, in a list of such pairs.
  mutating func fact(_ name: String, _ value: String) {
    element("div") { html in
      html.element("dt", text: name)
      html.element("dd", text: value)
    }
  }

  /// A part that scrolls by itself where it is wider than the page.
  mutating func scroll(_ title: String, chart: Bool = false, _ body: (inout HTML) -> Void) {
    element(
      "div",
      [
        "class": chart ? "scroll chart" : "scroll", "tabindex": "0", "role": "group",
        "aria-label": title,
      ], body)
  }

  /// The header of a table. The names of columns with figures are aligned like the figures.
  mutating func header(_ columns: [(name: String, isFigure: Bool)]) {
    element("thead") { html in
      html.element("tr") { html in
        for (name, isFigure) in columns {
          html.element("th", ["scope": "col", "class": isFigure ? "n" : nil], text: name)
        }
      }
    }
  }

  /// A table that scrolls by itself where it is wider than the page.
  ///
  /// - Returns: the number of rows for which there is no room.
  mutating func table(_ caption: String, _ columns: [String], _ rows: [[String]]) -> Int {
    var omitted = 0
    scroll(caption) { html in
      html.element("table") { html in
        html.element("caption", text: caption)
        html.header(
          columns.enumerated().map { ($1, rows.first?[$0].isQuantity ?? false) })
        html.element("tbody") { html in
          omitted = html.list(rows, within: PageShares.table) { html, row in
            html.element("tr") { html in
              for cell in row {
                html.element(
                  "td", ["class": cell.isQuantity ? "n" : cell.count < 20 ? "s" : nil], text: cell)
              }
            }
          }
        }
      }
    }
    return omitted
  }

  /// The table with a chart's figures.
  ///
  /// - Parameter more: the sentence about the number of rows for which there is no room.
  mutating func figures(
    _ title: String, _ columns: [String], _ rows: [[String]], more: (Int) -> String?
  ) {
    element("details", ["class": "data"]) { html in
      html.element("summary", text: title)
      let omitted = html.table(title, columns, rows)
      if let text = more(omitted) { html.note(text) }
    }
  }
}

extension String {
  /// Whether the text is a number or a share.
  fileprivate var isQuantity: Bool { isFigure || hasSuffix(" %") && dropLast(2).isFigure }
}

extension StringProtocol {
  /// Whether the text is a number, which is aligned to the right.
  var isFigure: Bool {
    guard let first = utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
    else { return false }
    // Digits, and the separators of English and Russian numbers.
    return unicodeScalars.dropFirst().allSatisfy {
      ("0"..."9").contains($0) || ",.\u{A0}".unicodeScalars.contains($0)
    }
  }
}
