import EventEngine

/// The beginning of a page: the title, the period, the figures, and the state of the journal's
/// integrity.
struct HeadSection {
  let page: PageContext

  func write(_ html: inout HTML) {
    let events = page.survey.events
    html.element("header", ["id": "head"]) { html in
      html.element("h1", text: page.title)
      html.element("p", ["class": "lead"]) { html in
        if let first = events.first(where: \.isShown), let last = events.last(where: \.isShown) {
          html.time(first.time, in: page.zone)
          html.text(" – ")
          html.time(last.time, in: page.zone)
          html.text(" (\(page.zone.name))")
        } else {
          html.text(page.words("Событий нет", "There are no events"))
        }
      }
      html.element("dl", ["class": "figures"]) { html in
        html.fact(page.words("события", "events"), count)
        html.fact(page.words("типы", "types"), page.grouped(page.survey.typeRows.count))
        html.fact(
          page.words("теги", "tags"), page.grouped(page.survey.shownTagCounts.count { $0 > 0 }))
        html.fact(
          page.words("целостность", "integrity"),
          page.history.integrity.verdict(page))
      }
      html.element("dl", ["class": "facts"]) { html in
        html.fact(page.words("журнал", "journal"), page.history.integrity.journal)
        html.fact(page.words("корень дерева", "root of the tree"), page.history.integrity.root.hex)
        let isShown = html.fit(PageShares.command) { html in
          html.fact(page.words("команда", "command"), page.command)
        }
        if !isShown {
          html.fact(
            page.words("команда", "command"),
            page.words("слишком длинна для страницы", "too long for the page"))
        }
      }
      if !page.holdsAllEvents {
        page.note(
          "Журнал велик: страница содержит сводки обо всех событиях, ответы на некоторых "
            + "позициях и часть историй. Остальное выводят \(page.tool) show, why и audit.",
          "The journal is large: the page holds summaries of all events, answers at some positions, "
            + "and some of the stories. \(page.tool) show, why and audit print the rest.", &html)
      }
      if !page.searchesPayloads {
        page.note(
          "Поиск находит типы, теги и участников. Содержимое событий выводит "
            + "\(page.tool) tail --json.",
          "The search finds types, tags and actors. \(page.tool) tail --json prints the payloads.",
          &html)
      }
      html.element(
        "noscript",
        text: page.words(
          "Без скриптов страница показывает журнал на последней позиции.",
          "Without scripts the page shows the journal as of its last position."))
    }
  }

  private var count: String {
    let (shown, all) = (page.survey.shownCount, page.survey.events.count)
    return page.words(
      "\(shown.russian) из \(all.russian)", "\(shown.grouped) of \(all.grouped) events")
  }
}
