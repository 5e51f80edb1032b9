import EventEngine

/// One process map: the picture, its sliders, and the table with the same figures.
struct MapView {
  let page: PageContext
  let map: ProcessMap
  let index: Int

  func write(_ html: inout HTML) {
    let (steps, paths) = MapChoice.usual(map)
    let choice = MapChoice(map, steps: steps, paths: paths)
    controls(steps, paths, choice, &html)
    html.element(
      "p",
      ["id": "map\(index)", "class": "note", "data-hidden-share": "", "aria-live": "polite"],
      text: share(choice))
    picture(choice, &html)
    html.element("div", ["class": "cases", "data-cases": "", "aria-live": "polite"])
    html.figures(
      page.words(
        "Переходы (\(map.kind)): таблица", "Transitions (\(map.kind)): table"),
      [
        page.words("из", "from"), page.words("в", "to"), page.words("число", "count"),
        page.words("медиана", "median"),
      ],
      map.edges.prefix(ProcessSection.mostEdges).map { edge in
        [
          page.name(map.steps[edge.from]), page.name(map.steps[edge.to]), page.grouped(edge.count),
          page.duration(edge.median),
        ]
      }
    ) { omitted in
      let more = max(0, map.edges.count - ProcessSection.mostEdges) + omitted
      if more == 0 { return nil }
      return page.words(
        "Не показано переходов: \(more.russian). Чтобы выбрать меньше событий: --since, --until, --type, "
          + "--tag.",
        "Not shown: \(more.counted("transition")). To choose fewer events: --since, --until, --type, "
          + "--tag."
      )
    }
  }

  private func controls(_ steps: Int, _ paths: Int, _ choice: MapChoice, _ html: inout HTML) {
    html.element("div", ["class": "controls scripted"]) { html in
      slider(
        "steps", page.words("шаги", "activities"), 1,
        min(ProcessSection.mostSteps, map.steps.count),
        steps, shown: steps, &html)
      slider(
        "edges", page.words("пути", "paths"), 0, min(ProcessSection.mostEdges, map.edges.count),
        paths, shown: choice.edges.count, &html)
      html.element("label") { html in
        html.text(page.words("ширина", "width"))
        html.element(
          "select",
          ["data-width": "", "aria-label": page.words("ширина стрелок", "width of the arrows")]
        ) { html in
          html.element("option", ["value": "count"], text: page.words("частота", "frequency"))
          html.element(
            "option", ["value": "time"], text: page.words("медиана времени", "median time"))
        }
      }
    }
  }

  private func slider(
    _ kind: String, _ name: String, _ least: Int, _ most: Int, _ value: Int, shown: Int,
    _ html: inout HTML
  ) {
    html.element("label") { html in
      html.text(name)
      html.open(
        "input",
        [
          "type": "range", "min": "\(least)", "max": "\(most)", "value": "\(value)",
          "data-slider": kind, "aria-label": "\(name), \(map.kind)",
        ])
      html.element("output", text: "\(shown)")
    }
  }

  private func share(_ choice: MapChoice) -> String {
    let events = map.counts.reduce(0, +)
    let hidden = map.counts.dropFirst(choice.steps).reduce(0, +)
    let moves = map.edges.reduce(0) { $0 + $1.count }
    let shown = choice.edges
    let hiddenMoves = moves - shown.reduce(0) { $0 + $1.edge.count }
    let (steps, paths) = (page.grouped(map.steps.count), page.grouped(map.edges.count))
    return page.words(
      "Показано шагов: \(choice.steps) из \(steps), путей: \(shown.count) из "
        + "\(paths). Скрыто: \(page.percent(hidden, of: events)) событий, "
        + "\(page.percent(hiddenMoves, of: moves)) переходов.",
      "Shown: \(choice.steps) of \(steps) activities, \(shown.count) of "
        + "\(paths) paths. Hidden: \(page.percent(hidden, of: events)) of the events, "
        + "\(page.percent(hiddenMoves, of: moves)) of the transitions.")
  }

