import EventEngine

/// The remarkable parts of a history, in sentences that link to their evidence.
struct FindingsSection {
  let page: PageContext
  let timeline: EventsOverTime

  private struct Finding {
    let link: String
    let text: String
    /// Further evidence.
    var others: [(link: String, text: String)] = []
    /// The place of an arrow in the map that the link leads to.
    var arrow: Int?
  }

  func write(_ html: inout HTML) {
    let findings =
      rhythm + refusals + unfinished + repeated + slowest + erasures + clamped
    html.section("findings", page.words("Главное", "Findings")) { html in
      if findings.isEmpty {
        page.note("Ничего особенного.", "Nothing stands out.", &html)
        return
      }
      html.element("ul") { html in
        for finding in findings {
          html.element("li") { html in
            html.element(
              "a", ["href": finding.link, "data-arrow": finding.arrow.map(String.init)],
              text: finding.text)
            for other in finding.others {
              html.text(", ")
              html.element("a", ["href": other.link], text: other.text)
            }
          }
        }
      }
    }
  }

  private var rhythm: [Finding] {
    guard page.survey.shownCount > 1, let most = timeline.totals.max(),
      let busiest = timeline.totals.firstIndex(of: most)
    else { return [] }
    let (label, unit) = (page.scale.label(busiest), page.scale.name[page.language])
    var found = [
      Finding(
        link: "#timeline",
        text: page.words(
          "Больше всего событий за \(unit): \(most.russian), начиная с \(label)",
          "Busiest \(unit): \(label), with \(most.counted("event"))"))
    ]
    if let (length, from, to) = page.survey.longestGap {
      let length = page.duration(length)
      found.append(
        Finding(
          link: "#position=\(from.position)",
          text: page.words(
            "Самое долгое время без событий: \(length), с \(page.local(from.time)) до \(page.local(to.time))",
            "Quietest time: no event for \(length), from \(page.local(from.time)) to "
              + "\(page.local(to.time))")))
    }
    return found
  }

  private var refusals: [Finding] {
    let most = page.survey.frequentReasons
    var found = most.prefix(PageLinks.mostReasons).map { reason, events in
      let name = page.name(reason.type)
      let text = page.personal.shown(reason.text).shortened()
      let what = text.isEmpty ? name : "\(name), \(text)"
      return Finding(
        link: "#position=\(events.first)",
        text: page.words(
          "Отказ или сбой \(what): \(events.count.russian)",
          "Refused or failed \(events.count == 1 ? "once" : "\(events.count.grouped) times"): "
            + what))
    }
    if most.count > PageLinks.mostReasons {
      found.append(
        Finding(
          link: "#types",
          text: page.words(
            "Других причин отказа: \((most.count - PageLinks.mostReasons).russian)",
            "\((most.count - PageLinks.mostReasons).counted("more reason")) for refusals")
        )
      )
    }
    return found
  }

  /// The cases that began and never ended, by kind of tag.
  private var unfinished: [Finding] {
    page.maps.compactMap { map in
      let open = UnfinishedCases(map, page.survey).cases
      guard let first = open.first else { return nil }
      let name = page.survey.tags.text(first.tag)
      var finding = Finding(
        link: "#position=\(first.position)",
        text: page.words(
          "Начаты и не закончены (\(map.kind)): \(open.count.russian) из "
            + "\(map.caseCount.russian): \(name)",
          "Began and never ended: \(open.count.grouped) of \(map.caseCount.grouped) (\(map.kind)): "
            + name))
      let named = open.prefix(PageLinks.mostCases)
      finding.others = named.dropFirst().map {
        ("#position=\($0.position)", page.survey.tags.text($0.tag))
      }
      let rest = open.count - named.count
      if rest > 0 {
        finding.others.append(
          ("#process", page.words("и ещё \(rest.russian)", "and \(rest.grouped) more")))
      }
      return finding
    }
  }

  private var repeated: [Finding] {
    page.maps.prefix(2).enumerated().compactMap { index, map in
      guard
        let (step, count) = map.repeats.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        count > 1
      else { return nil }
      let name = page.name(map.steps[step])
      return Finding(
        link: "#map\(index)",
        text: page.words(
          "Чаще всего повторялся шаг \(name) (\(map.kind)): \(count.russian)",
          "Most repeated step: \(name), repeated \(count.counted("time")) (\(map.kind))"))
    }
  }

  private var slowest: [Finding] {
    page.maps.prefix(2).enumerated().compactMap { index, map in
      let least = max(2, map.caseCount / 100)
      let usual = map.edges.enumerated().filter { $1.count >= least }
      guard
        let (place, edge) = usual.max(by: {
          ($0.element.median, $1.element.count) < ($1.element.median, $0.element.count)
        }), edge.median > 0
      else { return nil }
      let (from, to) = (page.name(map.steps[edge.from]), page.name(map.steps[edge.to]))
      let length = page.duration(edge.median)
      let bound = page.words(
        "; из шагов, число которых не меньше \(least.russian)",
        ", of steps taken at least \(least.counted("time"))")
      let text = page.words(
        "Самый долгий шаг (\(map.kind)): от \(from) к \(to), медиана \(length)",
        "Slowest step: \(from) to \(to), median \(length) (\(map.kind))")
      return Finding(
        link: "#map\(index)", text: least > 2 ? text + bound : text,
        arrow: place < ProcessSection.mostEdges ? place : nil)
    }
  }

  private var erasures: [Finding] {
    let survey = page.survey
    guard !survey.erasures.isEmpty else { return [] }
    return [
      Finding(
        link: "#integrity",
        text: page.words(
          "Удаления личных данных: \(survey.erasures.count.russian), записей: "
            + survey.erasedSections.russian,
          "Erasures: \(survey.erasures.count.grouped), with "
            + survey.erasedSections.counted("erased record")))
    ]
  }

  private var clamped: [Finding] {
    let same = page.survey.sameTimes
    guard let first = same.first else { return [] }
    return [
      Finding(
        link: "#position=\(first)",
        text: page.words(
          "Команды с тем же временем, что у предыдущего события: \(same.count.russian) (оно "
            + "указано в команде, или часы отставали; что из двух, в журнале не записано)",
          "Times that may be clamped: \(same.count.counted("command")) with exactly the time of "
            + "the previous event. Either the command stated it or the clock was slow; the "
            + "journal does not record which"))
    ]
  }
}
