import EventEngine

/// One process map: the picture, its sliders, and the table with the same figures.
struct MapView {
  let page: PageContext
  let map: ProcessMap
  let index: Int

  func write(_ html: inout HTML) {
    let defaults = MapDefaults(map)
    controls(defaults, &html)
    html.element("p", ["class": "note", "data-hidden-share": "", "aria-live": "polite"], text: share(defaults))
    picture(defaults, &html)
    html.element("div", ["class": "cases", "data-cases": "", "aria-live": "polite"]) { _ in }
    html.figures(
      page.words("Переходы (\(map.kind)): таблица", "Steps that follow one another (\(map.kind)): table"),
      [
        page.words("из", "from"), page.words("в", "to"), page.words("число", "count"),
        page.words("медиана", "median"),
      ],
      map.edges.prefix(ProcessSection.mostEdges).map { edge in
        [
          page.name(map.steps[edge.from]), page.name(map.steps[edge.to]), edge.count.grouped,
          Duration.text(edge.median, page.language),
        ]
      })
  }

  private func controls(_ defaults: MapDefaults, _ html: inout HTML) {
    html.element("div", ["class": "controls scripted"]) { html in
      slider(
        "steps", page.words("шаги", "activities"), 1, defaults.shownSteps, defaults.steps, &html)
      slider("edges", page.words("пути", "paths"), 0, defaults.shownEdges, edgeValue(defaults), &html)
      html.element("label") { html in
        html.text(page.words("ширина", "width"))
        html.element(
          "select",
          ["data-width": "", "aria-label": page.words("ширина стрелок", "width of the arrows")]
        ) { html in
          html.element("option", ["value": "count"], text: page.words("частота", "frequency"))
          html.element("option", ["value": "time"], text: page.words("время", "median time"))
        }
      }
    }
  }

  /// The slider counts all edges, also those of hidden steps.
  private func edgeValue(_ defaults: MapDefaults) -> Int {
    var left = defaults.edges
    for (index, edge) in map.edges.enumerated()
    where edge.from < defaults.steps && edge.to < defaults.steps {
      left -= 1
      if left <= 0 { return index + 1 }
    }
    return map.edges.count
  }

  private func slider(
    _ kind: String, _ name: String, _ least: Int, _ most: Int, _ value: Int, _ html: inout HTML
  ) {
    html.element("label") { html in
      html.text(name)
      html.open(
        "input",
        [
          "type": "range", "min": "\(least)", "max": "\(most)", "value": "\(value)",
          "data-slider": kind, "aria-label": "\(name), \(map.kind)",
        ])
      html.element("output", text: "\(value)")
    }
  }

  private func shownEdges(_ defaults: MapDefaults) -> [(index: Int, edge: ProcessMap.Edge)] {
    map.edges.prefix(edgeValue(defaults)).enumerated()
      .filter { $1.from < defaults.steps && $1.to < defaults.steps }.map { ($0, $1) }
  }

  private func share(_ defaults: MapDefaults) -> String {
    let events = map.counts.reduce(0, +)
    let hidden = map.counts.dropFirst(defaults.steps).reduce(0, +)
    let moves = map.edges.reduce(0) { $0 + $1.count }
    let shown = shownEdges(defaults)
    let hiddenMoves = moves - shown.reduce(0) { $0 + $1.edge.count }
    return page.words(
      "Показано шагов: \(defaults.steps) из \(map.steps.count), путей: \(shown.count) из "
        + "\(map.edges.count). Скрыто: \(page.percent(hidden, of: events)) событий, "
        + "\(page.percent(hiddenMoves, of: moves)) переходов.",
      "Shown: \(defaults.steps) of \(map.steps.count) activities, \(shown.count) of "
        + "\(map.edges.count) paths. Hidden: \(page.percent(hidden, of: events)) of the events, "
        + "\(page.percent(hiddenMoves, of: moves)) of the transitions.")
  }

  private func picture(_ defaults: MapDefaults, _ html: inout HTML) {
    let layout = ProcessLayout(map, showing: defaults.steps)
    let box = MapGeometry.box(layout.points)
    let title = page.words("Карта процесса: \(map.kind)", "Process map: \(map.kind)")
    html.element("div", ["class": "scroll chart", "tabindex": "0", "role": "region", "aria-label": title])
    { html in
      html.element(
        "svg",
        [
          "class": "process", "viewBox": "\(box.x) \(box.y) \(box.width) \(box.height)",
          "width": "\(box.width)", "height": "\(box.height)", "role": "group",
          "aria-labelledby": "map\(index)-title map\(index)-text",
        ]
      ) { html in
        html.element("title", ["id": "map\(index)-title"], text: title)
        html.element("desc", ["id": "map\(index)-text"], text: share(defaults))
        html.element("defs") { html in
          html.element(
            "marker",
            [
              "id": "arrow\(index)", "viewBox": "0 0 8 8", "refX": "7", "refY": "4",
              "markerWidth": "9", "markerHeight": "9", "markerUnits": "userSpaceOnUse",
              "orient": "auto",
            ]
          ) { $0.element("path", ["d": "M0 0L8 4L0 8z"]) { _ in } }
        }
        html.element("g", ["data-edges": ""]) { html in
          let most = map.edges.first { $0.from < defaults.steps && $0.to < defaults.steps }?.count
          for (place, edge) in shownEdges(defaults) {
            write(edge, place, layout, most ?? 1, &html)
          }
        }
        html.element("g", ["data-steps": ""]) { html in
          for step in 0..<defaults.steps { write(step, layout.points[step], &html) }
        }
      }
    }
  }

