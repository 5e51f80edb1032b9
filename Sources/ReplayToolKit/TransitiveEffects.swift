import EventEngine

/// Finds answers that events of an audit may have changed without naming them: those of earlier
/// facts that the read models point at. Such a fact may point at further ones.
struct TransitiveEffects {
  private struct Pointer: Hashable {
    /// The index of the event whose answers are looked for.
    let event: Int
    let model: String
    let item: Query.Item
  }

  private var events: [AuditedEvent]
  /// The answers that each event touches.
  private var touched: [Set<TraceKey>]
  /// All pointers that were ever added.
  private var known: Set<Pointer> = []
  /// The pointers that are still to be followed.
  private var waiting: [Pointer] = []

  private let domains: [DomainDefinition]

  private init(_ events: [AuditedEvent], _ domains: [DomainDefinition]) {
    self.domains = domains
    self.events = events
    touched = events.map { Set($0.touched) }
    for (index, event) in events.enumerated() { add(event.others, for: index) }
  }

  /// Adds the answers that the events, which are in order, touched indirectly.
  static func find(
    for events: inout [AuditedEvent], of domains: [DomainDefinition], in reader: inout JournalReader
  ) throws(JournalError) {
    var others = TransitiveEffects(events, domains)
    while !others.waiting.isEmpty { try others.follow(in: &reader) }
    events = others.events
  }

  private mutating func add(_ others: [(model: String, facts: Query)], for event: Int) {
    for (model, facts) in others {
      for item in facts.items {
        precondition(!item.tags.isEmpty, "What \(model) points at is about nothing.")
        let pointer = Pointer(event: event, model: model, item: item)
        if known.insert(pointer).inserted { waiting.append(pointer) }
      }
    }
  }

  /// Reads the facts that are pointed at, one step further.
  private mutating func follow(in reader: inout JournalReader) throws(JournalError) {
    let facts = Query(Array(Set(waiting.map(\.item))))
    let pointers = Dictionary(grouping: waiting) { $0.item.tags[0] }
    let last = waiting.map(\.event).max().map { events[$0].stored.position } ?? .start
    waiting = []
    var touching = EffectReader(domains, reader.manifest.timeZone)
    try reader.forEach(facts, through: last) { (view) throws(JournalError) in
      let (type, tags) = (view.type, view.tags + view.personalTags)
      let pointing = tags.flatMap { pointers[$0] ?? [] }.filter { pointer in
        events[pointer.event].stored.position > view.position && pointer.item.matches(type, tags)
      }
      guard !pointing.isEmpty else { return true }
      let (keys, others) = try touching.touched(by: view)
      for pointer in pointing {
        for key in keys
        where key.model == pointer.model && touched[pointer.event].insert(key).inserted {
          events[pointer.event].touched.append(key)
        }
        add(others.filter { $0.model == pointer.model }, for: pointer.event)
      }
      return true
    }
  }
}

/// Reads the effects of records of any domain.
struct EffectReader: ~Copyable {
  private var decoder = PayloadDecoder()
  private var days: DayCursor

  private let domains: [DomainDefinition]

  init(_ domains: [DomainDefinition], _ zone: TimeZoneTable) {
    self.domains = domains
    days = DayCursor(zone)
  }

  /// - Returns: the answers that the record touched, and the earlier facts whose answers it touched
  ///   as well, by read model.
  mutating func touched(
    by view: RecordView
  ) throws(JournalError) -> (keys: [TraceKey], others: [(model: String, facts: Query)]) {
    guard let domain = domains.owner(of: view.type.rawValue) else { return ([], []) }
    let touched = try domain.readModels.touched(
      by: view, on: days.day(of: view.time), with: &decoder)
    let keys = touched.answers.map { TraceKey(model: $0.model, parameters: $0.parameters) }
    return (keys, touched.others)
  }
}
