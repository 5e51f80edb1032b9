import EventEngine

/// CloudEvents 1.0 in JSON (https://github.com/cloudevents/spec), one per line.
///
/// An exported event has its tags in the attribute `tags` and its position in `position`. Both are
/// extension attributes. These cannot be lists, so the tags are the text of a JSON array.
struct CloudEvents: ForeignLineForm {
  /// Attributes of an exported event that no import reads, since a journal assigns them anew.
  private static let assigned = [
    "position", "schemaversion", "actor", "command", "commandid", "correlation", "because",
  ]
  private static let envelope = [
    "specversion", "type", "time", "id", "source", "subject", "data", "datacontenttype",
  ]
  private static let json = "application/json"

  private let times: ForeignTimes
  let title = Bilingual(untranslated: "CloudEvents")

  init(_ times: ForeignTimes) { self.times = times }

  func event(_ line: [UInt8]) throws(ForeignEventError) -> ForeignEvent {
    // The members of the data are one level deeper than in an event of the journal.
    let event = try MemberObject(line, depth: Limits.nesting + 1)
    guard try text("specversion", event) == "1.0" else {
      throw .invalidMember("specversion", takes: .version1)
    }
    var assembly = EventAssembly(times)
    let isObject = event["data"]?.first == UInt8(ascii: "{")
    if isObject, let data = event["data"] { try assembly.addObject(Array(data), from: "data") }
    try assembly.set(.type, try text("type", event), from: "type")
    try assembly.set(.time, try text("time", event), from: "time")
    try setID(event, &assembly)
    let tags = try setTags(event, &assembly)
    let skipped = Self.envelope + (tags == .exported ? Self.assigned + ["tags"] : [])
    if !isObject, let data = event["data"] {
      _ = try MemberObject(line)
      try assembly.add("data", json: data)
    }
    if let type = event["datacontenttype"], !Self.isNull(type),
      MemberEvents.text(type)?.lowercased() != Self.json
    {
      try assembly.add("datacontenttype", json: type)
    }
    for member in event.members.members
    where !skipped.contains(member.key) && !Self.isNull(event.bytes[member.value]) {
      try assembly.add(member.key, json: try attribute(member, event))
    }
    return try assembly.event()
  }

  /// An attribute that is null counts as absent (JSON format 1.0, 2.2).
  private static func isNull(_ json: ArraySlice<UInt8>) -> Bool { json.first == UInt8(ascii: "n") }

  private func text(_ key: String, _ event: MemberObject) throws(ForeignEventError) -> String {
    guard let value = event[key] else { throw .missingMember(key) }
    guard let text = MemberEvents.text(value), !text.isEmpty else {
      throw .invalidMember(key, takes: .nonemptyText)
    }
    return text
  }

  private func attribute(
    _ member: JSONMembers.Member, _ event: MemberObject
  ) throws(ForeignEventError) -> ArraySlice<UInt8> {
    let value = event.bytes[member.value]
    guard value.first != UInt8(ascii: "{"), value.first != UInt8(ascii: "[") else {
      throw .invalidMember(member.key, takes: .attribute)
    }
    return value
  }

  /// Sets the id of the event. An id that is not a UUID is unique only together with its source, so
  /// the event gets a UUID that is derived from both. The original id goes into the data, under
  /// another name if the data has a different `id`.
  private func setID(
    _ event: MemberObject, _ assembly: inout EventAssembly
  ) throws(ForeignEventError) {
    let (id, source) = (try text("id", event), try text("source", event))
    if let id = EventID(id) { return assembly.setID(id) }
    assembly.setID(ForeignEvent.id(ofName: id, from: source))
    let taken = assembly.value(of: "id")
    if taken.flatMap(MemberEvents.text)?.hasSameBytes(as: id) == true { return }
    try assembly.add(taken == nil ? "id" : "cloudEventId", json: event["id"] ?? [])
  }

  private enum Tags { case exported, own }

  private func setTags(
    _ event: MemberObject, _ assembly: inout EventAssembly
  ) throws(ForeignEventError) -> Tags {
    if event["position"] != nil, let tags = event["tags"].flatMap({ MemberEvents.text($0) }),
      let texts = EventAssembly.texts(Array(tags.utf8))
    {
      for text in texts { try assembly.add(Tag(rawValue: text), from: "tags") }
      return .exported
    }
    try assembly.set(.tag("source"), try text("source", event), from: "source")
    if let subject = event["subject"], !Self.isNull(subject) {
      try assembly.set(.tag("subject"), try text("subject", event), from: "subject")
    }
    return .own
  }
}

// MARK: - Writing

extension CloudEvents {
  /// Appends an event of the journal as a CloudEvent that an import turns into the same event.
  static func append(_ event: any ListedEvent, of journal: JournalID, to bytes: inout [UInt8]) {
    var json = JSONWriter(bytes: bytes)
    let tags = event.tags
    json.beginObject()
    json.string("specversion", "1.0")
    json.string("id", event.id.description)
    json.string("source", value(of: "source", tags) ?? "urn:uuid:\(journal)")
    json.string("type", event.type.rawValue)
    if let subject = value(of: "subject", tags) ?? tags.first?.rawValue, !subject.isEmpty {
      json.string("subject", subject)
    }
    json.string("time", event.time.rfc3339)
    json.string("position", "\(event.position)")
    json.string("tags", text(of: tags))
    extensions(of: event, &json)
    json.string("datacontenttype", Self.json)
    json.raw("data", event.data)
    json.endObject()
    bytes = json.bytes
  }

  private static func extensions(of event: any ListedEvent, _ json: inout JSONWriter) {
    json.int("schemaversion", event.version.rawValue)
    guard let cause = event.cause else { return }
    let attributes = [
      ("actor", cause.actor), ("command", cause.command), ("commandid", cause.id),
      ("correlation", cause.correlation), ("because", cause.because.map { "\($0)" }),
    ]
    for case (let key, let value?) in attributes {
      json.key(key)
      json.string(value)
    }
  }

  /// The value of the first tag with the key; nil if there is none or it is empty.
  private static func value(of key: String, _ tags: [Tag]) -> String? {
    guard let tag = tags.first(where: { $0.key == key }) else { return nil }
    let value = tag.rawValue.dropFirst(key.count + 1)
    return value.isEmpty ? nil : String(value)
  }

  static func text(of tags: [Tag]) -> String {
    var json = JSONWriter()
    json.list(tags)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
