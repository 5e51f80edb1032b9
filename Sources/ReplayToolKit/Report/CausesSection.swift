import EventEngine

/// The trees of what followed from commands.
struct CausesSection {
  let page: PageContext

  func write(_ html: inout HTML) {
    html.section("causes", page.words("Что из чего следует", "Causes")) { html in
      if page.history.causes.isEmpty {
        html.note(
          page.words(
            "Здесь стояли бы события, которые следуют из других, и команды одной корреляции.",
            "Events that follow from others, and commands with one correlation, would be here."))
      }
      for tree in page.history.causes { write(tree, &html) }
      if page.history.omittedCauses > 0 {
        html.note(
          page.words(
            "Других деревьев: \(page.history.omittedCauses.grouped). Напечатать: \(toolName) trace N.",
            "\(page.history.omittedCauses.counted("more tree")). To print one: \(toolName) trace N."
          ))
      }
    }
  }

  private func write(_ tree: PageCauses.Tree, _ html: inout HTML) {
    html.element("ul", ["class": "tree"]) { html in
      var command: Cause?
      for next in tree.steps {
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
      if tree.omitted > 0 {
        html.element(
          "li", ["class": "note"],
          text: page.words(
            "не показано: \(tree.omitted.grouped); все покажет \(toolName) trace \(tree.first)",
            "\(tree.omitted.counted("more event")): \(toolName) trace \(tree.first)"))
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
