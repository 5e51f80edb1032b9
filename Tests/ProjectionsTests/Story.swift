import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// What a journal holds, told event by event, and what read models say about it. It begins on
/// Friday, 2026-05-08, at noon in Moscow, unless another time is stated.
///
///     CourierStory(.registered("ivan"), .placed("o-1"))
///       .then(at: "2026-05-08T12:00:00Z", by: "ivan", .accepted("o-1", by: "ivan"))
///       .show(Orders.self, ["tab": "mine", "courier": "ivan"])
struct Story<Event: EventStore.Event> {
  private(set) var events: [Recorded<Event>] = []
  private var time: Timestamp
  let zone: TimeZoneTable
  /// By their keys; a secret without an entry is missing.
  var secrets: [String: String] = [:]

  init(
    at time: String = "2026-05-08T09:00:00Z", in zone: TimeZoneTable = .moscow,
    by actor: String? = nil, _ facts: Event...
  ) {
    self.zone = zone
    self.time = instant(time)
    add(facts, by: actor)
  }

  func then(at time: String? = nil, by actor: String? = nil, _ facts: Event...) -> Story {
    then(at: time, by: actor, facts)
  }

  func then(at time: String? = nil, by actor: String? = nil, _ facts: [Event]) -> Story {
    var story = self
    story.time = time.map(instant) ?? story.time
    story.add(facts, by: actor)
    return story
  }

  private mutating func add(_ facts: [Event], by actor: String?) {
    for fact in facts {
      let number = events.count + 1
      events.append(
        Recorded(
          position: Position(number), id: EventID(high: 0, low: UInt64(number)), time: time,
          day: zone.day(of: time), type: type(of: fact.payload).type, actor: actor, event: fact))
    }
  }

  /// The journal as it was after its first events.
  func cut(to count: Int) -> Story {
    var story = self
    story.events.removeLast(events.count - count)
    story.time = story.events.last?.time ?? instant("2026-05-08T09:00:00Z")
    return story
  }

  /// The state after the events that `query` means.
  func fold<P: Projection<Event>>(_ projection: P.Type, _ query: Query = .everything) -> P {
    var state = P.State()
    for event in events where query.matches(event.type, event.event.payload.tags) {
      state.apply(event)
    }
    return P(state)
  }

  /// The facts that an answer depends on, asked again until they no longer grow.
  func facts<P: Projection<Event>>(_ projection: P.Type, _ parameters: P.Parameters) -> Query {
    var facts = P(P.State()).facts(for: parameters)
    while true {
      let wider = fold(P.self, facts).facts(for: parameters)
      if wider == facts { return facts }
      facts = wider
    }
  }

  func narrowFold<P: Projection<Event>>(_ projection: P.Type, _ parameters: P.Parameters) -> P {
    fold(P.self, facts(P.self, parameters))
  }
}

// MARK: - Asking

