import EventStore

/// One answer of one read model while events come in: what it says before and after each.
public protocol AnswerTrace: AnyObject {
  /// The facts that the answer depends on.
  var facts: Query { get }

  /// Takes in the next of the facts.
  func apply(_ view: RecordView) throws(JournalError)

  /// The answer as it is now, as JSON; nil while there is none.
  func answer(_ asking: QueryContext) throws(PayloadEncodingError) -> [UInt8]?
}

final class TypedTrace<P: Projection>: AnswerTrace {
  private let parameters: P.Parameters
  private let fold = StateFold<P.State>()
  private let typed: DomainFold
  private var replay: Replay

  init(_ parameters: P.Parameters, _ zone: TimeZoneTable) {
    self.parameters = parameters
    typed = DomainFold(domain: P.shape.name.domainPart, [fold])
    replay = Replay([typed], zone: zone)
  }

  var facts: Query { P(fold.state).facts(for: parameters) }

  func apply(_ view: RecordView) throws(JournalError) { try replay.apply(view) }

  func answer(_ asking: QueryContext) throws(PayloadEncodingError) -> [UInt8]? {
    let answer: P.Answer
    do throws(QueryRefusal) {
      answer = try P(fold.state).answer(to: parameters, asking)
    } catch { return nil }
    return try P.encoded(answer)
  }
}
