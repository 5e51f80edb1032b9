import EventEngine
import Testing

extension History {
  /// The state after the events that `query` matches.
  package func fold<P: Projection<Event>>(
    _ projection: P.Type, _ query: Query = .everything
  ) -> P {
    P(P.State(folding: events.lazy.filter { query.matches($0.type, $0.allTags) }))
  }

  /// The query for the facts that an answer depends on. Evaluated again on the state after those
  /// facts, until it no longer grows. A fact that is no longer asked for stays, as it does when a
  /// journal is asked.
  package func facts<P: Projection<Event>>(
    _ projection: P.Type, _ parameters: P.Parameters
  ) -> Query {
    var facts = P(P.State()).facts(for: parameters)
    while !facts.items.isEmpty {
      let found = fold(P.self, facts).facts(for: parameters)
      if found.items.isEmpty { return found }
      let new = found.items.filter { !facts.items.contains($0) }
      if new.isEmpty { break }
      facts.items += new
    }
    return facts
  }

  package func narrowFold<P: Projection<Event>>(
    _ projection: P.Type, _ parameters: P.Parameters
  ) -> P {
    fold(P.self, facts(P.self, parameters))
  }

  /// Expects that a state resumed from a snapshot equals the state folded from all events, at every
  /// position.
  ///
  /// - Parameter step: the distance between the tested positions. The cost grows with the square of
  ///   the number of events, divided by `step`.
  public func checkSnapshots<P: Projection<Event>>(
    _ projection: P.Type, every step: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    precondition(step > 0, "the distance between the tested positions is positive")
    let complete = fold(P.self).state
    for count in stride(from: 0, through: events.count, by: step) {
      var state = throughSnapshot(cut(to: count).fold(P.self).state)
      for event in events.dropFirst(count) { state.apply(event) }
      #expect(state == complete, sourceLocation: sourceLocation)
      #expect(canonical(state) == canonical(complete), sourceLocation: sourceLocation)
    }
  }
}

/// A value as JSON for people: an absent member is `null`.
func json(_ value: some Encodable) -> String {
  encoded(value, .init(writesNil: true))
}

/// A state in the canonical encoding, which digests cover.
func canonical(_ state: some Encodable) -> String {
  encoded(state, .init(isCanonical: true))
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

/// The state after encoding and decoding.
func throughSnapshot<State: Codable>(_ state: State) -> State {
  do {
    var decoder = PayloadDecoder()
    return try decoder.decode(State.self, from: Array(canonical(state).utf8))
  } catch {
    Issue.record(error)
    return state
  }
}
