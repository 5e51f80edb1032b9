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
      "p", ["class": "note", "data-hidden-share": "", "aria-live": "polite"], text: share(choice))
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
          DurationText.text(edge.median, page.language),
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
    let layout = ProcessLayout(map, showing: choice.steps)
    let box = MapGeometry(layout.points).box
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
              "id": "arrow\(index)", "viewBox": "0 0 8 8", "refX": "7", "refY": "4",
              "markerWidth": "9", "markerHeight": "9", "markerUnits": "userSpaceOnUse",
              "orient": "auto",
            ]
          ) { $0.element("path", ["d": "M0 0L8 4L0 8z"]) }
        }
        html.element("g", ["data-edges": ""]) { html in
          let most = choice.edges.map(\.edge.count).max() ?? 1
          for (place, edge) in choice.edges { write(edge, place, layout, most, &html) }
        }
        html.element("g", ["data-steps": ""]) { html in
          for step in 0..<choice.steps { write(step, layout.points[step], &html) }
        }
      }
    }
  }

  private func write(
    _ edge: ProcessMap.Edge, _ place: Int, _ layout: ProcessLayout, _ most: Int, _ html: inout HTML
  ) {
    let curve = MapGeometry(layout.points).curve(
      layout.points[edge.from], layout.points[edge.to], lane: place % 5 - 2)
    let width = 1 + 7 * (Double(edge.count) / Double(max(1, most))).squareRoot()
    let (from, to) = (page.name(map.steps[edge.from]), page.name(map.steps[edge.to]))
    html.element("g", ["class": "edge", "data-edge": "\(place)"]) { html in
      html.element(
        "title",
        text:
          "\(from) → \(to): \(page.grouped(edge.count)), \(DurationText.text(edge.median, page.language))"
      )
      html.element(
        "path",
        [
          "d": curve.path, "stroke-width": width.fixed(1), "marker-end": "url(#arrow\(index))",
        ])
      html.element(
        "text", ["x": "\(curve.x)", "y": "\(curve.y)", "text-anchor": "middle"],
        text: page.grouped(edge.count))
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
      let lines = MapGeometry.lines(name)
      for (index, line) in lines.enumerated() {
        let y = lines.count == 1 ? -4 : index * 15 - 11
        html.element("text", ["y": "\(y)", "text-anchor": "middle"], text: line)
      }
      html.element(
        "text", ["y": "20", "text-anchor": "middle", "class": "count"],
        text: page.grouped(map.counts[step]))
    }
  }
}

/// The shapes of a process map. The page's script draws the same ones for other choices.
struct MapGeometry {
  typealias Point = (x: Int, y: Int)

  private static let side = ProcessLayout.width / 2
  private static let half = ProcessLayout.height / 2
  private static let margin = 96

  private let points: [Point]

  init(_ points: [Point]) { self.points = points }

  var box: (x: Int, y: Int, width: Int, height: Int) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let x = (xs.min() ?? 0) - Self.side - Self.margin
    let y = (ys.min() ?? 0) - Self.half - 16
    return (
      x, y, (xs.max() ?? 0) - x + Self.side + Self.margin, (ys.max() ?? 0) - y + Self.half + 16
    )
  }

  /// Returns a curve between two steps, and the place of its label. A curve downwards leads from
  /// the lower side to the upper one, in a lane between the steps of the rows that it crosses; one
  /// between neighbours of a row is straight; any other connects the right sides.
  func curve(_ from: Point, _ to: Point, lane: Int) -> (path: String, x: Int, y: Int) {
    let (side, half) = (Self.side, Self.half)
    if from == to {
      let (x, y) = (from.x + side, from.y)
      return (
        "M\(x) \(y - 12)C\(x + 44) \(y - 30) \(x + 44) \(y + 30) \(x) \(y + 12)", x + 46, y + 4
      )
    }
    if to.y > from.y {
      let (y1, y2) = (from.y + half, to.y - half)
      let x1 = from.x + lane * 9
      let x2 = to.x + lane * 9
      if y2 - y1 < ProcessLayout.height + 70 {
        let rise = (y2 - y1) / 2
        return (
          "M\(x1) \(y1)C\(x1) \(y1 + rise) \(x2) \(y2 - rise) \(x2) \(y2)", (x1 + x2) / 2,
          (y1 + y2) / 2 + 4
        )
      }
      let x = free((x1 + x2) / 2, from.y + 1, to.y - 1) + lane * 6
      let (a, b) = (y1 + 56, y2 - 56)
      return (
        "M\(x1) \(y1)C\(x1) \(y1 + 34) \(x) \(a - 34) \(x) \(a)L\(x) \(b)"
          + "C\(x) \(b + 34) \(x2) \(y2 - 34) \(x2) \(y2)", x, (a + b) / 2 + 4
      )
    }
    let (left, right) = (min(from.x, to.x), max(from.x, to.x))
    if to.y == from.y, !points.contains(where: { $0.y == to.y && $0.x > left && $0.x < right }) {
      let (x1, x2) = from.x < to.x ? (left + side, right - side) : (right - side, left + side)
      let y = to.y + (from.x < to.x ? -12 : 12)
      return ("M\(x1) \(y)L\(x2) \(y)", (x1 + x2) / 2, y - 6)
    }
    let (x1, x2) = (from.x + side, to.x + side)
    let (y1, y2) = (from.y + lane * 5, to.y + lane * 5)
    let x = free(max(x1, x2) + 34, to.y, from.y) + lane * 6
    return (
      "M\(x1) \(y1)C\(x) \(y1) \(x) \(y1) \(x) \((y1 + y2) / 2)"
        + "C\(x) \(y2) \(x) \(y2) \(x2) \(y2)", x, (y1 + y2) / 2 + 4
    )
  }

  /// Returns the x nearest to `wanted` at which no step stands between two heights; `wanted` if
  /// there is none.
  private func free(_ wanted: Int, _ top: Int, _ bottom: Int) -> Int {
    let between = points.filter { $0.y >= top && $0.y <= bottom }
    let gap = Self.side + 30
    let candidates = [wanted] + between.flatMap { [$0.x - gap, $0.x + gap] }
    let open = candidates.filter { x in between.allSatisfy { abs(x - $0.x) >= gap } }
    return open.min { (abs($0 - wanted), $0) < (abs($1 - wanted), $1) } ?? wanted
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
