import EventEngine

/// Events over time, the brush and the slider.
struct TimelineSection {
  let page: PageContext
  let timeline: EventsOverTime

  static let width = 960
  static let height = 190
  private static let left = 66
  private static let bottom = 24

  func write(_ html: inout HTML) {
    html.section("timeline", page.words("События во времени", "Timeline")) { html in
      if page.survey.shownCount == 0 {
        page.note("Событий нет.", "There are no events.", &html)
      } else {
        chart(&html)
        legend(&html)
        brush(&html)
        figures(&html)
      }
    }
    slider(&html)
  }

  private var unit: String { page.scale.name[page.language] }

  private func chart(_ html: inout HTML) {
    let title = page.words("События за \(unit)", "Events per \(unit)")
    let total = page.survey.shownCount
    let most = timeline.totals.max() ?? 1
    html.scroll(title, chart: true) { html in
      html.element(
        "svg",
        [
          "id": "timeline-chart", "viewBox": "0 0 \(Self.width) \(Self.height)", "role": "img",
          "aria-labelledby": "timeline-chart-title timeline-chart-text",
        ]
      ) { html in
        html.element("title", ["id": "timeline-chart-title"], text: title)
        html.element(
          "desc", ["id": "timeline-chart-text"],
          text: page.words(
            "Всего \(total.russian); больше всего за \(unit) — \(most.russian). Числа в таблице ниже.",
            "\(total.grouped) in all, at most \(most.grouped) per \(unit). The table below has the "
              + "figures."))
        axis(&html, most)
        bars(&html, most)
        html.element("path", ["id": "brush"])
      }
    }
  }

  private var plotHeight: Int { Self.height - Self.bottom }
  private var barWidth: Double {
    Double(Self.width - Self.left) / Double(page.scale.starts.count)
  }

  private func axis(_ html: inout HTML, _ most: Int) {
    for value in Set([0, (most + 1) / 2, most]).sorted() {
      let y = plotHeight - Int(Double(value) / Double(max(1, most)) * Double(plotHeight - 14))
      html.element(
        "line",
        ["class": "grid", "x1": "\(Self.left)", "x2": "\(Self.width)", "y1": "\(y)", "y2": "\(y)"])
      html.element(
        "text", ["x": "\(Self.left - 8)", "y": "\(y + 4)", "text-anchor": "end"],
        text: page.grouped(value))
    }
    let count = page.scale.starts.count
    let places = count == 1 ? [0] : Array(Set([0, count / 3, 2 * count / 3, count - 1])).sorted()
    for place in places {
      let x = Double(Self.left) + (Double(place) + 0.5) * barWidth
      // A narrow page has no room for those between the first and the last.
      let isBetween = place > 0 && place < count - 1
      let anchor = place == 0 ? "start" : place == count - 1 ? "end" : "middle"
      let edge = place == 0 ? Double(Self.left) : place == count - 1 ? Double(Self.width) : x
      html.element(
        "text",
        [
          "class": isBetween ? "time between" : "time", "x": edge.fixed(1),
          "y": "\(Self.height - 6)", "text-anchor": anchor,
        ],
        text: page.scale.label(place))
    }
  }

  private func bars(_ html: inout HTML, _ most: Int) {
    let unitHeight = Double(plotHeight - 14) / Double(max(1, most))
    for (index, total) in timeline.totals.enumerated() where total > 0 {
      var y = Double(plotHeight)
      html.element("g", ["class": "bar"]) { html in
        html.element("title", text: "\(page.scale.label(index)): \(page.grouped(total))")
        for (colour, series) in timeline.series.enumerated() where series.counts[index] > 0 {
          let height = Double(series.counts[index]) * unitHeight
          y -= height
          html.element(
            "rect",
            [
              "class": "c\(colour)",
              "x": (Double(Self.left) + Double(index) * barWidth).fixed(2), "y": y.fixed(2),
              "width": max(1, barWidth * 0.86).fixed(2), "height": height.fixed(2),
            ])
        }
      }
    }
  }

