/// Decodes the records of a domain, so that another thread can fold their events.
///
/// Several threads may decode different batches, each with a decoder of its own. Their events are
/// folded in the order of the batches, on one thread at a time.
package final class BatchDecoder {
  private var replay: Replay
  private let begin: (Int) -> any DecodedBatch

  /// - Parameter folds: the states that the decoded events are folded into.
  init<Event: EventStore.Event>(
    domain: String, for folds: [any EventFold<Event>], zone: TimeZoneTable
  ) {
    let foldsByType = DomainFold.byType(folds)
    var events = DecodedEvents(for: foldsByType, capacity: 0)
    let fold = DomainFold(domain: domain, of: Event.self) { shape, type in
      if foldsByType[type].isEmpty { return nil }
      return { (view, day, decoder) throws(PayloadDecodingError) in
        events.append(try shape.recorded(view, day, &decoder), ofType: type)
      }
    }
    replay = Replay([fold], zone: zone)
    begin = { capacity in
      events = DecodedEvents(for: foldsByType, capacity: capacity)
      return events
    }
  }

  /// Decodes the records that a lane has in a batch.
  package func decode(_ batch: RecordBatch, lane: Int) throws(JournalError) -> any DecodedBatch {
    let events = begin(batch.count(in: lane))
    try batch.forEach(in: lane) { (view) throws(JournalError) in try replay.apply(view) }
    return events
  }
}

/// Makes decoders, on any thread: they do not use the states, which only ``DecodedBatch/fold()``
/// changes.
package struct BatchDecoders: @unchecked Sendable {
  private let make: (TimeZoneTable) -> BatchDecoder

  package init<Event: EventStore.Event>(domain: String, for folds: [any EventFold<Event>]) {
    make = { BatchDecoder(domain: domain, for: folds, zone: $0) }
  }

  package func decoder(in zone: TimeZoneTable) -> BatchDecoder { make(zone) }
}

/// Decoded events of a batch.
package protocol DecodedBatch: AnyObject, Sendable {
  /// Applies the events to the states, in order. Call it once, while no other thread uses the
  /// states.
  func fold()
}
