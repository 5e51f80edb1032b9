import EventStore

extension Projection {
  static func parameters(_ members: JSONObject) throws(QueryRefusal) -> Parameters {
    do throws(FormError) {
      return try shape.read(Form(members, fields: shape.fields))
    } catch { throw .form(error) }
  }

  static var readState: ReadState { ReadState(State.self) }

  /// What is known after the facts that `parameters` depend on, up to `last`.
  static func folded(
    for parameters: Parameters, from reader: inout JournalReader, through last: Position
  ) throws(JournalError) -> Self {
    var facts = Self(State()).facts(for: parameters)
    if facts.isGlobal {
      return Self(try resumed(from: &reader, through: last))
    }
    while true {
      let fold = StateFold<State>()
      try fold.fold(facts, from: &reader, through: last)
      let projection = Self(fold.state)
      let wider = projection.facts(for: parameters)
      if wider == facts { return projection }
      facts = wider
    }
  }

  /// The state after all facts up to `last`, folded on from the latest snapshot. Where that took
  /// long, the state is kept for the next.
  private static func resumed(
    from reader: inout JournalReader, through last: Position
  ) throws(JournalError) -> State {
    let fold = StateFold<State>()
    let store = SnapshotStore(reader.directory)
    let snapshot = try store.latest(
      of: State.name, version: State.version, through: last, in: &reader)
    var position = Position.start
    if let snapshot, fold.resume(from: snapshot) { position = snapshot.position }
    let count = try fold.fold(.of(State.factTypes), from: &reader, after: position, through: last)
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
