import EventEngine

/// Which step follows which, drawn per kind of tag.
struct ProcessSection {
  let page: PageContext

  static let mostSteps = 30
  static let mostEdges = 240
  static let mostVariants = 20

  func write(_ html: inout HTML) {
    html.section("process", page.words("Карта процесса", "Process map")) { html in
      if page.maps.isEmpty {
        html.note(
          page.words(
            "У тегов этого журнала по одному событию: процесса не видно.",
            "Each tag of this journal has one event: no process shows."))
      }
      for (index, map) in page.maps.enumerated() {
        html.element(
          "details",
          ["class": "map", "data-kind": map.kind, "open": index == 0 ? "" : nil]
        ) { html in
          html.element("summary") { html in
            html.element("h3", text: map.kind)
            html.text(" ")
            html.element(
              "span", ["class": "note"],
              text: page.words(
                "случаев: \(map.caseCount.grouped)", map.caseCount.counted("case")))
          }
          MapView(page: page, map: map, index: index).write(&html)
          variants(map, &html)
        }
      }
    }
  }

  private func variants(_ map: ProcessMap, _ html: inout HTML) {
    let title = page.words("Варианты (\(map.kind))", "Variants (\(map.kind))")
    html.element("div", ["class": "variants", "data-variants": ""]) { html in
      html.table(
        title,
        ["#", page.words("случаи", "cases"), page.words("доля", "share"), page.words("медиана", "median"), page.words("шаги", "steps")],
        map.variants.prefix(Self.mostVariants).enumerated().map { index, variant in
          [
            "\(index + 1)", variant.count.grouped, page.percent(variant.count, of: map.caseCount),
            Duration.text(variant.durations.median, page.language),
            ProcessSection.path(variant.steps.map { page.name(map.steps[$0]) }),
          ]
        })
      if map.variants.count > Self.mostVariants {
        let rest = map.variants.dropFirst(Self.mostVariants)
        let cases = rest.reduce(0) { $0 + $1.count }
        html.note(
          page.words(
            "Ещё вариантов: \(rest.count.grouped), случаев в них: \(cases.grouped).",
            "\(rest.count.counted("more variant")), with \(cases.counted("case"))."))
      }
    }
  }

  /// The steps with arrows; a step that follows itself is counted.
  static func path(_ steps: [String]) -> String {
    var parts: [(name: String, count: Int)] = []
    for step in steps {
      if parts.last?.name == step { parts[parts.count - 1].count += 1 } else {
        parts.append((step, 1))
      }
    }
    return parts.map { $0.count > 1 ? "\($0.name) ×\($0.count)" : $0.name }
      .joined(separator: " → ")
  }
}

/// The steps and edges that are shown before anybody moves a slider.
struct MapDefaults {
  let steps: Int
  let edges: Int
  let shownSteps: Int
  let shownEdges: Int

  init(_ map: ProcessMap) {
    let total = map.counts.reduce(0, +)
    shownSteps = min(ProcessSection.mostSteps, map.steps.count)
    var (steps, sum) = (0, 0)
    while steps < min(12, shownSteps) && sum * 100 < total * 97 {
      sum += map.counts[steps]
      steps += 1
    }
    self.steps = max(1, steps)
    shownEdges = min(ProcessSection.mostEdges, map.edges.count)
    let among = map.edges.filter { $0.from < steps && $0.to < steps }
    let all = among.reduce(0) { $0 + $1.count }
    var (edges, covered) = (0, 0)
    while edges < min(24, among.count) && covered * 100 < all * 90 {
      covered += among[edges].count
      edges += 1
    }
    self.edges = edges
  }
}
