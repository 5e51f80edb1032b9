/// The requests of clients that use one journal at the same time, and the answers to them, as
/// Jepsen records them. Every event has its own id. Moments are values of one counter.
package struct ClientHistory: Sendable {
  package enum Answer: Hashable, Sendable {
    /// The event is recorded at this position.
    case appended(at: Int)
    /// All events after a position, and the last position of the journal.
    case read(after: Int, [Entry], head: Int)
    /// Nothing was recorded.
    case failed
    /// The event may be recorded or not.
    case unknown
  }

  package struct Entry: Hashable, Sendable {
    package let position: Int
    package let id: String

    package init(_ position: Int, _ id: String) {
      self.position = position
      self.id = id
    }
  }

  package struct Operation: Sendable {
    /// The id of the event to be appended; nil for a read.
    package let event: String?
    package let invoked: Int
    package let completed: Int
    package let answer: Answer

    package init(_ event: String?, _ moments: ClosedRange<Int>, _ answer: Answer) {
      self.event = event
      invoked = moments.lowerBound
      completed = moments.upperBound
      self.answer = answer
    }
  }

  package var operations: [Operation]

  package init(_ operations: [Operation] = []) { self.operations = operations }

  package func count(_ answer: (Answer) -> Bool) -> Int {
    operations.count { answer($0.answer) }
  }

  /// The number of appends that were acknowledged.
  package var acknowledged: Int {
    count { if case .appended = $0 { true } else { false } }
  }
}