  private func write(
    _ edge: ProcessMap.Edge, _ place: Int, _ layout: ProcessLayout, _ most: Int, _ html: inout HTML
  ) {
    let curve = MapGeometry.curve(layout.points[edge.from], layout.points[edge.to])
    let width = 1 + 7 * (Double(edge.count) / Double(max(1, most))).squareRoot()
    let (from, to) = (page.name(map.steps[edge.from]), page.name(map.steps[edge.to]))
    html.element("g", ["class": "edge", "data-edge": "\(place)"]) { html in
      html.element(
        "title",
        text: "\(from) → \(to): \(edge.count.grouped), \(Duration.text(edge.median, page.language))")
      html.element(
        "path",
        [
          "d": curve.path, "stroke-width": width.fixed(1), "marker-end": "url(#arrow\(index))",
        ]) { _ in }
      html.element(
        "text", ["x": "\(curve.x)", "y": "\(curve.y)", "text-anchor": "middle"],
        text: edge.count.grouped)
    }
  }

  private func write(_ step: Int, _ point: (x: Int, y: Int), _ html: inout HTML) {
    let name = page.name(map.steps[step])
    html.element("g", ["class": "step", "transform": "translate(\(point.x),\(point.y))"]) { html in
      html.element("title", text: "\(name): \(map.counts[step].grouped)")
      html.open(
        "rect",
        [
          "x": "\(-ProcessLayout.width / 2)", "y": "\(-ProcessLayout.height / 2)",
          "width": "\(ProcessLayout.width)", "height": "\(ProcessLayout.height)", "rx": "7",
        ])
      html.raw("</rect>".utf8)
      html.element("text", ["y": "-4", "text-anchor": "middle"], text: MapGeometry.short(name))
      html.element(
        "text", ["y": "14", "text-anchor": "middle", "class": "count"],
        text: map.counts[step].grouped)
    }
  }
}

/// The shapes of a process map. The page's script draws the same ones for other choices.
enum MapGeometry {
  static func box(
    _ points: [(x: Int, y: Int)]
  ) -> (x: Int, y: Int, width: Int, height: Int) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let x = (xs.min() ?? 0) - ProcessLayout.width / 2 - 90
    let y = (ys.min() ?? 0) - ProcessLayout.height / 2 - 16
    return (
      x, y, (xs.max() ?? 0) - x + ProcessLayout.width / 2 + 90,
      (ys.max() ?? 0) - y + ProcessLayout.height / 2 + 16
    )
  }

  /// A curve between two steps, and the place of its label: downwards from edge to edge, otherwise
  /// around the right side.
  static func curve(
    _ from: (x: Int, y: Int), _ to: (x: Int, y: Int)
  ) -> (path: String, x: Int, y: Int) {
    let (width, height) = (ProcessLayout.width / 2, ProcessLayout.height / 2)
    if from == to {
      let (x, y) = (from.x + width, from.y)
      return ("M\(x) \(y - 10)C\(x + 44) \(y - 26) \(x + 44) \(y + 26) \(x) \(y + 10)", x + 48, y + 4)
    }
    if to.y > from.y {
      let (y1, y2) = (from.y + height, to.y - height)
      let rise = max(30, (y2 - y1) / 2)
      // A long arrow bends around the steps between its ends.
      let bend = y2 - y1 > 70 ? (to.x + from.x < 0 ? -1 : 1) * min(130, (y2 - y1) / 3) : 0
      return (
        "M\(from.x) \(y1)C\(from.x + bend) \(y1 + rise) \(to.x + bend) \(y2 - rise) \(to.x) \(y2)",
        (from.x + to.x) / 2 + bend * 3 / 4, (y1 + y2) / 2 + 4
      )
    }
    let (x1, x2) = (from.x + width, to.x + width)
    let bend = 30 + (from.y - to.y) / 6
    let x = max(x1, x2) + bend
    return (
      "M\(x1) \(from.y)C\(x) \(from.y) \(x) \(to.y) \(x2) \(to.y)",
      (x1 + x2 + 6 * x) / 8, (from.y + to.y) / 2 + 4
    )
  }

  /// A name that is no wider than a step.
  static func short(_ name: String) -> String {
    name.count > 27 ? "\(name.prefix(25))…" : name
  }
}