  private func legend(_ html: inout HTML) {
    html.element("ul", ["class": "legend"]) { html in
      for (colour, series) in timeline.series.enumerated() {
        html.element("li") { html in
          html.element("span", ["class": "swatch c\(colour)", "aria-hidden": "true"])
          html.text(series.name)
        }
      }
    }
  }

  private func brush(_ html: inout HTML) {
    let last = "\(page.scale.starts.count - 1)"
    html.element("div", ["class": "controls scripted", "id": "brush-controls"]) { html in
      for (id, name, value) in [
        ("brush-from", page.words("с", "from"), "0"),
        ("brush-to", page.words("по", "through"), last),
      ] {
        html.element("label") { html in
          html.text(name)
          html.open(
            "input",
            [
              "id": id, "type": "range", "min": "0", "max": last, "value": value,
              "aria-label": page.words(
                "показывать события \(name)", "show events \(name)"),
            ])
        }
      }
      html.element("output", ["id": "brush-text"])
      html.element(
        "button", ["id": "brush-all", "type": "button"], text: page.words("всё время", "whole time")
      )
    }
  }

  private func figures(_ html: inout HTML) {
    let rows = timeline.totals.indices.map { index in
      [page.scale.label(index)] + timeline.series.map { page.grouped($0.counts[index]) }
        + [page.grouped(timeline.totals[index])]
    }
    html.figures(
      page.words("События за \(unit): таблица", "Events per \(unit): table"),
      [page.words("начало", "start")] + timeline.series.map(\.name) + [
        page.words("всего", "total")
      ],
      rows
    ) { $0 == 0 ? nil : "… \(page.grouped($0))" }
  }

  /// Writes the slider, which stays in view while the page scrolls.
  private func slider(_ html: inout HTML) {
    let last = page.last.rawValue
    html.element("div", ["id": "slider", "class": "scripted"]) { html in
      html.element("div", ["class": "row"]) { html in
        html.element("label", ["for": "position"], text: page.words("позиция", "position"))
        html.open(
          "input",
          [
            "id": "position", "type": "range", "min": "0", "max": "\(last)", "value": "\(last)",
            "step": "1",
          ])
        html.element(
          "output", ["id": "position-text", "for": "position"], text: page.grouped(last))
        html.element(
          "label", ["for": "search", "class": "hidden"], text: page.words("поиск", "search"))
        html.open(
          "input",
          [
            "id": "search", "type": "search", "autocomplete": "off",
            "placeholder": page.words("поиск: /", "search: /"),
          ])
        html.element(
          "button",
          ["id": "keys-button", "type": "button", "aria-label": page.words("клавиши", "keys")],
          text: "?")
      }
      html.element("p", ["id": "position-event", "aria-live": "polite"]) { html in
        if let event = page.survey.events.last {
          html.text("\(page.local(event.time))  \(page.name(event.type))")
        }
      }
    }
    keys(&html)
  }

  private func keys(_ html: inout HTML) {
    let rows = [
      ["←  →", page.words("одно событие назад, вперёд", "one event back, forward")],
      ["Shift + ←  →", page.words("десять событий", "ten events")],
      ["Home  End", page.words("первая, последняя позиция", "the first, the last position")],
      ["/", page.words("поиск; Enter — следующее место", "search; Enter: the next match")],
      [
        "Enter",
        page.words(
          "на значении: события, из которых оно получилось",
          "on a value: the events that it comes from"),
      ],
      [
        "Enter",
        page.words("на стрелке карты: её случаи", "on an arrow of the map: its cases"),
      ],
      ["?", page.words("этот список", "this list")],
    ]
    html.element(
      "dialog", ["id": "keys", "aria-label": page.words("Клавиши", "Keys")]
    ) { html in
      _ = html.table(
        page.words("Клавиши", "Keys"),
        [page.words("клавиша", "key"), page.words("действие", "does")],
        rows)
      html.element("form", ["method": "dialog"]) { html in
        html.element("button", text: page.words("закрыть", "close"))
      }
    }
  }
}
