/// An event of any domain as stored in a journal, with everything in its record.
public struct StoredEvent: Hashable, Sendable {
  /// The event's number in its journal.
  public var position: Position
  /// The event's unique id.
  public var id: EventID
  /// The event's time: its own if it was given one, else that of its append; never before that of
  /// the previous event.
  public var time: Timestamp
  /// The recorded type.
  public var type: EventType
  /// The version of the payload's shape.
  public var version: SchemaVersion
  /// The tags outside of the erasable section.
  public var tags: [Tag]
  /// The command that recorded the event; nil for an append without a cause.
  public var cause: Cause?
  /// The place of the event in its append, from 1.
  package var index: Int
  /// The number of events in the append.
  package var count: Int
  /// The payload, a JSON object in UTF-8.
  public var data: [UInt8]
  /// The erasable section; nil if there never was any, or if it is erased.
  public var erasable: NewEvent.Erasable?
  /// Whether an erasable section was erased.
  public var isErased: Bool

  /// Copies the content of a record view.
  public init(_ view: RecordView) {
    position = view.position
    id = view.id
    time = view.time
    type = view.type
    version = view.version
    tags = view.tags
    cause = view.cause
    index = view.index
    count = view.count
    let dataEnd = view.dataEnd
    data = view.bytes(view.dataStart..<dataEnd)
    let erasable = view.erasable(after: dataEnd)
    isErased = erasable.map { $0.section == nil } ?? false
    self.erasable = erasable?.section.map { section in
      NewEvent.Erasable(
        subjects: view.texts(at: section.subjects.lowerBound).map(Tag.init(rawValue:)),
        personal: section.personal.map(view.bytes),
        tags: section.tags.map { view.texts(at: $0.lowerBound).map(Tag.init(rawValue:)) } ?? [],
        fingerprint: section.fingerprint.map { KeyedDigest(rawValue: view.text($0)) },
        salt: Hexadecimal.decode(view.text(section.salt)))
    }
  }

  /// The event as an append of its own stores it at a position.
  package init(_ event: NewEvent, at position: Position) {
    self.position = position
    id = event.id ?? EventID(high: 0, low: UInt64(position.rawValue))
    time = event.time ?? .earliest
    type = event.type
    version = event.version
    tags = event.tags
    index = 1
    count = 1
    data = event.data
    erasable = event.erasable
    isErased = false
  }

  /// The tags by which the event can be looked up, including those made from personal data.
  package var allTags: [Tag] { tags + (erasable?.tags ?? []) }
}

extension StoredEvent {
  /// Writes the same members of the event as `RecordView.appendEvent`.
  package func writeMembers(to json: inout JSONWriter) {
    json.int("position", position.rawValue)
    json.string("id", id.description)
    json.string("time", time.rfc3339)
    json.string("type", type.rawValue)
    json.int("version", version.rawValue)
    json.members(of: cause, tags, data)
  }
}

extension JSONWriter {
  /// Writes the members that follow an event's version: its cause, its tags and its data.
  package mutating func members(of cause: Cause?, _ tags: [Tag], _ data: [UInt8]) {
    let texts = [
      ("actor", cause?.actor), ("command", cause?.command), ("commandId", cause?.id),
      ("correlation", cause?.correlation),
    ]
    for case (let name, let text?) in texts {
      key(name)
      string(text)
    }
    if let because = cause?.because { int("because", because.rawValue) }
    literalKey("tags")
    list(tags)
    raw("data", data)
  }

  /// Writes tags as an array of texts.
  package mutating func list(_ tags: [Tag]) {
    beginArray()
    for tag in tags { string(tag.rawValue) }
    endArray()
  }
}
