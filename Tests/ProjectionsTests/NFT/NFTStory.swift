import Domain
import EventStore
import Projections
import TestSupport
import Testing

/// What a journal holds, told event by event, and what the NFT read models say about it:
///
///     NFTStory(.registered("anna"), .minted("n-1"))
///       .then(at: "2026-05-08T12:00:00Z", by: "anna", .added("n-1", by: "anna"))
///       .show(NFTCart.self, ["user": "anna"])
struct NFTStory {
  private(set) var events: [Recorded<NFTEvent>] = []
  private var time = instant("2026-05-08T09:00:00Z")
  let zone = TimeZoneTable.moscow

  init(by actor: String? = nil, _ facts: NFTEvent...) { add(facts, by: actor) }

  func then(at time: String? = nil, by actor: String? = nil, _ facts: NFTEvent...) -> NFTStory {
    then(at: time, by: actor, facts)
  }

  func then(at time: String? = nil, by actor: String? = nil, _ facts: [NFTEvent]) -> NFTStory {
    var story = self
    story.time = time.map(instant) ?? story.time
    story.add(facts, by: actor)
    return story
  }

  private mutating func add(_ facts: [NFTEvent], by actor: String?) {
    for fact in facts {
      let number = events.count + 1
      events.append(
        Recorded(
          position: Position(number), id: EventID(high: 0, low: UInt64(number)), time: time,
          day: zone.day(of: time), type: type(of: fact.payload).type, actor: actor, event: fact))
    }
  }

  /// The same journal after the personal data of these users was erased from it; of all users
  /// when none is named.
  func erasing(_ users: NFTUserID...) -> NFTStory {
    var story = self
    story.events = events.map { recorded in
      let subjects = recorded.event.payload.subjects
      let isMeant = users.isEmpty || users.contains { subjects.contains($0.tag) }
      return Recorded(
        position: recorded.position, id: recorded.id, time: recorded.time, day: recorded.day,
        type: recorded.type, actor: recorded.actor,
        event: isMeant ? recorded.event.erased : recorded.event)
    }
    return story
  }

  /// The journal as it was after its first events.
  func cut(to count: Int) -> NFTStory {
    var story = self
    story.events.removeLast(events.count - count)
    return story
  }

  /// The state after the events that `query` means.
  func fold<P: Projection<NFTEvent>>(_ projection: P.Type, _ query: Query = .everything) -> P {
    var state = P()
    for event in events where query.matches(event.type, event.event.payload.tags) {
      state.apply(event)
    }
    return state
  }

  /// The answer as JSON, or the message of the refusal. Also checks, for whatever is asked, that
  /// the facts the model names give the same answer as all events do, and so does a state that
  /// was encoded and read again.
  func show<P: Projection<NFTEvent>>(
    _ projection: P.Type, _ parameters: JSONObject = [:], in locale: Domain.Locale = .ru,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    let asking = Asking(at: Moment(time, in: zone), locale: locale)
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

  /// What a state answers, or the message of the refusal.
  func answer<P: Projection<NFTEvent>>(_ state: P, _ parameters: JSONObject) -> String {
    do throws(QueryRefusal) {
      return text(state, try read(P.self, parameters), Asking(at: Moment(time, in: zone)))
    } catch {
      return message(of: error, .ru)
    }
  }

  func read<P: Projection>(
    _ projection: P.Type, _ members: JSONObject
  ) throws(QueryRefusal) -> P.Parameters {
    do throws(FormError) {
      return try P.shape.read(Form(members, fields: P.shape.fields))
    } catch { throw .form(error) }
  }

  /// The state after the facts that an answer depends on, asked again until they no longer grow.
  func narrowFold<P: Projection<NFTEvent>>(
    _ projection: P.Type, _ parameters: P.Parameters
  ) -> P {
    var facts = P().facts(for: parameters)
    while true {
      let state = fold(P.self, facts)
      let wider = state.facts(for: parameters)
      if wider == facts { return state }
      facts = wider
    }
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

/// A card of an NFT as facts in tests mint them, without the closing brace.
func openCard(
  _ nft: String, rating: Int = 3, price: String = "1.5", liked: Bool = false, inCart: Bool = false
) -> String {
  """
  {"nft":"\(nft)","name":"\(nft)","image":"\(nft).png","rating":\(rating),"price":"\(price)",\
  "liked":\(liked),"inCart":\(inCart)
  """
}

func nftCard(
  _ nft: String, rating: Int = 3, price: String = "1.5", liked: Bool = false, inCart: Bool = false
) -> String {
  openCard(nft, rating: rating, price: price, liked: liked, inCart: inCart) + "}"
}

extension String {
  /// The values of a member, in the order of a JSON text.
  func values(of member: String) -> [String] {
    matches(of: #/"(\w+)":"([^"]*)"/#).filter { $0.1 == member }.map { String($0.2) }
  }
}
