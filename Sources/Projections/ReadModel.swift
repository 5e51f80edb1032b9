import Domain
import EventStore

/// A read model of some domain, its types erased: what a tool lists, asks and replays.
public struct ReadModel: Sendable {
  public let name: String
  public let summary: Bilingual
  public let fields: [FieldShape]
  /// Of the state, for snapshots.
  public let version: SchemaVersion
  /// The types of all events that the state is made of.
  public let factTypes: [EventType]
  let reply: @Sendable (inout JournalReader, JSONObject, Position, Asking) throws -> [UInt8]
  /// The digest of a snapshot's state; nil for one of another shape.
  public let digest: @Sendable (Snapshot) throws(PayloadEncodingError) -> Digest?
  /// The states of its parts after the events up to a position, for snapshots.
  public let parts: @Sendable (inout JournalReader, Position) throws -> [Snapshot]
  private let startTrace:
    @Sendable (JSONObject, TimeZoneTable) throws(QueryRefusal) -> any AnswerTrace

  init<P: Projection>(_ projection: P.Type) {
    name = P.shape.name
    summary = P.shape.summary
    fields = P.shape.fields
    version = P.version
    factTypes = P.factTypes
    reply = { reader, parameters, last, asking in
      try P.reply(to: P.parameters(parameters), from: &reader, through: last, asking)
    }
    digest = { (snapshot) throws(PayloadEncodingError) in
      let fold = StateFold<P>()
      return fold.resume(from: snapshot) ? try fold.digest() : nil
    }
    parts = { reader, last in try P.partSnapshots(from: &reader, through: last) }
    startTrace = { (parameters, zone) throws(QueryRefusal) in
      TypedTrace<P>(try P.parameters(parameters), zone)
    }
  }

  /// The answer to `parameters`, as JSON, as of the event at `last`: folds just the facts that it
  /// depends on.
  ///
  /// - Throws: `QueryRefusal`, `JournalError`.
  public func answer(
    to parameters: JSONObject, from reader: inout JournalReader, through last: Position,
    _ asking: Asking
  ) throws -> [UInt8] {
    try reply(&reader, parameters, last, asking)
  }

  /// Begins to follow the answer to `parameters` from the empty journal on.
  public func trace(
    _ parameters: JSONObject, _ zone: TimeZoneTable
  ) throws(QueryRefusal) -> any AnswerTrace {
    try startTrace(parameters, zone)
  }
}

extension Projection {
  static func parameters(_ members: JSONObject) throws(QueryRefusal) -> Parameters {
    do throws(FormError) {
      return try shape.read(Form(members, fields: shape.fields))
    } catch { throw .form(error) }
  }

  /// The state after the facts that `parameters` depend on, up to `last`.
  static func folded(
    for parameters: Parameters, from reader: inout JournalReader, through last: Position
  ) throws(JournalError) -> Self {
    var facts = Self().facts(for: parameters)
    if facts.isGlobal {
      return try resumed(from: &reader, through: last)
    }
    while true {
      let fold = StateFold<Self>()
      try fold.fold(facts, from: &reader, through: last)
      let wider = fold.state.facts(for: parameters)
      if wider == facts { return fold.state }
      facts = wider
    }
  }

  /// The state after all facts up to `last`, folded on from the latest snapshot. Where that took
  /// long, the state is kept for the next.
  private static func resumed(
    from reader: inout JournalReader, through last: Position
  ) throws(JournalError) -> Self {
    let fold = StateFold<Self>()
    let store = SnapshotStore(reader.directory)
    let snapshot = try store.latest(
      of: shape.name, version: version, through: last, in: &reader)
    var position = Position.start
    if let snapshot, fold.resume(from: snapshot) { position = snapshot.position }
    let count = try fold.fold(.of(factTypes), from: &reader, after: position, through: last)
    if count >= SnapshotStore.worthwhile { fold.keep(at: last, in: store, &reader) }
    return fold.state
  }

  static func encoded(_ answer: Answer) throws(PayloadEncodingError) -> [UInt8] {
    var encoder = PayloadEncoder(options: .init(nilHandling: .null))
    var bytes: [UInt8] = []
    try encoder.encode(answer, into: &bytes)
    return bytes
  }
}

extension String {
  /// The part before the first `.`.
  var domainPart: String { String(prefix { $0 != "." }) }
}

