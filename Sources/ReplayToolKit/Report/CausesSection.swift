import EventEngine

/// The trees of what followed from commands.
struct CausesSection {
  let page: PageContext

  func write(_ html: inout HTML) {
    html.section("causes", page.words("Причины", "Causes")) { html in
      if page.history.causes.isEmpty {
        page.note(
          "Ни одно событие не следует из другого, и общих корреляций у команд нет.",
          "No event follows from another one, and no commands share a correlation.",
          &html)
      }
      let trees = page.history.causes
      let omitted = html.list(trees, within: PageShares.causes) { write($1, &$0) }
      let others = trees.suffix(omitted).map(\.first) + page.history.omittedCauses
      if let first = others.first {
        page.note(
          "Других деревьев: \(others.count.russian). Вывести одно: \(page.tool) trace \(first).",
          "\(others.count.counted("more tree")). To print one: \(page.tool) trace \(first).", &html)
      }
    }
  }

  private func write(_ tree: PageCauses.Tree, _ html: inout HTML) {
    html.element("ul", ["class": "tree"]) { html in
      var command: Cause?
      let omitted = html.list(tree.steps, within: PageShares.tree) { html, next in
        let depth = min(next.depth, 6)
        let cause = next.event.cause
        html.element(
          "li", ["class": "d\(depth)", "data-position": "\(next.event.position)"]
        ) { html in
          if let cause, cause != command {
            html.element("span", ["class": "command"], text: line(cause))
            html.open("br")
          }
          html.beginning(of: next.event, in: page.zone)
          let tags = next.event.tags.map(\.rawValue).joined(separator: " ")
          html.text(" \(tags.shortened(to: PageShares.text))")
        }
        command = cause
      }
      let more = tree.omitted + omitted
      if more > 0 {
        html.element(
          "li", ["class": "note"],
          text: page.words(
            "не показано событий: \(more.russian); все выводит \(page.tool) trace \(tree.first)",
            "\(more.counted("more event")); \(page.tool) trace \(tree.first) prints all"))
      }
    }
  }

  private func line(_ cause: Cause) -> String {
    var words = [cause.command]
    if let correlation = cause.correlation {
      words.append("correlation=\(page.personal.shown(correlation))")
    }
    if let actor = cause.actor { words.append(page.words("от \(actor)", "by \(actor)")) }
    return words.map { $0.shortened() }.joined(separator: " ")
  }
}
