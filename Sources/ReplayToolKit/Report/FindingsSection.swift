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
            html.element("a", ["href": finding.link], text: finding.text)
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
    var gap: (length: Int64, from: Survey.Event, to: Survey.Event)?
    var before: Survey.Event?
    for event in page.survey.events where event.isShown {
      if let before {
        let length = event.time.milliseconds(since: before.time)
        if length > gap?.length ?? 0 { gap = (length, before, event) }
      }
      before = event
    }
    let (label, unit) = (page.scale.label(busiest), page.scale.name[page.language])
    var found = [
      Finding(
        link: "#timeline",
        text: page.words(
          "Больше всего событий с \(label) (за \(unit)): \(most.russian)",
          "Busiest \(unit): \(label), with \(most.counted("event"))"))
    ]
    if let (length, from, to) = gap {
      let length = DurationText.text(length, page.language)
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
    let most = page.survey.reasons.sorted {
      ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first)
    }
    var found = most.prefix(8).map { reason, events in
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
    if most.count > 8 {
      found.append(
        Finding(
          link: "#types",
          text: page.words(
            "Других причин отказа: \((most.count - 8).russian)",
            "\((most.count - 8).counted("more reason")) for refusals")
        )
      )
    }
    return found
  }

  private static let mostNamedCases = 10

  /// The cases that began and never ended, by kind of tag.
  private var unfinished: [Finding] {
    page.maps.compactMap { map in
      let open = UnfinishedCases(map).cases
      guard let first = open.first else { return nil }
      let name = page.survey.tags.text(first.tag)
      var finding = Finding(
        link: "#position=\(first.position)",
        text: page.words(
          "Начаты и не закончены (\(map.kind)): \(open.count.russian) из "
            + "\(map.caseCount.russian): \(name)",
          "Began and never ended: \(open.count.grouped) of \(map.caseCount.grouped) (\(map.kind)): "
            + name))
      let named = open.prefix(Self.mostNamedCases)
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
    page.maps.prefix(2).compactMap { map in
      guard
        let (step, count) = map.repeats.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        count > 1
      else { return nil }
      let name = page.name(map.steps[step])
      return Finding(
        link: "#process",
        text: page.words(
          "Чаще всего повторялся шаг \(name) (\(map.kind)): \(count.russian)",
          "Most repeated step: \(name), repeated \(count.counted("time")) (\(map.kind))"))
    }
  }

  private var slowest: [Finding] {
    page.maps.prefix(2).compactMap { map in
      let usual = map.edges.filter { $0.count >= max(2, map.caseCount / 100) }
      guard let edge = usual.max(by: { ($0.median, $1.count) < ($1.median, $0.count) }),
        edge.median > 0
      else { return nil }
      let (from, to) = (page.name(map.steps[edge.from]), page.name(map.steps[edge.to]))
      let length = DurationText.text(edge.median, page.language)
      return Finding(
        link: "#process",
        text: page.words(
          "Самый долгий шаг (\(map.kind)): от \(from) к \(to), медиана \(length)",
          "Slowest step: \(from) to \(to), median \(length) (\(map.kind))"))
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

  /// A command without a time of its own gets the time of the last event if the clock is before it.
  /// A record has the same form if the command stated that time.
  private var clamped: [Finding] {
    let events = page.survey.events
    let same = events.indices.dropFirst().filter { index in
      let event = events[index]
      return event.isShown && event.isFirst && event.command >= 0
        && event.time == events[index - 1].time && event.because < 0
    }
    guard let first = same.first else { return [] }
    return [
      Finding(
        link: "#position=\(events[first].position)",
        text: page.words(
          "Команды с тем же временем, что у предыдущего события: \(same.count.russian) (оно "
            + "указано в команде, или часы отставали; что из двух, в журнале не записано)",
          "Times that may be clamped: \(same.count.counted("command")) with exactly the time of "
            + "the previous event. Either the command stated it or the clock was slow; the "
            + "journal does not record which"))
    ]
  }
}

/// The cases of a process that began with a usual first step and stopped at a step after which most
/// cases continue.
struct UnfinishedCases {
  let cases: [(tag: Int32, first: Int32, last: Int32, position: Int32)]

  /// A first step is usual if at least 5 % of the cases began with it. A last step is a usual end
  /// if more than one case ended with it, and if at least 80 % of its events are the last of a
  /// case. If fewer than a fourth of the cases have a usual end, the process may have no end, and
  /// no case counts as unfinished.
  init(_ map: ProcessMap) {
    var usualEnds: Set<Int32> = []
    var leadsOn: Set<Int32> = []
    for (place, step) in map.steps.enumerated() {
      let (count, ends) = (map.counts[place], map.ends[step] ?? 0)
      if ends > 1 && ends * 10 >= count * 8 { usualEnds.insert(step) }
      let caseCount = count - (map.repeats[place] ?? 0)
      if caseCount > 2 * ends { leadsOn.insert(step) }
    }
    let usualStarts = Set(map.begins.filter { $0.value * 20 >= map.caseCount }.map(\.key))
    let ended = map.lastStep.count { usualEnds.contains($0.last) }
    cases =
      ended * 4 < map.caseCount
      ? [] : map.lastStep.filter { usualStarts.contains($0.first) && leadsOn.contains($0.last) }
  }
}
