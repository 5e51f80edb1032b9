import EventEngine

/// The types of event.
struct TypesSection {
  let page: PageContext
  let timeline: EventsOverTime

  static let most = 80

  struct Row {
    let type: Int
    var count = 0
    var first: Survey.Event?
    var last: Survey.Event?
    var commands: Set<Int32> = []
  }

  func write(_ html: inout HTML) {
    html.section("types", page.words("Типы событий", "Event types")) { html in
      let rows = page.survey.typeRows
      let listed = rows.prefix(Self.most)
      var omitted = 0
      let title = page.words("Типы событий", "Event types")
      html.scroll(title) { html in
        html.element("table", ["id": "types-table"]) { html in
          html.element("caption", ["class": "hidden"], text: title)
          html.header(columns)
          html.element("tbody") { html in
            omitted = html.list(Array(listed.enumerated()), within: PageShares.types) { html, row in
              write(row.element, row.offset, &html)
            }
          }
        }
      }
      let more = rows.count - listed.count + omitted
      if more > 0 {
        page.note(
          "Ещё типов: \(more.russian). Все выводит \(page.tool) stats.",
          "\(more.counted("more type")). \(page.tool) stats lists all.", &html)
      }
    }
  }

  private var columns: [(name: String, isFigure: Bool)] {
    [
      (page.words("тип", "type"), false), (page.words("число", "count"), true),
      (page.words("во времени", "over time"), false),
      (page.words("первое", "first"), false), (page.words("последнее", "last"), false),
      (page.words("версии", "versions"), true), (page.words("команды", "commands"), false),
    ]
  }

  /// The types with the most events. The page's script knows them by their places.
  var listed: [Row] { Array(page.survey.typeRows.prefix(Self.most)) }

  private func write(_ row: Row, _ place: Int, _ html: inout HTML) {
    let name = page.name(Int32(row.type))
    html.element("tr", ["data-type": "\(place)"]) { html in
      html.element("th", ["scope": "row"], text: name)
      html.element(
        "td", ["class": "n", "data-count": "\(row.count)"], text: page.grouped(row.count))
      html.element("td") { sparkline(row.type, name, &$0) }
      for event in [row.first, row.last] {
        html.element("td", ["class": "s"]) { html in
          guard let event else { return }
          html.position(Int(event.position))
          html.text(" ")
          html.time(event.time, in: page.zone)
        }
      }
      html.element(
        "td", ["class": "n"],
        text: page.survey.versions[row.type].sorted().map(String.init).joined(separator: ", "))
      let commands = row.commands.map { page.survey.commands.texts[Int($0)].shortened() }.sorted()
      let more = commands.count > 3 ? ", …" : ""
      html.element("td", text: commands.prefix(3).joined(separator: ", ") + more)
    }
  }

  private func sparkline(_ type: Int, _ name: String, _ html: inout HTML) {
    let counts = timeline.byType[type]
    let most = Double(max(1, counts.max() ?? 1))
    let step = 120.0 / Double(max(1, counts.count))
    html.element(
      "svg",
      [
        "class": "spark", "viewBox": "0 0 120 24", "preserveAspectRatio": "none", "role": "img",
      ]
    ) { html in
      html.element("title", text: page.words("\(name) во времени", "\(name) over time"))
      html.element(
        "desc",
        text: page.words(
          "не больше \(Int(most).russian) за \(page.scale.name.ru)",
          "at most \(Int(most).grouped) per \(page.scale.name.en)"))
      var path = ""
      for (index, count) in counts.enumerated() where count > 0 {
        let height = max(1.5, Double(count) / most * 22)
        let x = Double(index) * step
        path +=
          "M\(x.fixed(1)) 24V\((24 - height).fixed(1))h\(max(1, step * 0.8).fixed(1))V24z"
      }
      html.element("path", ["d": path])
    }
  }
}

extension Survey {
  /// The types of the selected events, the most frequent first.
  var typeRows: [TypesSection.Row] {
    var rows = (0..<types.count).map { TypesSection.Row(type: $0) }
    for event in events where event.isShown {
      let index = Int(event.type)
      rows[index].count += 1
      if rows[index].first == nil { rows[index].first = event }
      rows[index].last = event
      if event.command >= 0 { rows[index].commands.insert(event.command) }
    }
    return rows.filter { $0.count > 0 }.sorted { ($1.count, $0.type) < ($0.count, $1.type) }
  }
}
