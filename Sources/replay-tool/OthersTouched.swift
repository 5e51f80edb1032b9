import EventStore
import Projections

/// Finds answers that events of an audit may have changed though they don't name them: those that
/// earlier facts touched, which the read models point at.
struct OthersTouched {
  private struct Pointer {
    /// The number of the event that has it.
    let event: Int
    let position: Position
    let model: String
    let item: Query.Item
  }

  /// Each by the first of its item's tags.
  private var pointers: [Tag: [Pointer]] = [:]
  private var facts: Set<Query.Item> = []
  private var last = Position.start

  init(by events: [AuditedEvent]) {
    for (index, event) in events.enumerated() {
      for (model, query) in event.others {
        for item in query.items {
          guard let tag = item.tags.first else {
            preconditionFailure("What \(model) points at is about nothing.")
          }
          facts.insert(item)
          pointers[tag, default: []].append(
            Pointer(event: index, position: event.stored.position, model: model, item: item))
          last = max(last, event.stored.position)
        }
      }
    }
  }

  /// Adds what the events, the same as before, touched besides.
  func find(for events: inout [AuditedEvent], in reader: inout JournalReader) throws {
    guard !facts.isEmpty else { return }
    var known = events.map { Set($0.touched) }
    var found: [(event: Int, key: TraceKey)] = []
    var touching = Touching(reader.manifest.timeZone)
    try reader.forEach(Query(Array(facts)), through: last) { (view) throws(JournalError) in
      let (type, tags) = (view.type, view.tags + view.personalTags)
      let pointing = tags.flatMap { pointers[$0] ?? [] }
        .filter { $0.position > view.position && $0.item.matches(type, tags) }
      guard !pointing.isEmpty else { return true }
      let keys = try touching.touched(by: view).keys
      for pointer in pointing {
        for key in keys
        where key.model == pointer.model && known[pointer.event].insert(key).inserted {
          found.append((pointer.event, key))
        }
      }
      return true
    }
    for (event, key) in found { events[event].touched.append(key) }
  }
}

/// Reads what records may have changed, whatever their domain.
struct Touching: ~Copyable {
  private var decoder = PayloadDecoder()
  private var days: DayCursor

  init(_ zone: TimeZoneTable) { days = DayCursor(zone) }

  /// - Returns: answers, and earlier facts that say, read model by read model, which others: those
  ///   that they touched.
  mutating func touched(
    by view: RecordView
  ) throws(JournalError) -> (keys: [TraceKey], others: [(model: String, facts: Query)]) {
    guard let domain = RegisteredDomain.owner(of: view.type.rawValue) else { return ([], []) }
    let touched = try domain.readModels.touched(
      by: view, on: days.day(of: view.time), with: &decoder)
    let keys = touched.answers.map { TraceKey(model: $0.model, parameters: $0.parameters) }
    return (keys, touched.others)
  }
}
