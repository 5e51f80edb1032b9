import EventEngine

/// The stories of some tags, event by event.
struct StoriesSection {
  let page: PageContext

  /// The number of changes listed for one event.
  private static let mostChanges = 24

  func write(_ html: inout HTML) {
    html.section("stories", page.words("Истории", "Stories")) { html in
      if page.history.stories.isEmpty {
        page.note("Тегов нет.", "There are no tags.", &html)
      }
      let stories = Array(page.history.stories.enumerated())
      let omitted = html.list(stories, within: PageShares.stories) { html, story in
        // As many events as there is room for.
        _ = Self.counts.contains { count in
          html.fit(PageShares.story) { write(story.element, story.offset, showing: count, &$0) }
        }
      }
      let more = page.history.omittedStories + omitted
      if more > 0 {
        page.note(
          "Других тегов: \(more.russian). Добавить историю: --story ТЕГ; вывести: "
            + "\(page.tool) audit ТЕГ.",
          "\(more.counted("more tag")). To add a story: --story TAG; to print one: "
            + "\(page.tool) audit TAG.", &html)
      }
    }
  }

  /// The numbers of a story's events that are tried.
  private static let counts = [PageStory.most, 40, 20, 10, 4, 0]

  private func write(
    _ story: PageStory, _ index: Int, showing most: Int, _ html: inout HTML
  ) {
    let count = story.steps.count + story.omitted
    let steps = story.steps.ends(most)
    let omitted = count - steps.count
    let tag = story.tag.rawValue.shellWord
    html.element("details", ["class": "story", "open": index == 0 ? "" : nil]) { html in
      html.element("summary") { html in
        html.element("h3", text: story.tag.rawValue)
        html.text(" ")
        html.element(
          "span", ["class": "note"], text: page.counted(count, "событий", "event"))
      }
      html.element("ol", ["class": "line"]) { html in
        var before: Timestamp?
        let listed = page.isReversed ? steps.reversed() : steps
        for (place, step) in listed.enumerated() {
          if omitted > 0 && place == steps.count / 2 {
            note(omitted, tag, &html)
            before = nil
          }
          write(step, after: before, &html)
          before = step.event.time
        }
        if omitted > 0 && steps.isEmpty { note(omitted, tag, &html) }
        if page.hasReadModels,
          let first = steps.first(where: { $0.effects == nil })?.event.position
        {
          html.element(
            "li", ["class": "note"],
            text: page.words(
              "Что изменили события начиная с \(first), выводит \(page.tool) audit \(tag)",
              "\(page.tool) audit \(tag) prints what the events from \(first) on changed"))
        }
      }
    }
  }

  /// Writes the number of events that are not on the page.
  private func note(_ omitted: Int, _ tag: String, _ html: inout HTML) {
    html.element(
      "li", ["class": "note omitted"],
      text: page.words(
        "пропущено событий: \(omitted.russian); все события тега выводит \(page.tool) audit \(tag)",
        "\(omitted.counted("event")) left out; to print all events of the tag: "
          + "\(page.tool) audit \(tag)"))
  }

  private func write(_ step: PageStory.Step, after before: Timestamp?, _ html: inout HTML) {
    let event = step.event
    html.element("li", ["data-position": "\(event.position)"]) { html in
      if let before {
        let gap = event.time.milliseconds(since: before)
        let length = page.duration(abs(gap))
        html.element("p", ["class": "gap"], text: "\(gap < 0 ? "−" : "+") \(length)")
      }
      html.element("p", ["class": "event"]) { html in
        html.beginning(of: event, in: page.zone)
        if let actor = event.cause?.actor {
          html.text(" ")
          html.element("span", ["class": "actor"], text: actor.shortened())
        }
      }
      payload(event, &html)
      changes(step, &html)
    }
  }

  private func payload(_ event: StoredEvent, _ html: inout HTML) {
    let rows = EventPayload.rows(event, page.personal)
    guard !rows.isEmpty else { return }
    html.element("dl", ["class": "payload"]) { html in
      let omitted = html.list(rows, within: PageShares.event) { $0.fact($1.0, $1.1) }
      if omitted > 0 { html.element("dd", text: more(omitted)) }
    }
  }

  private func more(_ count: Int) -> String {
    page.words("… и ещё \(count.russian)", "… and \(count.grouped) more")
  }

  private func changes(_ step: PageStory.Step, _ html: inout HTML) {
    let all = (step.effects ?? []).flatMap { effect in
      effect.changes.map { (shown(effect.key, of: step.event), $0) }
    }
    guard !all.isEmpty else { return }
    html.element("details", ["class": "effects"]) { html in
      html.element("summary", text: page.counted(all.count, "изменений", "change"))
      html.element("ul") { html in
        let shown = all.prefix(Self.mostChanges)
        let omitted = html.list(shown, within: PageShares.event) { write($1.1, of: $1.0, &$0) }
        let more = all.count - shown.count + omitted
        if more > 0 { html.element("li", ["class": "note"], text: self.more(more)) }
      }
    }
  }

  private func write(_ change: FieldChange, of key: AnswerKey, _ html: inout HTML) {
    let texts = page.personal
    let member = change.field.split(separator: ".").last ?? ""
    html.element("li") { html in
      html.element("code", text: key.text)
      html.text(" ")
      html.element("span", ["class": "path"], text: change.field)
      html.text(" ")
      if let before = change.before {
        html.element("del", text: short(texts.shown(texts.redacted(before, of: member))))
        html.text(" ")
      }
      if let after = change.after {
        html.element("ins", text: short(texts.shown(texts.redacted(after, of: member))))
      }
    }
  }

  /// Returns the key with the mark in place of personal parameters, except for ids in the event's
  /// tags.
  private func shown(_ key: AnswerKey, of event: StoredEvent) -> AnswerKey {
    let ids = event.tags.map { tag in tag.rawValue.dropFirst(tag.key.count + 1) }
    var parameters = key.parameters
    for member in parameters.members {
      if case .string(let text) = member.value, !ids.contains(text[...]) {
        parameters[member.key] = .string(page.personal.shown(text))
      }
    }
    return AnswerKey(key.model, parameters)
  }

  private func short(_ text: String) -> String { text.shortened(to: 110) }
}

/// The payload of an event as rows of name and text.
enum EventPayload {
  static func rows(_ event: StoredEvent, _ texts: PersonalTexts) -> [(String, String)] {
    var rows = members(of: event.data, texts) { texts.redacted($0) }
    if let personal = event.erasable?.personal {
      rows += members(of: personal, texts) { texts.personalMember($0) }
    } else if event.isErased {
      rows.append(("", "—"))
    }
    return rows
  }

  private static func members(
    of json: [UInt8], _ texts: PersonalTexts, _ redacted: (JSONValue) -> JSONValue
  ) -> [(String, String)] {
    guard case .object(let object)? = JSONValue(orNil: json, limits: .deepest) else { return [] }
    return object.members.prefix(40).map { member in
      let text = texts.shown(redacted(member.value))
      return (texts.shown(member.key).shortened(), text.shortened(to: PageShares.text))
    }
  }
}
