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
    /// Minus one if there is none, as in the next three members.
    let actor: Int32
    let command: Int32
    let correlation: Int32
    let because: Int32
    let firstTag: Int
    let tagCount: Int32
    /// Whether the filters select the event.
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

  /// The last position that an event of a survey may have.
  static let mostEvents = Int(Int32.max)

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
  /// The versions of each type's records.
  private(set) var versions: [[Int]] = []
  /// The number of events with each tag.
  private(set) var tagCounts: [Int] = []
  /// The number of selected events with each tag.
  private(set) var shownTagCounts: [Int] = []
  private(set) var erasures: [Erasure] = []
  private(set) var erasedSections = 0
  /// The events whose type is named like a refusal, by type and reason.
  private(set) var reasons: [Reason: Reason.Events] = [:]
  private(set) var personal: PersonalTexts
  private(set) var shownCount = 0

  struct Reason: Hashable {
    let type: Int32
    let text: String

    struct Events {
      var count: Int
      /// The position of the first one.
      let first: Int
    }
  }

  private var isRefusal: [Bool] = []
  /// Whether some of the records of each type may hold personal data.
  private var mayBePersonal: [Bool] = []
  /// The types and versions whose records hold no personal data.
  private let impersonal: Set<Shape>

  private struct Shape: Hashable {
    let type: EventType
    let version: SchemaVersion
  }

  /// - Parameter count: the number of events that the survey is going to hold.
  init(_ domains: [DomainDefinition], withPersonal: Bool, count: Int) {
    events.reserveCapacity(count)
    personal = PersonalTexts(of: domains, isShown: withPersonal)
    impersonal = Set(
      domains.flatMap { domain in
        let personal = domain.readModels.personalShapes
        return domain.readModels.eventShapes.filter { shape in
          !personal.contains { $0.type == shape.type && $0.version == shape.version }
        }.map { Shape(type: $0.type, version: $0.version) }
      })
  }

  /// Reads the events after `first` up to `last`.
  mutating func run(
    _ reader: inout JournalReader, _ selection: EventSelection, after first: Position = .start,
    through last: Position, _ look: (RecordView) -> Void = { _ in }
  ) throws {
    let filter = RecordFilter(selection.query)
    try reader.forEach(after: first, through: last) { (view) throws(JournalError) in
      let isShown =
        view.position > selection.after && selection.includes(view) && filter.matches(view)
      try add(view, isShown: isShown)
      look(view)
      return true
    }
  }

  private mutating func add(_ view: RecordView, isShown: Bool) throws(JournalError) {
    let type = view.type(in: &types.interned)
    noteNewTypes()
    noteVersion(of: view, type)
    let firstTag = eventTags.count
    view.tags(in: &tags.interned, to: &eventTags)
    // A tag counts once, however often the event has it.
    for place in eventTags.indices.dropFirst(firstTag + 1).reversed()
    where eventTags[firstTag..<place].contains(eventTags[place]) { eventTags.remove(at: place) }
    noteNewTags()
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
        because: view.because.flatMap { Int32(exactly: $0.rawValue) } ?? -1,
        firstTag: firstTag,
        tagCount: Int32(eventTags.count - firstTag), isShown: isShown, isFirst: view.index == 1))
    if mayBePersonal[Int(type)] { personal.add(view) }
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

  /// Adds the survey of the events that follow.
  mutating func add(_ later: Survey) {
    let types = later.types.interned.texts.map { self.types.interned.index(of: $0) }
    noteNewTypes()
    for (type, versions) in zip(types, later.versions) {
      let known = self.versions[Int(type)]
      self.versions[Int(type)] += versions.filter { !known.contains($0) }
    }
    let tags = later.tags.interned.texts.map { self.tags.interned.index(of: $0) }
    noteNewTags()
    for (place, tag) in tags.enumerated() {
      tagCounts[Int(tag)] += later.tagCounts[place]
      shownTagCounts[Int(tag)] += later.shownTagCounts[place]
    }
    let actors = later.actors.texts.map { self.actors.index(of: $0) }
    let commands = later.commands.texts.map { self.commands.index(of: $0) }
    let correlations = later.correlations.texts.map { self.correlations.index(of: $0) }
    func place(_ number: Int32, in places: [Int32]) -> Int32 {
      number < 0 ? number : places[Int(number)]
    }
    let tagsBefore = eventTags.count
    eventTags.reserveCapacity(eventTags.count + later.eventTags.count)
    for tag in later.eventTags { eventTags.append(tags[Int(tag)]) }
    for event in later.events {
      events.append(
        Event(
          position: event.position, type: types[Int(event.type)], time: event.time,
          actor: place(event.actor, in: actors), command: place(event.command, in: commands),
          correlation: place(event.correlation, in: correlations), because: event.because,
          firstTag: tagsBefore + event.firstTag, tagCount: event.tagCount, isShown: event.isShown,
          isFirst: event.isFirst))
    }
    shownCount += later.shownCount
    erasures += later.erasures
    erasedSections += later.erasedSections
    for (reason, events) in later.reasons.sorted(by: { $0.value.first < $1.value.first }) {
      note(
        Reason(type: types[Int(reason.type)], text: reason.text), count: events.count,
        first: events.first)
    }
    personal.add(later.personal)
  }

  /// Prepares the search for personal data, after everything was read.
  mutating func preparePersonal() { personal.prepare() }

  private mutating func noteNewTags() {
    while tagCounts.count < tags.count {
      let tag = Tag(rawValue: tags.text(Int32(tagCounts.count)))
      kindOfTag.append(kinds.index(of: String(tag.key)))
      tagCounts.append(0)
      shownTagCounts.append(0)
    }
  }

  private mutating func noteNewTypes() {
    while versions.count < types.count {
      versions.append([])
      mayBePersonal.append(false)
      let words = types.text(Int32(versions.count - 1)).words
      isRefusal.append(!Self.refusals.isDisjoint(with: words))
    }
  }

  private mutating func noteVersion(of view: RecordView, _ type: Int32) {
    guard !versions[Int(type)].contains(view.version.rawValue) else { return }
    versions[Int(type)].append(view.version.rawValue)
    if !impersonal.contains(Shape(type: view.type, version: view.version)) {
      mayBePersonal[Int(type)] = true
    }
  }

  /// Words in the names of types that record a refusal or a failure.
  private static let refusals: Set = [
    "fail", "fails", "failed", "failure", "refuse", "refused", "refusal", "reject", "rejected",
    "rejection", "decline", "declined", "deny", "denied", "denial", "wrong", "invalid", "error",
  ]
  private static let reasonMembers = ["code", "reason", "refusal", "error", "message", "outcome"]
  private static let mostReasons = 2000

  private mutating func noteReason(_ view: RecordView, _ type: Int32) {
    guard let json = JSONValue(orNil: view.data, limits: .deepest) else { return }
    var text = ""
    if case .object(let data) = json {
      for name in Self.reasonMembers where text.isEmpty {
        if case .string(let found)? = data[name] { text = found }
      }
    }
    note(Reason(type: type, text: text), count: 1, first: view.position.rawValue)
  }

  private mutating func note(_ reason: Reason, count: Int, first: Int) {
    if reasons[reason] == nil && reasons.count >= Self.mostReasons { return }
    reasons[reason, default: Reason.Events(count: 0, first: first)].count += count
  }

  func tags(of event: Event) -> ArraySlice<Int32> {
    eventTags[event.firstTag..<event.firstTag + Int(event.tagCount)]
  }

  /// Returns the tags that have events, those with the most events first.
  func tags(by counts: [Int]) -> [Int32] {
    counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }.map { Int32($0) }
  }

  /// The kinds of the tags of selected events.
  var shownKinds: Set<String> {
    let shown = zip(kindOfTag, shownTagCounts).filter { $0.1 > 0 }.map { kinds.texts[Int($0.0)] }
    return Set(shown)
  }

  func tag(_ place: Int32) -> Tag { Tag(rawValue: tags.text(place)) }

  /// The event at a position; every position up to the last has one.
  func event(at position: Int) -> Event { events[position - 1] }
}

extension String {
  /// The words of a name, in lower case: `payment` and `failed` of `paymentFailed`, and of
  /// `payment_failed`.
  var words: [String] {
    let characters = Array(self)
    var words = [""]
    for (place, character) in characters.enumerated() {
      guard character.isLetter else {
        words.append("")
        continue
      }
      let isAfterLowercase = place > 0 && characters[place - 1].isLowercase
      let isBeforeLowercase = place + 1 < characters.count && characters[place + 1].isLowercase
      if character.isUppercase && (isAfterLowercase || isBeforeLowercase) { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}