/// One answer of one read model while events come in: what it says before and after each.
public protocol AnswerTrace: AnyObject {
  /// The facts that the answer depends on.
  var facts: Query { get }

  /// Takes in the next of the facts.
  func apply(_ view: RecordView) throws(JournalError)

  /// The answer as it is now, as JSON; nil while there is none.
  func answer(_ asking: Asking) throws(PayloadEncodingError) -> [UInt8]?
}

final class TypedTrace<P: Projection>: AnswerTrace {
  private let parameters: P.Parameters
  private let fold = StateFold<P>()
  private let typed: TypedFold<P.Event>
  private var replay: Replay

  init(_ parameters: P.Parameters, _ zone: TimeZoneTable) {
    self.parameters = parameters
    typed = TypedFold(domain: P.shape.name.domainPart, [fold])
    replay = Replay([typed], zone: zone)
  }

  var facts: Query { fold.state.facts(for: parameters) }

  func apply(_ view: RecordView) throws(JournalError) { try replay.apply(view) }

  func answer(_ asking: Asking) throws(PayloadEncodingError) -> [UInt8]? {
    let answer: P.Answer
    do throws(QueryRefusal) {
      answer = try fold.state.answer(to: parameters, asking)
    } catch { return nil }
    return try P.encoded(answer)
  }
}

/// The read models of one domain.
public struct ReadModels: Sendable {
  /// Such as `courier`.
  public let domain: String
  public let models: [ReadModel]
  /// The types of event that the domain knows, with their schema versions.
  public let eventShapes: [(type: EventType, version: SchemaVersion, isRetired: Bool)]
  private let recoding: @Sendable (RecordView) throws(JournalError) -> String?
  private let startFolding: @Sendable (Set<String>?) -> (any DomainFold, [any DigestedFold])
  private let touched:
    @Sendable (RecordView, CalendarDay, inout PayloadDecoder) throws(JournalError) -> [(
      model: String, parameters: JSONObject
    )]

  public init<Event: EventStore.Event>(
    _ domain: String, of event: Event.Type, _ projections: [any Projection<Event>.Type]
  ) {
    self.domain = domain
    models = projections.map { ReadModel($0) }
    eventShapes = Event.catalog.shapes.map { ($0.type, $0.version, $0.isRetired) }
    recoding = { (view) throws(JournalError) in
      try RecodedEvent.difference(of: view, as: Event.self)
    }
    startFolding = { names in
      let folds = projections.map { makeFold($0) }.filter { names?.contains($0.name) ?? true }
      return (TypedFold(domain: domain, folds), folds)
    }
    touched = { (view, day, decoder) throws(JournalError) in
      guard let event = try Event.catalog.event(of: view, with: &decoder) else { return [] }
      let recorded = Recorded(
        position: view.position, id: view.id, time: view.time, day: day, type: view.type,
        actor: view.actor, event: event)
      return projections.flatMap { keys($0, touchedBy: recorded) }
    }
  }

  /// Begins a fold of all read models, or of those named.
  public func fold(_ names: Set<String>? = nil) -> (
    fold: any DomainFold, states: [any DigestedFold]
  ) {
    startFolding(names)
  }

  /// What is lost or changed when the event of a record is encoded anew and decoded again; nil when
  /// nothing is, or the domain knows no such type.
  public func differenceWhenRecoded(_ view: RecordView) throws(JournalError) -> String? {
    try recoding(view)
  }

  /// The read models, with their parameters, whose answer a record may change.
  public func answers(
    touchedBy view: RecordView, on day: CalendarDay, with decoder: inout PayloadDecoder
  ) throws(JournalError) -> [(model: String, parameters: JSONObject)] {
    try touched(view, day, &decoder)
  }
}

/// A projection that is being folded.
protocol ProjectionFold<Event>: EventFold, DigestedFold {}

extension StateFold: ProjectionFold {}

private func makeFold<P: Projection>(_ type: P.Type) -> any ProjectionFold<P.Event> {
  StateFold<P>()
}

private func keys<P: Projection>(
  _ type: P.Type, touchedBy event: Recorded<P.Event>
) -> [(model: String, parameters: JSONObject)] {
  P.keys(touchedBy: event).map { (P.shape.name, $0) }
}
