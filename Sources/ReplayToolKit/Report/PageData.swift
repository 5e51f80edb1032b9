import EventEngine

/// The data of a page's script, as JSON.
struct PageData {
  let page: PageContext
  let timeline: EventsOverTime
  /// The maps that the page draws.
  let maps: ArraySlice<ProcessMap>

  /// Parameters as JSON for an attribute.
  static func json(_ parameters: JSONObject) -> String {
    JSONValue.object(parameters).printableJSON
  }

  /// Returns the JSON. No text in it can end the `script` element around it.
  func bytes(_ payloads: [String]) -> [UInt8] {
    var texts = InternedTexts()
    var bytes = JSONWriter.object { json in
      json.int("head", page.last.rawValue)
      json.bool("reversed", page.isReversed)
      words(&json)
      json.literalKey("stops")
      if let stops { json.numbers(stops) } else { json.null() }
      events(&json, payloads, &texts)
      answers(&json, &texts)
      bins(&json)
      maps(&json, &texts)
      json.array("texts", texts.texts) { $0.string($1) }
    }
    PrintableJSON.escapeControls(&bytes)
    return bytes.reduce(into: []) {
      if $1 == UInt8(ascii: "<") { $0 += "\\u003c".utf8 } else { $0.append($1) }
    }
  }

  /// The positions that the slider stops at; nil for all.
  private var stops: [Int]? {
    if let stops = page.answers.stops { return stops }
    if page.holdsAllEvents { return nil }
    let links = PageLinks(page.survey, page.history).positions
    return PageAnswers.stops(400, through: page.last, including: links[...])
  }

  private func words(_ json: inout JSONWriter) {
    json.beginObject("words")
    let words = [
      ("noAnswer", page.words("Ответа нет.", "There is no answer.")),
      ("start", page.words("до первого события", "before the first event")),
      ("gone", page.words("больше нет", "no longer there")),
      ("gap", page.words("\u{A0}", ",")), ("dot", page.words(",", ".")),
      ("now", page.words("на позиции", "at position")),
      ("nothing", page.words("ничего", "nothing")),
      ("notFound", page.words("не найдено", "not found")),
      ("of", page.words(" из ", " of ")), ("back", page.words("к ответу", "back to the answer")),
      (
        "changed",
        page.words("Изменилось ответов на этой странице:", "Changed answers on this page:")
      ),
      ("noStop", page.words("нет на странице; здесь", "is not on the page; this is")),
      ("more", page.words("и ещё", "and more:")),
      (
        "stop",
        page.words(
          "Журнал длинный, поэтому здесь изменения между двумя остановками ползунка; каждое "
            + "событие выводит эта команда.",
          "The journal is long, so this lists the changes between two stops of the slider; the "
            + "command prints each event.")
      ),
      (
        "share",
        page.words(
          "Показано шагов: {0} из {1}, путей: {2} из {3}. Скрыто: {4} событий, {5} переходов.",
          "Shown: {0} of {1} activities, {2} of {3} paths. Hidden: {4} of the events, {5} of the "
            + "transitions.")
      ),
      ("units", page.words("д ч мин с мс", "d h min s ms")),
      ("whole", page.words("всё время", "the whole time")),
      ("why", "\(toolName) why"), ("options", "\(page.journalOptions) --position "),
      (
        "wholeMap",
        page.words(
          "Карта и варианты — за всё время: на странице есть не все события.",
          "The map and the variants cover the whole time: the page does not hold all events."
        )
      ),
    ]
    for (name, text) in words {
      json.key(name)
      json.string(text)
    }
    json.endObject()
    let columns = [
      page.words("позиция", "position"), page.words("время", "time"),
      page.words("событие", "event"), page.words("участник", "actor"),
      page.words("изменение", "change"),
    ]
    json.array("columns", columns) { $0.string($1) }
  }

  /// The events that the page names: all of a short journal, else those at the slider's stops and
  /// at the versions of answers.
  private var named: [Survey.Event] {
    if page.holdsAllEvents { return page.survey.events }
    if page.reduction >= .noNames { return [] }
    var positions = Set(stops ?? [])
    for answer in page.answers.answers { positions.formUnion(answer.versions.map(\.position)) }
    return positions.sorted().filter { $0 > 0 }.map { page.survey.event(at: $0) }
  }

  private func events(_ json: inout JSONWriter, _ payloads: [String], _ texts: inout InternedTexts)
  {
    let (events, survey) = (named, page.survey)
    json.bool("whole", page.holdsAllEvents)
    json.steps("positions", events.map { Int64($0.position) })
    json.steps("times", events.map(\.time.rawValue))
    clocks(events, &json)
    json.numbers("types", events.map { texts.place(of: page.name($0.type)) })
    json.numbers("actors", events.map { $0.actor < 0 ? -1 : texts.place(of: page.actor($0.actor)) })
    json.array("tags", events) {
      $0.numbers(survey.tags(of: $1).map { texts.place(of: survey.tags.text($0)) })
    }
    json.numbers("hidden", events.indices.filter { !events[$0].isShown })
    json.array("payloads", payloads) { $0.string($1.printable) }
  }