  private func picture(_ choice: MapChoice, _ html: inout HTML) {
    let layout = ProcessLayout(map, showing: choice.steps, page.language)
    let box = layout.box(choice.edges.map(\.place))
    let title = page.words("Карта процесса: \(map.kind)", "Process map: \(map.kind)")
    html.scroll(title, chart: true) { html in
      html.element(
        "svg",
        [
          "class": "process", "viewBox": "\(box.x) \(box.y) \(box.width) \(box.height)",
          "width": "\(box.width)", "height": "\(box.height)", "role": "group",
          "aria-labelledby": "map\(index)-title map\(index)-text",
        ]
      ) { html in
        html.element("title", ["id": "map\(index)-title"], text: title)
        html.element("desc", ["id": "map\(index)-text"], text: share(choice))
        html.element("defs") { html in
          html.element(
            "marker",
            [
              "id": "arrow\(index)", "viewBox": "0 0 8 8", "refX": "3", "refY": "4",
              "markerWidth": "13", "markerHeight": "13", "markerUnits": "userSpaceOnUse",
              "orient": "auto",
            ]
          ) { $0.element("path", ["d": "M0 0L8 4L0 8z"]) }
        }
        html.element("g", ["data-edges": ""]) { html in
          let most = choice.edges.map(\.edge.count).max() ?? 1
          for (place, edge) in choice.edges {
            if let arrow = layout.arrows[place] { write(edge, place, arrow, most, &html) }
          }
        }
        html.element("g", ["data-steps": ""]) { html in
          for step in 0..<choice.steps { write(step, layout.points[step], &html) }
        }
        // Above everything, so that no later arrow and no step hides a number.
        html.element("g", ["data-labels": ""]) { html in
          for (place, edge) in choice.edges {
            guard let label = layout.arrows[place]?.label else { continue }
            html.element(
              "text",
              ["data-edge": "\(place)", "x": "\(label.x)", "y": "\(label.y)"],
              text: page.grouped(edge.count))
          }
        }
      }
    }
  }

  private func write(
    _ edge: ProcessMap.Edge, _ place: Int, _ arrow: ProcessLayout.Arrow, _ most: Int,
    _ html: inout HTML
  ) {
    let width = 1 + 7 * (Double(edge.count) / Double(max(1, most))).squareRoot()
    let (from, to) = (page.name(map.steps[edge.from]), page.name(map.steps[edge.to]))
    html.element("g", ["class": "edge", "data-edge": "\(place)"]) { html in
      html.element(
        "title",
        text:
          "\(from) → \(to): \(page.grouped(edge.count)), \(page.duration(edge.median))"
      )
      html.element(
        "path",
        [
          "d": arrow.path, "stroke-width": width.fixed(1), "marker-end": "url(#arrow\(index))",
        ])
    }
  }

  private func write(_ step: Int, _ point: (x: Int, y: Int), _ html: inout HTML) {
    let name = page.name(map.steps[step])
    html.element("g", ["class": "step", "transform": "translate(\(point.x),\(point.y))"]) { html in
      html.element("title", text: "\(name): \(page.grouped(map.counts[step]))")
      html.element(
        "rect",
        [
          "x": "\(-ProcessLayout.width / 2)", "y": "\(-ProcessLayout.height / 2)",
          "width": "\(ProcessLayout.width)", "height": "\(ProcessLayout.height)", "rx": "7",
        ])
      let lines = Self.lines(name)
      for (index, line) in lines.enumerated() {
        let y = lines.count == 1 ? -4 : index * 15 - 11
        html.element("text", ["y": "\(y)"], text: line)
      }
      html.element(
        "text", ["y": "20", "class": "count"], text: page.grouped(map.counts[step]))
    }
  }

  /// Returns a name in one or two lines that are no wider than a step.
  static func lines(_ name: String) -> [String] {
    let most = 28
    if name.count <= most { return [name] }
    let start = String(name.prefix(most + 1))
    let cut = start.lastIndex { " .:/_-".contains($0) } ?? start.endIndex
    let isSpace = cut < start.endIndex && start[cut] == " "
    let first =
      cut < start.endIndex && cut > start.startIndex
      ? String(start[..<cut]) : String(name.prefix(most))
    let rest = name.dropFirst(first.count + (isSpace && cut > start.startIndex ? 1 : 0))
    return [first, rest.count > most ? "\(rest.prefix(most - 1))…" : String(rest)]
  }
}
