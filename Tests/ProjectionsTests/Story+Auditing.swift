import EventEngine
import Projections
import TestSupport
import Testing

/// What an audit relies on: an event names each answer that it changes.
extension Story {
  /// Checks it for one question, event by event. The time does not pass meanwhile.
  ///
  /// - Parameters:
  ///   - startsUnnamed: whether nothing is checked before an event first names the question.
  ///   - untold: events that cannot tell whose answers they change.
  func checkTouched<P: Projection<Event>>(
    _ projection: P.Type, _ members: JSONObject, startsUnnamed: Bool = false,
    except untold: [EventType] = []
  ) {
    guard let parameters = try? read(P.self, members) else {
      Issue.record("\(P.shape.name) does not take \(members)")
      return
    }
    let asking = QueryContext(at: Moment(instant("2026-05-08T09:00:00Z"), in: zone))
    var state = P.State()
    var isNamed = !startsUnnamed
    for event in events {
      let before = text(P(state), parameters, asking)
      state.apply(event)
      let isTouched = keys(P.self, touchedBy: event).contains { key in
        key.members.allSatisfy { members[$0.key] == $0.value }
      }
      isNamed = isNamed || isTouched
      if isTouched || !isNamed || untold.contains(event.type) { continue }
      #expect(
        before == text(P(state), parameters, asking),
        "\(P.shape.name) \(members) at \(event.position)")
    }
  }

  /// Checks that the events name no answer of a list: anything may change it.
  func checkUntouched<P: Projection<Event>>(_ projection: P.Type) {
    for event in events { #expect(keys(P.self, touchedBy: event).isEmpty, "\(P.shape.name)") }
  }

  /// Whether the story has an event of each type of these samples.
  func hasAllTypes(of samples: [Event]) -> Bool {
    Set(events.map(\.type)) == Set(samples.map { type(of: $0.payload).type })
  }

  /// Returns the questions whose answers an event may change, also those that earlier facts lead to.
  func keys<P: Projection<Event>>(
    _ projection: P.Type, touchedBy event: Recorded<Event>
  ) -> [JSONObject] {
    var keys = P.keys(touchedBy: event)
    var known: Set<Query> = []
    var waiting = P.others(touchedBy: event).map { [$0] } ?? []
    while let facts = waiting.popLast() {
      guard known.insert(facts).inserted else { continue }
      for earlier in events
      where earlier.position < event.position
        && facts.matches(earlier.type, earlier.event.payload.tags)
      {
        keys += P.keys(touchedBy: earlier)
        if let further = P.others(touchedBy: earlier) { waiting.append(further) }
      }
    }
    return keys
  }
}