  /// Writes the offsets of local time: for each event at which the offset or the mark changes, its
  /// time, the offset in milliseconds, and the mark of a time that the clock shows twice.
  private func clocks(_ events: [Survey.Event], _ json: inout JSONWriter) {
    json.beginArray("clocks")
    var before: (offset: Int32, mark: String)?
    for event in events {
      let (offset, mark) = (page.zone.offset(at: event.time), page.zone.mark(at: event.time))
      if let before, before == (offset, mark) { continue }
      json.beginArray()
      json.int(Int(event.time.rawValue))
      json.int(Int(offset) * 1000)
      json.string(mark)
      json.endArray()
      before = (offset, mark)
    }
    json.endArray()
  }

  private func answers(_ json: inout JSONWriter, _ texts: inout InternedTexts) {
    json.array("answers", page.answers.answers) { json, answer in
      json.beginArray()
      var earlier: AnswerNode?
      for version in answer.versions {
        json.beginArray()
        json.int(version.position)
        switch (earlier, version.node) {
        case (let before?, let after?): json.patch(from: before, to: after, &texts)
        case (nil, let after?): json.node(after, &texts)
        case (_, nil): json.null()
        }
        json.numbers(version.changes.map { texts.place(of: $0.field) })
        json.endArray()
        earlier = version.node
      }
      json.endArray()
    }
  }

  private func bins(_ json: inout JSONWriter) {
    json.beginObject("bins")
    json.numbers("starts", page.scale.starts.map(\.rawValue))
    json.array("labels", page.scale.starts.indices) { $0.string(page.scale.label($1)) }
    json.array("ends", page.scale.starts.indices) { $0.string(page.scale.endLabel($1)) }
    json.array("types", TypesSection(page: page, timeline: timeline).listed) {
      $0.numbers(timeline.byType[$1.type])
    }
    json.endObject()
  }

  private func maps(_ json: inout JSONWriter, _ texts: inout InternedTexts) {
    json.objects("maps", maps) { json, map in
      json.string("kind", map.kind.printable)
      let steps = map.steps.prefix(ProcessSection.mostSteps)
      // The script counts a whole journal's edges again, between further steps, too.
      json.numbers(
        "steps",
        (page.holdsAllEvents ? map.steps[...] : steps).map { texts.place(of: page.name($0)) })
      json.int("activities", map.steps.count)
      json.array("labels", steps) {
        $0.numbers(MapView.lines(page.name($1)).map { texts.place(of: $0) })
      }
      // The last number stands for all further steps.
      json.numbers(
        "counts",
        map.counts.prefix(steps.count) + [map.counts.dropFirst(steps.count).reduce(0, +)])
      json.int("moves", map.edges.reduce(0) { $0 + $1.count })
      json.int("paths", map.edges.count)
      json.array("edges", map.edges.prefix(ProcessSection.mostEdges)) { json, edge in
        let cases =
          page.holdsAllEvents || page.reduction >= .noNames
          ? [] : edge.cases.map { texts.place(of: page.survey.tags.text($0)) }
        json.numbers([edge.from, edge.to, edge.count, Int(edge.median), edge.caseCount] + cases)
      }
      json.array("layouts", 1...max(1, min(ProcessSection.mostSteps, map.steps.count))) {
        let layout = ProcessLayout(map, showing: $1, page.language)
        $0.beginArray()
        $0.numbers(layout.points.flatMap { [$0.x, $0.y] })
        $0.beginArray()
        for arrow in layout.arrows {
          $0.beginArray()
          if let arrow {
            $0.string(arrow.path)
            $0.int(arrow.label.x)
            $0.int(arrow.label.y)
          }
          $0.endArray()
        }
        $0.endArray()
        $0.endArray()
      }
    }
  }
}

extension JSONWriter {
  mutating func numbers(_ numbers: some Sequence<some FixedWidthInteger>) {
    beginArray()
    for number in numbers { int(number) }
    endArray()
  }

  /// Writes a member with such an array.
  mutating func numbers(
    _ key: StaticString, _ numbers: some Sequence<some FixedWidthInteger>
  ) {
    literalKey(key)
    self.numbers(numbers)
  }

  /// Writes a member with the first number and the difference of each further one from the one
  /// before.
  mutating func steps(_ key: StaticString, _ numbers: [Int64]) {
    beginArray(key)
    var before: Int64 = 0
    for number in numbers {
      int(number - before)
      before = number
    }
    endArray()
  }
}
