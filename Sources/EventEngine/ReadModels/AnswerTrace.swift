import EventStore

/// One answer of a read model that follows its facts, so that it can be compared before and after
/// each.
package final class AnswerTrace {
  private typealias Reply = (QueryContext) throws(PayloadEncodingError) -> [UInt8]?

  private var fold: JournalFold
  private let dependencies: () -> Query
  private let reply: Reply

  init<P: Projection>(_: P.Type, _ parameters: P.Parameters, _ zone: TimeZoneTable) {
    let state = Fold<P.State>()
    fold = JournalFold(in: zone) { [state.alone] }
    dependencies = { P(state.state).facts(for: parameters) }
    reply = { (asking) throws(PayloadEncodingError) in
      let answer: P.Answer
      do throws(QueryRefusal) {
        answer = try P(state.state).answer(to: parameters, asking)
      } catch { return nil }
      return try P.encoded(answer)
    }
  }

  /// The facts that the answer depends on.
  package var facts: Query { dependencies() }

  /// Applies the next of the facts.
  package func apply(_ view: RecordView) throws(JournalError) { try fold.apply(view) }

  /// The current answer as JSON; nil if the query is refused.
  package func answer(_ asking: QueryContext) throws(PayloadEncodingError) -> [UInt8]? {
    try reply(asking)
  }
}
