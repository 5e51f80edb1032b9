import Domain
import EventStore
import Projections
import TestSupport
import Testing

/// What a journal holds, told event by event, and what read models say about it:
///
///     ModsStory(.published("raptor", in: .animals))
///       .then(at: "2026-05-08T12:00:00Z", .launched("anna"))
///       .show(Catalogue.self, ["category": "animals"])
struct ModsStory {
  private(set) var events: [Recorded<ModsEvent>] = []
  private var time = instant("2026-05-08T09:00:00Z")
  let zone: TimeZoneTable
  /// By their keys; a secret without an entry is missing.
  var secrets: [String: String] = [:]

  init(
    at time: String = "2026-05-08T09:00:00Z", in zone: TimeZoneTable = .moscow,
    _ facts: ModsEvent...
  ) {
    self.zone = zone
    self.time = instant(time)
    add(facts)
  }

  func then(at time: String? = nil, _ facts: ModsEvent...) -> ModsStory {
    var story = self
    story.time = time.map(instant) ?? story.time
    story.add(facts)
    return story
  }

  private mutating func add(_ facts: [ModsEvent]) {
    for fact in facts {
      let number = events.count + 1
      events.append(
        Recorded(
          position: Position(number), id: EventID(high: 0, low: UInt64(number)), time: time,
          day: zone.day(of: time), type: type(of: fact.payload).type, actor: nil, event: fact))
    }
  }

  /// The journal as it was after its first events.
  func cut(to count: Int) -> ModsStory {
    var story = self
    story.events.removeLast(events.count - count)
    return story
  }

  /// The state after the events that `query` means.
  func fold<P: Projection<ModsEvent>>(_ projection: P.Type, _ query: Query = .everything) -> P {
    var state = P()
    for event in events where query.matches(event.type, event.event.payload.tags) {
      state.apply(event)
    }
    return state
  }

  /// The answer as JSON, or the message of the refusal. Also checks, for whatever is asked, that
  /// the facts the model names give the same answer as all events do, and so does a state that
  /// was encoded and read again.
  func show<P: Projection<ModsEvent>>(
    _ projection: P.Type, _ parameters: JSONObject = [:], at now: String? = nil,
    in locale: Domain.Locale = .ru, sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    let asking = asking(at: now, in: locale)
    do throws(QueryRefusal) {
      let parameters = try read(P.self, parameters)
      let everything = fold(P.self)
      let answer = text(everything, parameters, asking)
      #expect(
        text(fold(P.self, P().facts(for: parameters)), parameters, asking) == answer,
        "the facts the model names are not enough", sourceLocation: sourceLocation)
      #expect(
        text(throughSnapshot(everything), parameters, asking) == answer,
        "a state read again answers otherwise", sourceLocation: sourceLocation)
      return answer
    } catch {
      return message(of: error, locale)
    }
  }

  private func asking(at now: String?, in locale: Domain.Locale) -> Asking {
    let secrets = secrets
    return Asking(at: Moment(now.map(instant) ?? time, in: zone), locale: locale) {
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

  private func text<P: Projection>(
    _ state: P, _ parameters: P.Parameters, _ asking: Asking
  ) -> String {
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

extension JSONValue {
  static func int(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}
