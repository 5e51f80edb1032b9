import EventEngine

/// The evidence that the journal is as it was recorded.
struct IntegritySection {
  let page: PageContext

  func write(_ html: inout HTML) {
    let integrity = page.history.integrity
    html.section("integrity", page.words("Целостность", "Integrity")) { html in
      html.element("p", ["class": "lead"], text: "\(sentence)")
      for defect in (integrity.defects ?? []).prefix(20) {
        html.element("p", ["class": "bad"], text: defect.shortened(to: PageShares.text))
      }
      if let warning = integrity.warning {
        html.element("p", ["class": "bad"], text: warning)
      }
      if let count = integrity.defects?.count, count > 20 {
        page.note(
          "Других повреждений: \((count - 20).russian). Все выводит \(page.tool) verify.",
          "\((count - 20).counted("more defect")). \(page.tool) verify lists all.", &html)
      }
      html.element("dl", ["class": "facts"]) { html in
        html.fact(page.words("журнал", "journal"), integrity.journal)
        html.fact(page.words("события", "events"), page.grouped(integrity.size))
        html.fact(
          page.words("корень дерева (RFC 6962)", "root of the tree (RFC 6962)"), integrity.root.hex)
      }
      receipt(&html)
      erasures(&html)
    }
  }

  private var sentence: String {
    let verdict = page.history.integrity.verdict(page)
    return page.words("Журнал \(verdict).", "The journal is \(verdict).")
  }

  private func receipt(_ html: inout HTML) {
    html.element("h3", text: page.words("Квитанция", "Receipt"))
    guard let receipt = page.history.integrity.receipt else {
      page.note(
        "Квитанцию о журнале на этот момент выводит \(page.tool) verify --json.",
        "\(page.tool) verify --json prints a receipt of the journal as it is now.", &html)
      return
    }
    page.note(
      "Храните её отдельно: \(page.tool) verify --against ФАЙЛ докажет, что журнал её продолжает.",
      "Keep it elsewhere: \(page.tool) verify --against FILE proves that the journal extends it.",
      &html)
    let json = JSONWriter.object { $0.members(of: receipt) }
    html.element("pre", text: String(decoding: json, as: UTF8.self))
  }

  private func erasures(_ html: inout HTML) {
    html.element("h3", text: page.words("Удаления личных данных", "Erasures"))
    let erasures = page.survey.erasures
    if erasures.isEmpty {
      page.note("Ничего не удалялось.", "Nothing was erased.", &html)
      return
    }
    let title = page.words("Удаления личных данных", "Erasures")
    var omitted = 0
    html.scroll(title) { html in
      html.element("table", ["id": "erasures"]) { html in
        html.header([
          (page.words("позиция", "position"), true), (page.words("время", "time"), false),
          (page.words("записи", "records"), true), (page.words("причина", "reason"), false),
        ])
        html.element("tbody") { html in
          let last = Array(erasures.suffix(200))
          let listed = page.isReversed ? last.reversed() : last
          omitted = html.list(listed, within: PageShares.erasures) { write($1, &$0) }
        }
      }
    }
    let shown = min(200, erasures.count) - omitted
    if shown < erasures.count {
      let type = SubjectErased.type.rawValue
      page.note(
        "Показано \(shown.russian) из \(erasures.count.russian). Все выводит "
          + "\(page.tool) tail --type \(type).",
        "\(shown.grouped) of \(erasures.count.grouped) are shown. "
          + "\(page.tool) tail --type \(type) prints all.", &html)
    }
  }

  private func write(_ erasure: Survey.Erasure, _ html: inout HTML) {
    html.element("tr") { html in
      html.element("td", ["class": "n"]) { $0.position(erasure.position.rawValue) }
      html.element("td") { $0.time(erasure.time, in: page.zone) }
      html.element("td", ["class": "n"], text: page.grouped(erasure.sections))
      let reason = erasure.reason.map { page.personal.shown($0).shortened(to: PageShares.text) }
      html.element("td", text: reason ?? "—")
    }
  }
}
