import EventEngine

/// The answers of the read models at the slider's position, and the history of one value in them.
struct ModelsSection {
  let page: PageContext

  func write(_ html: inout HTML) {
    html.section("models", page.words("Модели для чтения", "Read models")) { html in
      html.element("p", ["class": "lead"]) { html in
        html.text(page.words("Позиция ", "Position "))
        html.element("output", ["id": "models-position"], text: page.grouped(page.last.rawValue))
        html.text(
          page.words(
            ". Отмечены значения, которые изменило событие на этой позиции; прежние — после ←.",
            ". The values that its event changed are marked; the former ones stand after ←."))
      }
      html.element("p", ["id": "changed", "class": "note"])
      if page.answers.stops != nil {
        page.note(
          "Позиций, для которых есть ответы: \((page.answers.stops?.count ?? 0).russian); на них "
            + "останавливается ползунок. Отмечены значения, которые изменились с предыдущей "
            + "остановки. Ответ на любой другой позиции: \(page.tool) show МОДЕЛЬ --position N.",
          "The page holds the answers at \((page.answers.stops?.count ?? 0).counted("position")), "
            + "where the slider stops. Values that changed since the previous stop are marked. For "
            + "any other: \(page.tool) show MODEL --position N.", &html)
      }
      html.element("div", ["class": "answers"]) { html in
        for (index, answer) in page.answers.answers.enumerated() { write(answer, index, &html) }
      }
      writeOmitted(&html)
    }
    writeWhy(&html)
  }

  private func write(_ answer: PageAnswers.Answer, _ index: Int, _ html: inout HTML) {
    let key = AnswerKey(answer.model.name, answer.parameters)
    html.element(
      "article",
      [
        "class": answer.isWide ? "wide" : nil, "data-model": answer.model.name,
        "data-parameters": PageData.json(answer.parameters),
        "aria-label": key.text, "id": "answer\(index)",
      ]
    ) { html in
      html.element("h3") { html in
        html.element("code", text: answer.model.name)
        for member in answer.parameters.members {
          html.text(" ")
          html.element("span", ["class": "parameter"], text: member.text)
        }
      }
      html.element("p", ["class": "note"], text: answer.model.summary[page.language])
      html.element("div", ["class": "answer"]) { html in
        let version = answer.versions.last
        let stop = page.answers.stops?.dropLast().last ?? page.last.rawValue - 1
        let isNew = (version?.position ?? 0) > stop
        let view =
          if let version, isNew, answer.versions.count > 1 {
            AnswerHTML(version, after: answer.versions[answer.versions.count - 2])
          } else {
            AnswerHTML.unchanged
          }
        view.write(
          version?.node, noAnswer: page.words("Ответа нет.", "There is no answer."), &html)
      }
    }
  }

  private func writeOmitted(_ html: inout HTML) {
    let answers = page.answers
    let room = page.words("слишком велик для страницы", "too large for the page")
    let lines =
      answers.omitted.map { (command($0), room) }
      + answers.refused.map { (command($0.key), $0.problem.message.shortened()) }
      + page.others.map {
        let file = page.words("ФАЙЛ", "FILE")
        return ("\(page.tool) report --html \(file) --model '\($0.model) …'", reason($0))
      }
    if lines.isEmpty { return }
    html.element("details", ["id": "left-out"]) { html in
      html.element(
        "summary",
        text: page.words(
          "Ответы, которых нет на странице (\(lines.count.russian)). Добавить: --model 'МОДЕЛЬ "
            + "параметр=значение'; вывести: \(page.tool) show",
          "Answers that are not on the page (\(lines.count.grouped)). To add one: --model 'MODEL "
            + "parameter=value'; to print one: \(page.tool) show"))
      html.element("ul") { html in
        let omitted = html.list(lines, within: PageShares.otherAnswers) { html, line in
          html.element("li") { html in
            html.element("code", text: line.0)
            html.text(": \(line.1)")
          }
        }
        if omitted > 0 {
          html.element(
            "li", text: page.words("и ещё \(omitted.russian)", "and \(omitted.grouped) more"))
        }
      }
    }
  }

  /// Returns the command that prints an answer.
  private func command(_ key: AnswerKey) -> String {
    ([page.tool, "show", key.model] + key.parameters.members.map(\.text)).joined(separator: " ")
  }

  /// Returns the sentence about the keys of a read model that are not on the page.
  private func reason(_ others: UsualAnswers.OtherAnswers) -> String {
    if others.shown == 0 { return page.words("нужны параметры", "needs parameters") }
    let sources = others.sources.map { "\($0.name.shortened(to: 60)): \(page.grouped($0.count))" }
      .joined(separator: ", ")
    return page.words(
      "на странице ключей: \(others.shown)" + (sources.isEmpty ? "" : "; всего: \(sources)"),
      "\(others.shown.counted("key")) on the page" + (sources.isEmpty ? "" : "; in all: \(sources)")
    )
  }

  private func writeWhy(_ html: inout HTML) {
    html.section("why", page.words("Откуда взялось значение", "Where a value comes from")) { html in
      html.element("div", ["id": "why-list", "aria-live": "polite"]) { html in
        html.element(
          "p", ["class": "note scripted"],
          text: page.words(
            "Нажмите на значение, и здесь появятся события, из которых оно получилось.",
            "Choose a value to list here the events that it comes from."))
        page.note(
          "Из каких событий получилось значение, выводит \(page.tool) why МОДЕЛЬ параметр=значение "
            + "ПОЛЕ.",
          "\(page.tool) why MODEL parameter=value FIELD prints the events that a value comes from.",
          &html)
      }
    }
  }
}

extension PageAnswers.Answer {
  /// Whether a version has a list whose objects have too many members for one column of the page.
  fileprivate var isWide: Bool { versions.contains { $0.node?.isWide ?? false } }
}

extension AnswerNode {
  fileprivate var isWide: Bool {
    switch self {
    case .value: false
    case .members(let children, _): children.contains { $0.node.isWide }
    case .elements(let children, _):
      children.contains { child in
        guard case .members(let members, _) = child.node else { return child.node.isWide }
        // A long text takes the room of two columns.
        return members.count + members.count { $0.node.isLong } > 5
          || members.contains { $0.node.isWide }
      }
    }
  }

  private var isLong: Bool {
    if case .value(let text, _) = self { text.utf8.count > 30 && text.count > 30 } else { false }
  }
}

extension JSONObject.Member {
  /// The parameter as on a command line.
  fileprivate var text: String {
    if case .string(let text) = value { return "\(key)=\(text.shellWord)" }
    return "\(key):=\("\(value)".shellWord)"
  }
}
