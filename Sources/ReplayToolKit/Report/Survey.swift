import EventEngine

/// Names that occur again and again, each held once.
struct Names<Value: RawRepresentable> where Value.RawValue == String {
  fileprivate(set) var interned = InternedTexts()

  var count: Int { interned.texts.count }
  var values: [Value] { interned.texts.compactMap(Value.init(rawValue:)) }

  func place(of value: Value) -> Int32? { interned.known(value.rawValue) }

  func text(_ place: Int32) -> String { interned.texts[Int(place)] }
}

/// The result of one pass over a journal for its page: every event in a few numbers.
struct Survey {
  /// An event in numbers: the places of its texts in the survey's lists.
  struct Event {
    let position: Int32
    let type: Int32
    let time: Timestamp
    /// Minus one for none.
    let actor: Int32
    let command: Int32
    let correlation: Int32
    let because: Int32
    let firstTag: Int32
    let tagCount: Int32
    /// Whether the filters select it.
    let isShown: Bool
    /// Whether it is the first event of its append.
    let isFirst: Bool
  }

  struct Erasure {
    let position: Position
    let time: Timestamp
    let sections: Int
    let reason: String?
  }

  private(set) var events: [Event] = []
  private(set) var types = Names<EventType>()
  private(set) var tags = Names<Tag>()
  private(set) var actors = InternedTexts()
  private(set) var commands = InternedTexts()
  private(set) var correlations = InternedTexts()
  private(set) var eventTags: [Int32] = []
  /// The kinds of tag, such as `order`.
  private(set) var kinds = InternedTexts()
  /// The kind of each tag.
  private(set) var kindOfTag: [Int32] = []
  /// The versions of each type's records, with their numbers.
  private(set) var versions: [[Int: Int]] = []
  /// The number of events with each tag.
  private(set) var tagCounts: [Int] = []
  /// The number of selected events with each tag.
  private(set) var shownTagCounts: [Int] = []
  private(set) var erasures: [Erasure] = []
  private(set) var erasedSections = 0
  /// The events that name a reason for a refusal, by type and reason.
  private(set) var reasons: [Reason: [Int]] = [:]
  private(set) var personal: PersonalTexts
  private(set) var shownCount = 0

  struct Reason: Hashable {
    let type: Int32
    let text: String
  }

  private let domains: [DomainDefinition]
  private var isRefusal: [Bool] = []
  private var mayBePersonal: [Bool] = []

  init(_ domains: [DomainDefinition], withPersonal: Bool) {
    self.domains = domains
    personal = PersonalTexts(isShown: withPersonal)
  }

  /// Reads the events up to `last`.
  mutating func run(
    _ reader: inout JournalReader, _ selection: EventSelection, through last: Position,
    _ terminal: inout Terminal
  ) throws {
    var progress = ScanProgress(
      "reading", of: terminal.showsProgress ? try reader.byteCount() : 0)
    events.reserveCapacity(last.rawValue)
    var failure: (any Error)?
    try reader.forEach(through: last) { view in
      do { try add(view, selection) } catch {
        failure = error
        return false
      }
      progress.show(view, &terminal)
      return true
    }
    terminal.clearProgress()
    if let failure { throw failure }
  }

  private mutating func add(_ view: RecordView, _ selection: EventSelection) throws {
    let type = type(of: view)
    let firstTag = eventTags.count
    view.tags(in: &tags.interned, to: &eventTags)
    noteNewTags()
    versions[Int(type)][view.version.rawValue, default: 0] += 1
    let isShown = isSelected(view, selection)
    for tag in eventTags[firstTag...] {
      tagCounts[Int(tag)] += 1
      if isShown { shownTagCounts[Int(tag)] += 1 }
    }
    if isShown { shownCount += 1 }
    events.append(
      Event(
        position: Int32(view.position.rawValue), type: type, time: view.time,
        actor: view.actor(in: &actors), command: view.command(in: &commands),
        correlation: view.correlation(in: &correlations),
        because: Int32(view.because?.rawValue ?? -1), firstTag: Int32(firstTag),
        tagCount: Int32(eventTags.count - firstTag), isShown: isShown, isFirst: view.index == 1))
    if mayBePersonal[Int(type)], let personal = view.personal { try self.personal.add(personal) }
    if let erasure = try view.erasure() {
      let sections = erasure.positions.ranges.reduce(0) { sum, range in
        sum + range.upperBound.rawValue - range.lowerBound.rawValue + 1
      }
      erasures.append(
        Erasure(
          position: view.position, time: view.time, sections: sections, reason: erasure.reason))
      erasedSections += sections
    }
    if isShown, isRefusal[Int(type)] { noteReason(view, type) }
  }

  private func isSelected(_ view: RecordView, _ selection: EventSelection) -> Bool {
    guard view.position > selection.after, selection.includes(view) else { return false }
    return selection.query.items.isEmpty || selection.query.matches(view.type, view.tags)
  }

  private mutating func noteNewTags() {
    while tagCounts.count < tags.count {
      let tag = Tag(rawValue: tags.text(Int32(tagCounts.count)))
      kindOfTag.append(kinds.index(of: String(tag.key)))
      tagCounts.append(0)
      shownTagCounts.append(0)
    }
  }

  private mutating func type(of view: RecordView) -> Int32 {
    let place = view.type(in: &types.interned)
    guard Int(place) == versions.count else { return place }
    versions.append([:])
    let name = types.text(place)
    mayBePersonal.append(domains.owner(of: name)?.readModels.recordsPersonalData ?? true)
    let lowercased = name.lowercased()
    isRefusal.append(Self.refusals.contains { lowercased.contains($0) })
    return place
  }

  /// Parts of the names of events that record a no.
  private static let refusals = [
    "fail", "refus", "reject", "declin", "denied", "wrong", "invalid", "error",
  ]
  private static let reasonMembers = ["code", "reason", "refusal", "error", "message", "outcome"]
  private static let mostReasons = 200

  private mutating func noteReason(_ view: RecordView, _ type: Int32) {
    var text = ""
    do throws(JSONSyntaxError) {
      if case .object(let data) = try JSONParser.parse(view.data, limits: JSONLimits(depth: 512)) {
        for name in Self.reasonMembers where text.isEmpty {
          if case .string(let found)? = data[name] { text = found }
        }
      }
    } catch { return }
    let reason = Reason(type: type, text: text)
    if reasons[reason] == nil && reasons.count >= Self.mostReasons { return }
    reasons[reason, default: []].append(view.position.rawValue)
  }

  func tags(of event: Event) -> ArraySlice<Int32> {
    eventTags[Int(event.firstTag)..<Int(event.firstTag + event.tagCount)]
  }

  /// The tags with the most events first.
  func tags(by counts: [Int]) -> [Int32] {
    counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }.map { Int32($0) }
  }

  func tag(_ place: Int32) -> Tag { Tag(rawValue: tags.text(place)) }

  /// The event at a position; every position up to the last has one.
  func event(at position: Int) -> Event { events[position - 1] }

  /// Whether a domain of the tool records some of the events.
  var hasReadModels: Bool {
    types.values.contains { domains.owner(of: $0.rawValue)?.readModels.models.isEmpty == false }
  }
}
