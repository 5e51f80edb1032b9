import EventEngine

/// An event of an audit, with its changes.
struct AuditedEvent {
  let stored: StoredEvent
  /// The answers that the event may have changed.
  var touched: [TraceKey]
  /// Earlier facts whose answers the event may have changed as well, by read model.
  var others: [(model: String, facts: Query)] = []
  var changes: [AnswerChange] = []
}

/// The name and parameters of one answer.
struct TraceKey: Hashable {
  let model: String
  let parameters: JSONObject
}

/// The changes of one answer by an event.
struct AnswerChange {
  let key: TraceKey
  let fields: [FieldChange]
}

/// Follows answers through the events that they depend on, and compares them before and after the
/// events of an audit.
struct AuditTraces {
  private let zone: TimeZoneTable
  private let locale: Language
  private let models: [String: ReadModel]

  init(_ domains: [DomainDefinition], zone: TimeZoneTable, locale: Language) {
    self.zone = zone
    self.locale = locale
    models = Dictionary(
      uniqueKeysWithValues: domains.readModels.map { ($0.name, $0) })
  }

  /// Fills in the changes of `events`, which are in order.
  func follow(
    _ events: inout [AuditedEvent], in reader: inout JournalReader
  ) throws {
    guard let last = events.last?.stored.position else { return }
    let places = Dictionary(
      uniqueKeysWithValues: events.indices.map { (events[$0].stored.position, $0) })
    var facts: [TraceKey: TraceRound.Facts] = [:]
    var waiting = unique(events.flatMap(\.touched))
    while !waiting.isEmpty {
      let round = try TraceRound(waiting, self, facts)
      try round.run(&reader, through: last) { position in
        places[position].map { events[$0].touched } ?? []
      } compare: { (position, key, before, after) in
        guard let place = places[position] else { return }
        let fields = FieldChange.between(before, after)
        guard !fields.isEmpty else { return }
        events[place].changes.append(AnswerChange(key: key, fields: fields))
      }
      waiting = []
      for (key, wider) in round.widened {
        facts[key] = wider
        waiting.append(key)
        // Changes that were found with too few facts are invalid.
        for index in events.indices { events[index].changes.removeAll { $0.key == key } }
      }
    }
    for index in events.indices { events[index].sortChanges() }
  }

  private func unique(_ keys: [TraceKey]) -> [TraceKey] {
    var seen: Set<TraceKey> = []
    return keys.filter { seen.insert($0).inserted }
  }

  func trace(_ key: TraceKey) throws -> AnswerTrace {
    guard let model = models[key.model] else {
      preconditionFailure("\(key.model) is no registered read model.")
    }
    return try model.trace(key.parameters, zone)
  }

  func asking(at time: Timestamp) -> QueryContext {
    QueryContext(at: Moment(time, in: zone), locale: locale, isAudit: true)
  }
}

extension AuditedEvent {
  /// Sorts the changes in the order in which the read models name their answers.
  fileprivate mutating func sortChanges() {
    let order = touched
    changes.sort { left, right in
      (order.firstIndex(of: left.key) ?? 0) < (order.firstIndex(of: right.key) ?? 0)
    }
  }
}
