import EventEngine

/// Writes an object-centric event log, OCEL 2.0 in JSON (https://www.ocel-standard.org). A tag is
/// an object and its key the object's type; a member of the data is an attribute of the event.
///
/// The events are written first, since the lists of objects and types follow from them. The tags,
/// types and names of members are held in memory, each once.
struct OCELWriter: EventsWriter {
  /// The type that covers the values of an attribute that were written so far.
  private enum Kind: String {
    case integer, float, boolean, string

    /// The kind that covers the values of both: a float for whole numbers and floats, a string for
    /// any other two that differ.
    func joined(with other: Kind) -> Kind {
      switch (self, other) {
      case (.integer, .float), (.float, .integer): .float
      default: self == other ? self : .string
      }
    }
  }

  /// The attributes of a type of event, in the order in which they occurred.
  private struct Attributes {
    private(set) var names: [String] = []
    private var kinds: [ExactText: Kind] = [:]

    mutating func add(_ values: [(name: String, text: String, kind: Kind)]) {
      for (name, _, kind) in values {
        let key = ExactText(name)
        if let former = kinds[key] {
          if former != kind { kinds[key] = former.joined(with: kind) }
        } else {
          kinds[key] = kind
          names.append(name)
        }
      }
    }

    func kind(of name: String) -> Kind { kinds[ExactText(name)] ?? .string }
  }

  private var count = 0
  private var attributes: [EventType: Attributes] = [:]
  private var objects: Set<Tag> = []
  private var members = JSONMembers()

  func begin(_ output: inout [UInt8]) { output += #"{"events":["#.utf8 }

  mutating func write(_ event: any ListedEvent, to output: inout [UInt8]) throws {
    output += count == 0 ? [0x0a] : [UInt8(ascii: ","), 0x0a]
    count += 1
    var json = JSONWriter(bytes: [])
    json.beginObject()
    json.string("id", event.id.description)
    json.string("type", event.type.rawValue)
    json.string("time", event.time.rfc3339)
    try writeAttributes(of: event, &json)
    writeRelationships(of: event, &json)
    json.endObject()
    output += json.bytes
  }

  private mutating func writeAttributes(
    of event: any ListedEvent, _ json: inout JSONWriter
  ) throws(JSONSyntaxError) {
    let data = event.data
    try members.scan(data)
    let values = members.members.compactMap { member in
      Self.value(data[member.value]).map { (name: member.key, text: $0, kind: $1) }
    }
    attributes[event.type, default: Attributes()].add(values)
    json.objects("attributes", values) { json, value in
      json.string("name", value.name)
      json.string("value", value.text)
    }
  }

  /// Returns the text of a value, which the standard requires, and its kind; nil for null.
  private static func value(_ json: ArraySlice<UInt8>) -> (String, Kind)? {
    let text = String(decoding: json, as: UTF8.self)
    switch json.first {
    case UInt8(ascii: "\""): return (MemberEvents.text(json) ?? text, .string)
    case UInt8(ascii: "n"): return nil
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return (text, .boolean)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return (text, .string)
    default: return (text, text.contains { ".eE".contains($0) } ? .float : .integer)
    }
  }

  private mutating func writeRelationships(of event: any ListedEvent, _ json: inout JSONWriter) {
    var related: Set<Tag> = []
    json.objects("relationships", event.tags.filter { related.insert($0).inserted }) { json, tag in
      json.string("objectId", tag.rawValue)
      json.string("qualifier", String(tag.key))
    }
    objects.formUnion(related)
  }

  func finish(_ output: inout [UInt8]) {
    var json = JSONWriter(bytes: output)
    json.bytes += "\n],\n".utf8
    let types = attributes.sorted { $0.key.rawValue.precedesByBytes($1.key.rawValue) }
    list("eventTypes", types, &json) { json, type in
      json.string("name", type.key.rawValue)
      json.objects("attributes", type.value.names) { json, name in
        json.string("name", name)
        json.string("type", type.value.kind(of: name).rawValue)
      }
    }
    json.bytes += ",\n".utf8
    let kinds = Set(objects.map { ExactText(String($0.key)) }).map(\.text)
    list("objectTypes", kinds.sorted { $0.precedesByBytes($1) }, &json) { json, name in
      json.string("name", name)
      json.raw("attributes", "[]".utf8)
    }
    json.bytes += ",\n".utf8
    let sorted = objects.sorted { $0.rawValue.precedesByBytes($1.rawValue) }
    list("objects", sorted, &json) { json, tag in
      json.string("id", tag.rawValue)
      json.string("type", String(tag.key))
      json.raw("attributes", "[]".utf8)
      json.raw("relationships", "[]".utf8)
    }
    json.bytes += "}\n".utf8
    output = json.bytes
  }

  /// Writes a member that is a list of objects, one per line.
  private func list<Element>(
    _ name: String, _ elements: [Element], _ json: inout JSONWriter,
    _ members: (inout JSONWriter, Element) -> Void
  ) {
    json.bytes += "\"\(name)\":[".utf8
    for (index, element) in elements.enumerated() {
      json.bytes += index == 0 ? [0x0a] : [UInt8(ascii: ","), 0x0a]
      json.bytes += JSONWriter.object { members(&$0, element) }
    }
    json.bytes += "\n]".utf8
  }
}