extension Story {
  /// Returns the answer as JSON, or the message of the refusal. Checks for each question that the
  /// facts that the model names lead to the same answer as all events, and so does a state that was
  /// encoded and decoded, that the state folds no type out of `factTypes`, and that the answer has no
  /// member that its shape does not name.
  func show<P: Projection<Event>>(
    _ projection: P.Type, _ parameters: JSONObject = [:], at now: String? = nil,
    in locale: EventEngine.Locale = .ru, sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    let asking = asking(at: now, in: locale)
    do throws(QueryRefusal) {
      let parameters = try read(P.self, parameters)
      if let permission = P.permission(for: parameters) { try check(permission, asking) }
      let everything = fold(P.self)
      checkFactTypes(everything, facts(P.self, parameters), sourceLocation)
      let answer = text(everything, parameters, asking)
      #expect(
        text(narrowFold(P.self, parameters), parameters, asking) == answer,
        "the facts the model names are not enough", sourceLocation: sourceLocation)
      #expect(
        text(P(throughSnapshot(everything.state)), parameters, asking) == answer,
        "a state read again answers otherwise", sourceLocation: sourceLocation)
      let unnamed = members(of: answer).filter { !P.shape.shows.contains($0) }
      #expect(unnamed.isEmpty, "the shape does not name them", sourceLocation: sourceLocation)
      return answer
    } catch {
      return message(of: error, locale)
    }
  }

  private func checkFactTypes<P: Projection<Event>>(
    _ everything: P, _ facts: Query, _ sourceLocation: SourceLocation
  ) {
    #expect(
      fold(P.self, .of(P.State.factTypes)) == everything, "it folds a type out of factTypes",
      sourceLocation: sourceLocation)
    #expect(
      facts.items.allSatisfy { item in
        !item.types.isEmpty && item.types.allSatisfy(P.State.factTypes.contains)
      }, "its facts are of types out of factTypes", sourceLocation: sourceLocation)
  }

  private func check<Permission: QueryPermission>(
    _ permission: Permission, _ asking: QueryContext
  ) throws(QueryRefusal) {
    var state = Permission.State()
    for case let event as Recorded<Permission.State.Event> in events { state.apply(event) }
    try permission.check(state, notBefore: events.last?.time, asking)
  }

  /// What a state answers, or the message of the refusal.
  func answer<P: Projection<Event>>(_ state: P, _ parameters: JSONObject) -> String {
    do throws(QueryRefusal) {
      return text(state, try read(P.self, parameters), asking(at: nil, in: .ru))
    } catch {
      return message(of: error, .ru)
    }
  }

  /// Nothing for a message.
  private func members(of answer: String) -> [String] {
    guard let json = try? JSONParser.parse(Array(answer.utf8)), case .object(let object) = json
    else { return [] }
    return object.members.map(\.key)
  }

  private func asking(at now: String?, in locale: EventEngine.Locale) -> QueryContext {
    let secrets = secrets
    return QueryContext(at: Moment(now.map(instant) ?? time, in: zone), locale: locale) {
      (key) throws(QueryRefusal) in
      guard let secret = secrets[key.rawValue] else {
        throw .failure(.keyUnavailable(path: key.rawValue, reason: "is missing"))
      }
      return Array(secret.utf8)
    }
  }

  func read<P: Projection>(
    _ projection: P.Type, _ members: JSONObject
  ) throws(QueryRefusal) -> P.Parameters {
    do throws(FormError) {
      return try P.shape.read(Form(members, fields: P.shape.fields))
    } catch { throw .form(error) }
  }

  func text<P: Projection>(_ state: P, _ parameters: P.Parameters, _ asking: QueryContext) -> String
  {
    do throws(QueryRefusal) {
      return json(try state.answer(to: parameters, asking))
    } catch {
      return message(of: error, asking.locale)
    }
  }

  private func message(of refusal: QueryRefusal, _ locale: EventEngine.Locale) -> String {
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

// MARK: - Erasing

/// An event that may hold personal data.
protocol ErasableEvent: EventStore.Event {
  /// What is left of it once that is erased.
  var erased: Self { get }
}

extension Story where Event: ErasableEvent {
  /// The same journal after the personal data of these subjects was erased from it.
  func erasing(_ subjects: EventStore.Tag...) -> Story {
    erasing { $0.event.payload.subjects.contains(where: subjects.contains) }
  }

  func erasing(_ subjects: String...) -> Story {
    erasing { recorded in
      recorded.event.payload.subjects.contains { subjects.contains($0.rawValue) }
    }
  }

  /// The same journal after all personal data was erased from it.
  var erased: Story { erasing { _ in true } }

  private func erasing(where isMeant: (Recorded<Event>) -> Bool) -> Story {
    var story = self
    story.events = events.map { recorded in
      Recorded(
        position: recorded.position, id: recorded.id, time: recorded.time, day: recorded.day,
        type: recorded.type, actor: recorded.actor,
        event: isMeant(recorded) ? recorded.event.erased : recorded.event)
    }
    return story
  }
}

/// A value as people get to see it: absent members are `null`.
func json(_ value: some Encodable) -> String {
  encoded(value, .init(nilHandling: .null))
}

/// A state as snapshots hold it and digests are made of it.
func canonical(_ state: some Encodable) -> String {
  encoded(state, .init(keyOrder: .canonical))
}

private func encoded(_ value: some Encodable, _ options: PayloadEncoder.Options) -> String {
  var bytes: [UInt8] = []
  do {
    try PayloadEncoder.encode(value, into: &bytes, options: options)
  } catch {
    Issue.record(error)
  }
  return String(decoding: bytes, as: UTF8.self)
}

func throughSnapshot<State: Codable>(_ state: State) -> State {
  do {
    var decoder = PayloadDecoder()
    return try decoder.decode(State.self, from: Array(canonical(state).utf8))
  } catch {
    Issue.record(error)
    return state
  }
}
