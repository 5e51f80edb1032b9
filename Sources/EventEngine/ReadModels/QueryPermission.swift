import EventStore

/// A condition on asking a question, such as a signature, checked against what the whole journal
/// says today, whatever moment the question is about.
public protocol QueryPermission: Sendable {
  associatedtype State: StoredState

  /// - Parameter lastTime: of the journal's last event; nil if there is none.
  /// - Throws: `QueryRefusal.unauthorised` if the question may not be asked.
  func check(
    _ state: State, notBefore lastTime: Timestamp?, _ asking: QueryContext
  ) throws(QueryRefusal)
}

extension QueryPermission {
  func check(in reader: inout JournalReader, _ asking: QueryContext) throws {
    // The facts that forbid the question may be in what is damaged.
    try reader.requireWhole()
    let fold = Fold<State>()
    try fold.take(.of(State.factTypes), from: &reader)
    try check(fold.state, notBefore: reader.lastTime, asking)
  }
}
