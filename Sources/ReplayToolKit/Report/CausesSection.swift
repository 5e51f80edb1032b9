import EventEngine

/// The trees of what followed from commands.
struct CausesSection {
  let page: PageContext

  static let mostEvents = 60

  func write(_ html: inout HTML) {
    html.section("causes", page.words("Что из чего следует", "Causes")) { html in
      if page.causes.isEmpty {
        html.note(
          page.words(
            "Здесь стояли бы события, которые следуют из других, и команды одной корреляции.",
            "Events that follow from others, and commands with one correlation, would be here."))
      }
      for tree in page.causes { write(tree, &html) }
      if page.omittedCauses > 0 {
        html.note(
          page.words(
            "Других деревьев: \(page.omittedCauses.grouped). Напечатать: \(toolName) trace N.",
            "\(page.omittedCauses.counted("more tree")). To print one: \(toolName) trace N."))
      }
    }
  }

  private func write(_ tree: [Consequence], _ html: inout HTML) {
    html.element("ul", ["class": "tree"]) { html in
      var command: Cause?
      for next in tree.prefix(Self.mostEvents) {
        let depth = min(next.depth, 6)
        let cause = next.event.cause
        html.element(
          "li", ["class": "d\(depth)", "data-position": "\(next.event.position)"]
        ) { html in
          if let cause, cause != command {
            html.element("span", ["class": "command"], text: line(cause))
            html.open("br")
          }
          html.position(next.event.position.rawValue)
          html.text(" ")
          html.time(next.event.time, in: page.zone)
          html.text(" ")
          html.element("strong", text: next.event.type.rawValue)
          html.text(" \(next.event.tags.map(\.rawValue).joined(separator: " "))")
        }
        command = cause
      }
      if tree.count > Self.mostEvents {
        html.element("li", ["class": "note"], text: "… \(tree.count - Self.mostEvents)")
      }
    }
  }

  private func line(_ cause: Cause) -> String {
    var words = [cause.command]
    if let correlation = cause.correlation {
      words.append("correlation=\(page.personal.shown(correlation))")
    }
    if let actor = cause.actor { words.append(page.words("от \(actor)", "by \(actor)")) }
    return words.joined(separator: " ")
  }
}

/// The trees of causes that a page shows.
enum PageCauses {
  static let most = 8

  /// The roots of the largest trees: events that others follow from, and correlations of several
  /// commands.
  static func roots(_ survey: Survey) -> [ConsequenceRoot] {
    var sizes: [Int32: Int] = [:]
    var rootOf: [Int32: Int32] = [:]
    var commands: [Int32: (count: Int, first: Int32)] = [:]
    for event in survey.events where event.isShown {
      if event.because > 0 {
        let root = rootOf[event.because] ?? event.because
        rootOf[event.position] = root
        sizes[root, default: 1] += 1
      }
      if event.correlation >= 0, event.isFirst {
        commands[event.correlation, default: (0, event.position)].count += 1
      }
    }
    let correlated = commands.filter { $0.value.count > 1 }
    let correlationOf = { (position: Int32) in survey.event(at: Int(position)).correlation }
    let alone = sizes.filter { correlated[correlationOf($0.key)] == nil }
    let all =
      alone.map {
        (size: $0.value, first: $0.key, root: ConsequenceRoot.event(Position(Int($0.key))))
      }
      + correlated.map {
        (
          size: $0.value.count, first: $0.value.first,
          root: ConsequenceRoot.correlation(survey.correlations.texts[Int($0.key)])
        )
      }
    return all.sorted { ($1.size, $0.first) < ($0.size, $1.first) }.map(\.root)
  }
}
