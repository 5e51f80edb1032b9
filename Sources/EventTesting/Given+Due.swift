import EventEngine
import Testing

extension Given where D: TimeDriven {
  /// Expects exactly these items to be due at `time`. Also checks that the events of `dueFacts`
  /// alone give the same items, that each item names an event as its cause, and that their events
  /// leave nothing due.
  ///
  /// - Returns: the same history with the events of the items.
  @discardableResult
  public func thenDue(
    at time: String, _ items: DueItem<D.Event>...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let moment = Moment(instant(time), in: zone)
    let due = D(folding: history).due(at: moment)
    #expect(due == items, sourceLocation: sourceLocation)
    let facts = history.filter { D.dueFacts.matches($0.type, $0.allTags) }
    #expect(
      D(folding: facts).due(at: moment) == due, "dueFacts omits events that affect the due items",
      sourceLocation: sourceLocation)
    for item in due {
      #expect(
        history.contains { $0.position == item.because },
        "a due item names a position without an event",
        sourceLocation: sourceLocation)
    }
    let thereafter = and(
      at: time, by: "system", due.flatMap(\.events), sourceLocation: sourceLocation)
    #expect(
      D(folding: thereafter.history).due(at: moment) == [],
      "the events of the due items leave something due", sourceLocation: sourceLocation)
    return thereafter
  }
}
