import EventEngine

/// Appends that share a write and a sync.
struct AppendBatch {
  /// The known event ids; empty until an event names its own.
  private var ids: EventIDs?
  private let domains: [DomainDefinition]
  private let locale: Language
  private(set) var answers: [Result<[Position], CommandResult.Problem>] = []
  /// The number of answers that are on stable storage.
  private(set) var durable = 0
  /// The rest of each condition, to be checked under the lock.
  private var conditions: [Result<AppendCondition?, JournalError>] = []

  init(
    knowing ids: consuming EventIDs?, reservedFor domains: [DomainDefinition], locale: Language
  ) {
    self.domains = domains
    self.ids = ids
    self.locale = locale
  }

  /// The known event ids, once the batch is recorded.
  var knownIDs: EventIDs? { ids }

  /// Does the work that grows with the journal before the lock is taken: looks for the ids that the
  /// events name, and for events that the conditions forbid.
  mutating func prepare(
    _ requests: [AppendRequest], with writer: inout JournalWriter
  ) throws(JournalError) {
    conditions = []
    for request in requests { conditions.append(try writer.checkAhead(request.condition)) }
    if requests.contains(where: { $0.events.contains { $0.id != nil } }) {
      var known = ids.take() ?? EventIDs()
      try known.catchUp(with: &writer.reader)
      ids = known
    }
  }

  mutating func append(
    _ requests: [AppendRequest], to writer: inout JournalWriter
  ) throws(JournalError) {
    for (request, condition) in zip(requests, conditions) {
      answers.append(try append(request, if: condition, to: &writer))
      if writer.isBatchFull { try flush(&writer) }
    }
  }

  private mutating func flush(_ writer: inout JournalWriter) throws(JournalError) {
    guard writer.hasPending else { return }
    try writer.commit()
    durable = answers.count
    try writer.begin()
  }

  private mutating func append(
    _ request: AppendRequest, if condition: Result<AppendCondition?, JournalError>,
    to writer: inout JournalWriter
  ) throws(JournalError) -> Result<[Position], CommandResult.Problem> {
    if let type = request.reservedType(by: domains) { return .failure(reserved(type)) }
    switch try recordedBefore(request, &writer) {
    case .no: break
    case .yes(let positions): return .success(positions)
    case .otherwise:
      return .failure(
        FormError.invalidField("id", takes: AppendRequest.idRule).problem(in: locale))
    }
    do throws(JournalError) {
      let places = try writer.append(
        request.events, at: SystemClock.now(), if: condition.get())
      for place in places { ids?.insert(place.id, at: place.position) }
      return .success(places.map(\.position))
    } catch {
      switch error {
      case .conditionFailed: return .failure(conditionFailed)
      case .tooLarge:
        return .failure(.init(.malformed, code: "invalidField", message: "\(error)"))
      default: throw error
      }
    }
  }

  private func reserved(_ type: EventType) -> CommandResult.Problem {
    let text = Bilingual(
      ru: "События «\(type)» записывает только сама система, по командам",
      en: "Events of type \"\(type)\" are recorded by commands only")
    return .init(.refusal, code: "reservedType", message: text[locale])
  }

  private var conditionFailed: CommandResult.Problem {
    let text = Bilingual(
      ru: "Условие не выполнено: появилось событие, которого не должно быть",
      en: "The condition failed: an event that it forbids exists")
    return .init(.refusal, code: "appendConditionFailed", message: text[locale])
  }
}

// MARK: - Appends sent again

extension AppendBatch {
  private enum Before {
    case no
    case yes([Position])
    /// Some of the ids belong to other events.
    case otherwise
  }

  /// Returns whether the same append was recorded before: with the same ids, one after another, and
  /// the same content. So an append with the answer `outcomeUnknown` can be retried.
  private mutating func recordedBefore(
    _ request: AppendRequest, _ writer: inout JournalWriter
  ) throws(JournalError) -> Before {
    let named = request.events.compactMap(\.id)
    if named.isEmpty { return .no }
    var known = ids.take() ?? EventIDs()
    try known.catchUp(with: &writer.reader)
    let places = named.map(known.position)
    ids = known
    if places.allSatisfy({ $0 == nil }) { return .no }
    let positions = places.compactMap { $0 }
    guard positions.count == request.events.count, let first = positions.first,
      zip(positions, positions.dropFirst()).allSatisfy({ $0.next == $1 })
    else { return .otherwise }
    if first > writer.reader.head { try flush(&writer) }
    return try isRecorded(request.events, from: first, &writer) ? .yes(positions) : .otherwise
  }

  private func isRecorded(
    _ events: [NewEvent], from first: Position, _ writer: inout JournalWriter
  ) throws(JournalError) -> Bool {
    var index = 0
    var isSame = true
    let last = Position(first.rawValue + events.count - 1)
    try writer.reader.forEach(after: Position(first.rawValue - 1), through: last) { view in
      let event = events[index]
      index += 1
      isSame =
        view.index == index && view.count == events.count && view.type == event.type
        && view.tags == event.tags && Self.means(view.data, event.data)
      return isSame
    }
    return isSame && index == events.count
  }

  /// Whether two JSON texts have the same value.
  private static func means(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    if left == right { return true }
    func canonical(_ bytes: [UInt8]) -> [UInt8]? {
      var json = JSONWriter()
      do throws(JSONSyntaxError) { json.canonical(try JSONParser.parse(bytes)) } catch {
        return nil
      }
      return json.bytes
    }
    return canonical(left) == canonical(right)
  }
}
