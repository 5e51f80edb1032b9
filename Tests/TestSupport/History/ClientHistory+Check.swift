/// A promise that a history breaks.
package enum Violation: Hashable, Sendable {
  /// An event was acknowledged or shown at this position, where the journal has another event or
  /// none.
  case lost(String, at: Int)
  /// An event is in the journal twice.
  case doubled(String)
  /// An event is in the journal, and no client has sent it.
  case unasked(String)
  /// An event is in the journal, although every answer to its append was a failure.
  case recordedThoughFailed(String)
  /// An event has the position `at`, although it was sent after the position `before` was known.
  case reordered(String, at: Int, before: Int)
  /// A read ended before a position that a client knew before it began.
  case stale(head: Int, known: Int)
  /// A read left out this position.
  case hole(at: Int)
}

extension ClientHistory {
  /// Compares the clients' answers with each other and with the final journal.
  ///
  /// - Parameter end: the ids of the journal's events, in their order.
  package func violations(endingWith end: [String]) -> Set<Violation> {
    durability(end).union(order).union(freshness).union(holes)
  }

  /// Checks that every event acknowledged or shown is at its position, once.
  private func durability(_ end: [String]) -> Set<Violation> {
    var found: Set<Violation> = []
    func require(_ id: String, at position: Int) {
      if !end.indices.contains(position - 1) || end[position - 1] != id {
        found.insert(.lost(id, at: position))
      }
    }
    var answers: [String: Set<Answer>] = [:]
    for operation in operations {
      if let event = operation.event { answers[event, default: []].insert(operation.answer) }
      switch operation.answer {
      case .appended(let position): require(operation.event ?? "", at: position)
      case .read(_, let entries, _): for entry in entries { require(entry.id, at: entry.position) }
      case .failed, .unknown: continue
      }
    }
    var seen: Set<String> = []
    for id in end {
      if !seen.insert(id).inserted { found.insert(.doubled(id)) }
      if answers[id] == nil { found.insert(.unasked(id)) }
      if answers[id] == [.failed] { found.insert(.recordedThoughFailed(id)) }
    }
    return found
  }

  /// Positions are in the order of appends that did not overlap. An event that is sent again counts
  /// from when it was first sent.
  private var order: Set<Violation> {
    var firstSent: [String: Int] = [:]
    for operation in operations {
      guard let event = operation.event else { continue }
      firstSent[event] = min(firstSent[event] ?? .max, operation.invoked)
    }
    var found: Set<Violation> = []
    let known = KnownPositions(operations)
    for operation in operations {
      guard let event = operation.event, case .appended(let position) = operation.answer,
        let earlier = known.greatest(before: firstSent[event] ?? 0), earlier >= position
      else { continue }
      found.insert(.reordered(event, at: position, before: earlier))
    }
    return found
  }

  /// Checks that a read includes every position that any client knew before it began.
  private var freshness: Set<Violation> {
    var found: Set<Violation> = []
    let known = KnownPositions(operations)
    for operation in operations {
      guard case .read(_, _, let head) = operation.answer,
        let earlier = known.greatest(before: operation.invoked), earlier > head
      else { continue }
      found.insert(.stale(head: head, known: earlier))
    }
    return found
  }

  private var holes: Set<Violation> {
    var found: Set<Violation> = []
    for operation in operations {
      guard case .read(let after, let entries, let head) = operation.answer else { continue }
      let positions = Set(entries.map(\.position))
      for position in after..<max(after, head) where !positions.contains(position + 1) {
        found.insert(.hole(at: position + 1))
      }
    }
    return found
  }
}

/// The greatest position that any client knew, by moments.
private struct KnownPositions {
  private var steps: [(moment: Int, position: Int)] = []

  init(_ operations: [ClientHistory.Operation]) {
    for operation in operations.sorted(by: { $0.completed < $1.completed }) {
      let position: Int
      switch operation.answer {
      case .appended(let at): position = at
      case .read(_, _, let head): position = head
      case .failed, .unknown: continue
      }
      steps.append((operation.completed, max(position, steps.last?.position ?? 0)))
    }
  }

  func greatest(before moment: Int) -> Int? {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].moment < moment { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? steps[low - 1].position : nil
  }
}
