import EventStore

/// A condition on a query, such as a signature. It is checked against the whole journal as of now,
/// even if the query is about the past.
public protocol QueryPermission: Sendable {
  /// The state that the check depends on.
  associatedtype State: StoredState

  /// - Parameter lastTime: the time of the journal's last event; nil in an empty journal.
  /// - Throws: `QueryRefusal.unauthorised` if the query is not permitted.
  func check(
    _ state: State, notBefore lastTime: Timestamp?, _ context: QueryContext
  ) throws(QueryRefusal)
}

extension QueryPermission {
  func check(in reader: inout some RecordSource & ~Copyable, _ context: QueryContext) throws {
    // A damaged record may hold a fact that forbids the query.
    try reader.requireWhole()
    let fold = Fold<State>()
    try fold.take(.of(State.factTypes), from: &reader)
    try check(fold.state, notBefore: reader.recordedTime, context)
  }
}
