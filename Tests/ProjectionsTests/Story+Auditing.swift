import EventEngine
import Projections
import TestSupport
import Testing

/// The law that audits rely on: an event names each answer that it changes.
extension Story {
  /// Checks the law for one query, event by event, at a constant time.
  ///
  /// - Parameters:
  ///   - startsUnnamed: whether the check begins only when an event first names the query.
  ///   - exempt: the types of events that do not name all answers that they change.
  func checkTouched<P: Projection<Event>>(
    _ projection: P.Type, _ members: JSONObject, startsUnnamed: Bool = false,
    except exempt: [EventType] = []
  ) {
    guard let parameters = try? P.parameters(members) else {
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
      if isTouched || !isNamed || exempt.contains(event.type) { continue }
      #expect(
        before == text(P(state), parameters, asking),
        "\(P.shape.name) \(members) at \(event.position)")
    }
  }

  /// Checks that no event names an answer of a list, which any event may change.
  func checkUntouched<P: Projection<Event>>(_ projection: P.Type) {
    for event in events { #expect(keys(P.self, touchedBy: event).isEmpty, "\(P.shape.name)") }
  }

  /// Whether the story has an event of each type of these samples.
  func hasAllTypes(of samples: [Event]) -> Bool {
    Set(events.map(\.type)) == Set(samples.map { type(of: $0.payload).type })
  }

  /// Returns the queries whose answers an event may change, including those reached through earlier
  /// facts.
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
