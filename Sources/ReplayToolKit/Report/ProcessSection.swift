import EventEngine

/// The process maps, one for each kind of tag, and their variants.
struct ProcessSection {
  let page: PageContext

  static let mostSteps = 30
  static let mostEdges = 240
  static let mostVariants = 20

  /// - Returns: the maps for which there was room.
  func write(_ html: inout HTML) -> ArraySlice<ProcessMap> {
    var shown = page.maps
    html.section("process", page.words("Карта процесса", "Process map")) { html in
      if page.survey.shownTagCounts.allSatisfy({ $0 == 0 }) {
        page.note(
          "Тегов нет, поэтому нет и процесса.", "There are no tags, so there is no process.", &html)
      } else if isWithoutProcess {
        page.note(
          "У каждого тега только одно событие, поэтому процесса нет.",
          "Each tag has only one event, so there is no process.", &html)
      }
      let omitted = html.list(Array(page.maps.enumerated()), within: PageShares.maps) { html, map in
        write(map.element, map.offset, &html)
      }
      shown = shown.dropLast(omitted)
      let others = page.history.maps.dropFirst(shown.count).map(\.kind)
      kinds(others + page.history.otherKinds, &html)
    }
    return shown
  }

  /// Whether no kind of tag has a map, neither on the page nor left out.
  private var isWithoutProcess: Bool { page.maps.isEmpty && page.history.otherKinds.isEmpty }

  private func write(_ map: ProcessMap, _ index: Int, _ html: inout HTML) {
    html.element(
      "details",
      ["class": "map", "data-kind": map.kind, "open": index == 0 ? "" : nil]
    ) { html in
      html.element("summary") { html in
        html.element("h3", text: map.kind)
        html.text(" ")
        html.element(
          "span", ["class": "note"],
          text: page.words("случаев: \(map.caseCount.russian)", map.caseCount.counted("case")))
      }
      MapView(page: page, map: map, index: index).write(&html)
      variants(map, &html)
    }
  }

  /// Writes the kinds of tag that have no map.
  private func kinds(_ others: [String], _ html: inout HTML) {
    func names(_ kinds: [String]) -> String {
      let names = kinds.prefix(20).map { $0.shortened(to: 60) }.joined(separator: ", ")
      return kinds.count > 20 ? "\(names), …" : names
    }
    if !others.isEmpty {
      page.note(
        "Виды тегов, карты которых здесь нет (\(others.count.russian)): \(names(others)). "
          + "Карта вида: \(page.tool) report --html ФАЙЛ --process ВИД.",
        "\(others.count.counted("more kind")) of tag: \(names(others)). "
          + "To get the map of one: \(page.tool) report --html FILE --process KIND.", &html)
    }
    let single = page.history.singleKinds
    if !single.isEmpty && !isWithoutProcess {
      page.note(
        "Виды без карты: у их тегов не больше одного события (\(single.count.russian)): "
          + "\(names(single)).",
        "\(single.count.counted("kind")) without a map, since each tag has at most one event: "
          + "\(names(single)).", &html)
    }
  }

  private func variants(_ map: ProcessMap, _ html: inout HTML) {
    let title = page.words("Варианты (\(map.kind))", "Variants (\(map.kind))")
    html.element("div", ["class": "variants", "data-variants": ""]) { html in
      let omitted = html.table(
        title,
        [
          "#", page.words("случаи", "cases"), page.words("доля", "share"),
          page.words("медиана", "median"), page.words("шаги", "steps"),
        ],
        map.variants.prefix(Self.mostVariants).enumerated().map { index, variant in
          [
            "\(index + 1)", page.grouped(variant.count),
            page.percent(variant.count, of: map.caseCount),
            page.duration(variant.durations.median),
            ProcessSection.path(variant, of: map, page),
          ]
        })
      let rest = map.variants.dropFirst(min(Self.mostVariants, map.variants.count) - omitted)
      if !rest.isEmpty {
        let cases = rest.reduce(0) { $0 + $1.count }
        page.note(
          "Ещё вариантов: \(rest.count.russian), случаев в них: \(cases.russian).",
          "\(rest.count.counted("more variant")), with \(cases.counted("case")).", &html)
      }
    }
  }

  /// Returns the steps with arrows between them. A step that follows itself is written once, with
  /// the number of times.
  static func path(_ variant: ProcessMap.Variant, of map: ProcessMap, _ page: PageContext) -> String
  {
    let steps = variant.path.steps.map { step in
      let name = page.name(map.steps[step.step])
      return step.count > 1 ? "\(name) ×\(step.count)" : name
    }
    let isWhole = variant.path.length == steps.count
    return (isWhole ? steps : steps + ["…"]).joined(separator: " → ")
  }
}

/// The part of a process map that is drawn: some of the steps, their most frequent paths, and for
/// each step the paths on which it is usually reached and left.
struct MapChoice {
  let steps: Int
  let edges: [(place: Int, edge: ProcessMap.Edge)]

  /// - Parameter paths: the number of most frequent paths to choose from. Those between the chosen
  ///   steps are drawn.
  init(_ map: ProcessMap, steps: Int, paths: Int) {
    self.steps = steps
    var (reached, left): (Set<Int>, Set<Int>) = ([], [])
    edges = map.edges.prefix(ProcessSection.mostEdges).enumerated().filter { place, edge in
      guard edge.from < steps, edge.to < steps else { return false }
      let isLoop = edge.from == edge.to
      let isUsual =
        !isLoop && (!reached.contains(edge.to) || !left.contains(edge.from))
      if !isLoop {
        reached.insert(edge.to)
        left.insert(edge.from)
      }
      return place < paths || isUsual
    }.map { (place: $0.offset, edge: $0.element) }
  }

  /// The initial choice: the steps of 97 % of the events, at most 12, and the paths of 90 % of the
  /// transitions, at most 20.
  static func usual(_ map: ProcessMap) -> (steps: Int, paths: Int) {
    let total = map.counts.reduce(0, +)
    var (steps, sum) = (0, 0)
    while steps < min(12, map.steps.count) && sum * 100 < total * 97 {
      sum += map.counts[steps]
      steps += 1
    }
    let all = map.edges.reduce(0) { $0 + $1.count }
    var (paths, covered) = (0, 0)
    while paths < min(20, map.edges.count) && covered * 100 < all * 90 {
      covered += map.edges[paths].count
      paths += 1
    }
    return (max(1, steps), paths)
  }
}
