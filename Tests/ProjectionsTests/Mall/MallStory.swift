import Domain
import EventStore
import Projections
import TestSupport
import Testing

/// What a journal holds, told event by event, and what the mall's read models say about it:
///
///     MallStory(.published("nike"), .offered("socks"))
///       .then(at: "2026-05-08T12:00:00Z", .bought("socks", by: "eva"))
///       .show(MyGifts.self, ["user": "eva"])
struct MallStory {
  private(set) var events: [Recorded<MallEvent>] = []
  private var time: Timestamp
  let zone = TimeZoneTable.moscow

  init(at time: String = "2026-05-08T09:00:00Z", _ facts: MallEvent...) {
    self.time = instant(time)
    add(facts)
  }

  func then(at time: String? = nil, _ facts: MallEvent...) -> MallStory { then(at: time, facts) }

  func then(at time: String? = nil, _ facts: [MallEvent]) -> MallStory {
    var story = self
    story.time = time.map(instant) ?? story.time
    story.add(facts)
    return story
  }

  private mutating func add(_ facts: [MallEvent]) {
    for fact in facts {
      let number = events.count + 1
      events.append(
        Recorded(
          position: Position(number), id: EventID(high: 0, low: UInt64(number)), time: time,
          day: zone.day(of: time), type: type(of: fact.payload).type, actor: nil, event: fact))
    }
  }

  /// The same journal after the personal data of these subjects was erased from it.
  func erasing(_ subjects: EventStore.Tag...) -> MallStory {
    erasing { $0.event.payload.subjects.contains(where: subjects.contains) }
  }

  /// The same journal after all personal data was erased from it.
  var erased: MallStory { erasing { _ in true } }

  private func erasing(where isMeant: (Recorded<MallEvent>) -> Bool) -> MallStory {
    var story = self
    story.events = events.map { recorded in
      Recorded(
        position: recorded.position, id: recorded.id, time: recorded.time, day: recorded.day,
        type: recorded.type, actor: recorded.actor,
        event: isMeant(recorded) ? recorded.event.erased : recorded.event)
    }
    return story
  }

  /// The journal as it was after its first events.
  func cut(to count: Int) -> MallStory {
    var story = self
    story.events.removeLast(events.count - count)
    story.time = story.events.last?.time ?? instant("2026-05-08T09:00:00Z")
    return story
  }

  /// The state after the events that `query` means.
  func fold<P: Projection<MallEvent>>(_ projection: P.Type, _ query: Query = .everything) -> P {
    var state = P()
    for event in events where query.matches(event.type, event.event.payload.tags) {
      state.apply(event)
    }
    return state
  }

  /// The answer as JSON, or the message of the refusal. Also checks, for whatever is asked, that
  /// the facts the model names give the same answer as all events do, and so does a state that
  /// was encoded and read again.
  func show<P: Projection<MallEvent>>(
    _ projection: P.Type, _ parameters: JSONObject = [:], at now: String? = nil,
    in locale: Domain.Locale = .ru, sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    let asking = Asking(at: Moment(now.map(instant) ?? time, in: zone), locale: locale)
    do throws(QueryRefusal) {
      let parameters = try read(P.self, parameters)
      let everything = fold(P.self)
      let answer = text(everything, parameters, asking)
      #expect(
        text(narrowFold(P.self, parameters), parameters, asking) == answer,
        "the facts the model names are not enough", sourceLocation: sourceLocation)
      #expect(
        text(throughSnapshot(everything), parameters, asking) == answer,
        "a state read again answers otherwise", sourceLocation: sourceLocation)
      return answer
    } catch {
      return message(of: error, locale)
    }
  }

  func read<P: Projection>(
    _ projection: P.Type, _ members: JSONObject
  ) throws(QueryRefusal) -> P.Parameters {
    do throws(FormError) {
      return try P.shape.read(Form(members, fields: P.shape.fields))
    } catch { throw .form(error) }
  }

  /// The facts that an answer depends on, asked again until they no longer grow.
  func facts<P: Projection<MallEvent>>(
    _ projection: P.Type, _ parameters: P.Parameters
  ) -> Query {
    var facts = P().facts(for: parameters)
    while true {
      let wider = fold(P.self, facts).facts(for: parameters)
      if wider == facts { return facts }
      facts = wider
    }
  }

  func narrowFold<P: Projection<MallEvent>>(
    _ projection: P.Type, _ parameters: P.Parameters
  ) -> P { fold(P.self, facts(P.self, parameters)) }

  func text<P: Projection>(_ state: P, _ parameters: P.Parameters, _ asking: Asking) -> String {
    do throws(QueryRefusal) {
      return json(try state.answer(to: parameters, asking))
    } catch {
      return message(of: error, asking.locale)
    }
  }

  private func message(of refusal: QueryRefusal, _ locale: Domain.Locale) -> String {
    switch refusal {
    case .notFound(let text): "notFound: \(text[locale])"
    case .form(.missingField(let field, _)): "missingField: \(field)"
    case .form(.invalidField(let field, _)): "invalidField: \(field)"
    case .form(.unknownField(let field, _)): "unknownField: \(field)"
    case .unauthorised: "unauthorised"
    case .failure(let error): "failure: \(error)"
    }
  }
}

extension MallObjectContent {
  /// The same with some of it changed.
  func with(_ change: (inout Self) -> Void) -> Self {
    var content = self
    change(&content)
    return content
  }
}

extension OfferContent {
  func with(_ change: (inout Self) -> Void) -> Self {
    var content = self
    change(&content)
    return content
  }
}

extension NewsContent {
  func with(_ change: (inout Self) -> Void) -> Self {
    var content = self
    change(&content)
    return content
  }
}

extension HappeningContent {
  func with(_ change: (inout Self) -> Void) -> Self {
    var content = self
    change(&content)
    return content
  }
}
