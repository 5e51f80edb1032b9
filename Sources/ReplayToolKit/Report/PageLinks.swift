import EventEngine

/// The positions to which a page links, the most important first: the evidence of the findings, the
/// first and the last event of each type, and the steps of the stories and of the trees of causes.
struct PageLinks {
  /// The most reasons of refusals that are named.
  static let mostReasons = 8
  /// The most unfinished cases of each kind that are named.
  static let mostCases = 10

  private(set) var positions: [Int] = []
  private var known: Set<Int> = []

  /// - Parameter history: the stories, the causes and the maps; nil if they are not made yet.
  init(_ survey: Survey, _ history: PageHistory?) {
    if let gap = survey.longestGap { add(Int(gap.from.position)) }
    for reason in survey.frequentReasons.prefix(Self.mostReasons) { add(reason.value.first) }
    for map in history?.maps ?? [] {
      for open in UnfinishedCases(map, survey).cases.prefix(Self.mostCases) {
        add(Int(open.position))
      }
    }
    if let first = survey.sameTimes.first { add(first) }
    for type in survey.typeRows.prefix(TypesSection.most) {
      for event in [type.first, type.last].compactMap(\.self) { add(Int(event.position)) }
    }
    for story in history?.stories ?? [] {
      for step in story.steps { add(step.event.position.rawValue) }
    }
    for tree in history?.causes ?? [] {
      for step in tree.steps { add(step.event.position.rawValue) }
    }
  }

  private mutating func add(_ position: Int) {
    if known.insert(position).inserted { positions.append(position) }
  }
}

extension Survey {
  /// The longest time between two selected events that follow each other.
  var longestGap: (length: Int64, from: Event, to: Event)? {
    var gap: (length: Int64, from: Event, to: Event)?
    var before: Event?
    for event in events where event.isShown {
      if let before {
        let length = event.time.milliseconds(since: before.time)
        if length > gap?.length ?? 0 { gap = (length, before, event) }
      }
      before = event
    }
    return gap
  }

  /// The refusals by type and reason, the most frequent first.
  var frequentReasons: [(key: Reason, value: Reason.Events)] {
    reasons.sorted { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }
  }

  /// The positions of commands with the time of the event before. A command without a time of its
  /// own gets that time if the clock is before it. A record has the same form if the command stated
  /// that time.
  var sameTimes: [Int] {
    events.indices.dropFirst().filter { index in
      let event = events[index]
      return event.isShown && event.isFirst && event.command >= 0
        && event.time == events[index - 1].time && event.because < 0
    }.map { Int(events[$0].position) }
  }

  /// Whether events of a type are named like an end of the cases of a kind. `orderCancelled` is no
  /// end of a user if there are tags of orders.
  func isEnd(_ type: Int32, of kind: String) -> Bool {
    let words = Set(types.text(type).words)
    return !words.isDisjoint(with: Self.endings)
      && (words.contains(kind) || words.isDisjoint(with: kinds.texts))
  }

  private static let endings: Set = [
    "end", "ended", "finish", "finished", "complete", "completed", "close", "closed", "cancel",
    "cancelled", "canceled", "withdraw", "withdrawn", "delete", "deleted", "remove", "removed",
    "expire", "expired", "archive", "archived", "terminate", "terminated", "resolve", "resolved",
    "settle", "settled", "deliver", "delivered",
  ]
}
