import EventStore

/// The events that changed an answer, and the answer after them.
public struct AnswerHistory: Sendable {
  /// An event with the fields of the answer that it changed.
  public struct Step: Sendable {
    /// The event that changed the answer.
    public let event: StoredEvent
    /// The fields that it changed; at least one.
    public let changes: [FieldChange]
    /// The tags that link the event with the answer; empty for an event that the parameters alone
    /// select, without any earlier event.
    public let links: [Tag]
  }

  /// The events that changed the answer, oldest first.
  public fileprivate(set) var steps: [Step] = []
  /// The answer after the last event; nil if there is none.
  public fileprivate(set) var answer: JSONValue?
  /// Whether there ever was an answer.
  public fileprivate(set) var hasEverExisted = false
  /// The members of all answers.
  fileprivate var members: Set<String> = []
  fileprivate let field: String?
  /// The facts that the parameters select before any event is folded.
  fileprivate let ownFacts: Query
}

extension AnswerHistory {
  /// The same history with only some of the changes; steps without any are kept.
  package func keeping(_ isKept: (FieldChange) -> Bool) -> AnswerHistory {
    var history = self
    history.steps = steps.map { step in
      Step(event: step.event, changes: step.changes.filter(isKept), links: step.links)
    }
    return history
  }
}

extension FollowedAnswer {
  /// The history of the answer: exactly the positions N at which the answer at N differs from the
  /// one at N − 1. O(facts of the answer × its size).
  ///
  /// - Parameters:
  ///   - field: the path of a field: only changes that concern it; nil: all.
  ///   - first: changes up to this position are left out.
  ///   - last: the last position of the history.
  /// - Throws: `UnknownField` if no answer ever had such a field.
  package func history(
    of field: String? = nil, in reader: inout JournalReader, after first: Position = .start,
    through last: Position
  ) throws -> AnswerHistory {
    if let field { try model.requireField(field, in: "field") }
    var history = AnswerHistory(field: field, ownFacts: model.firstFacts(parameters))
    try follow(&history, in: &reader, after: first, through: last)
    // Without the first answers the members are not all known.
    if let field, first == .start {
      try model.requireField(field, in: "field", seen: history.members)
    }
    return history
  }
}

extension AnswerHistory: AnswerObserver {
  package mutating func begin(with answer: AnswerValue) throws {
    steps = []
    self.answer = try answer.json
    members = Set(self.answer?.memberNames ?? [])
    hasEverExisted = answer.bytes != nil
  }

  package mutating func change(
    _ event: StoredEvent, _ facts: Query, from before: AnswerValue, to after: AnswerValue
  ) throws -> Bool {
    let (before, after) = (try before.json, try after.json)
    answer = after
    hasEverExisted = hasEverExisted || after != nil
    if field != nil { members.formUnion(after?.memberNames ?? []) }
    var changes = FieldChange.between(before, after)
    if let field {
      changes.removeAll { !$0.concerns(field) }
      let values = (before?.value(at: field), after?.value(at: field))
      // The objects of a list may have identities at one position and none at another. A path with
      // an index, such as `[0]`, may then match no change although its value differs.
      if changes.isEmpty && values.0 != values.1 {
        changes = [FieldChange(field, before: values.0, after: values.1)]
      }
    }
    if !changes.isEmpty {
      steps.append(Step(event: event, changes: changes, links: links(of: event, facts)))
    }
    return true
  }
}

extension AnswerHistory {
  private func links(of event: StoredEvent, _ facts: Query) -> [Tag] {
    let tags = event.allTags
    guard !ownFacts.matches(event.type, tags) else { return [] }
    let linking = facts.items.filter { $0.matches(event.type, tags) }.flatMap(\.tags)
    return event.tags.filter(linking.contains)
  }
}
