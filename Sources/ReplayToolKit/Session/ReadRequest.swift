import EventEngine

/// A request for stored events.
struct ReadRequest {
  let query: Query
  let after: Position
  let limit: Int?
  let isBackwards: Bool

  private static let query = Field<JSONObject>.members("read")
  private static let after = Field<Int>.count("after")
  private static let limit = Field<Int>.count("limit")
  private static let backwards = Field<Bool>.boolean("backwards")
  private static let fields = [
    query.required, after.optional, limit.optional, backwards.optional,
  ]

  init(_ object: JSONObject) throws(FormError) {
    let form = try Form(object, fields: Self.fields)
    query = try Query(form.required(Self.query))
    after = Position(try form.optional(Self.after) ?? 0)
    limit = try form.optional(Self.limit)
    isBackwards = try form.optional(Self.backwards) ?? false
  }

  /// Returns one JSON object: the events and the last position read.
  func answer(from reader: inout JournalReader) throws(JournalError) -> [UInt8] {
    // Reading may renew the copy of a server's journal, which then has later events.
    let head = reader.head
    var json = JSONWriter()
    json.beginObject()
    json.bool("ok", true)
    json.beginArray("events")
    var count = 0
    var last: Position?
    var isCut = limit == 0
    /// Writes an event; returns false if the limit is reached.
    func take(_ event: StoredEvent) -> Bool {
      guard count != limit else {
        isCut = true
        return false
      }
      event.write(to: &json)
      count += 1
      last = event.position
      return true
    }
    if limit == 0 {
      // The limit allows no event.
    } else if isBackwards {
      try reader.forEachBackwards(query, after: after) { take($0) }
    } else {
      try reader.forEach(query, after: after) { take(StoredEvent($0)) }
    }
    json.endArray()
    json.int("head", orNull: isCut ? last?.rawValue : head.rawValue)
    json.endObject()
    return json.bytes
  }
}

extension StoredEvent {
  /// Writes the event as one object.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    writeMembers(to: &json)
    json.endObject()
  }
}

extension Query {
  private static let itemsField = Field<[JSONValue]>.items(
    "items",
    takes: Bilingual(
      ru: "список условий: не больше \(Limits.queryItems), в них не больше \(Limits.queryNames) "
        + "типов и тегов",
      en:
        "a list of query items: \(Limits.queryItems) at most, with \(Limits.queryNames) types and "
        + "tags at most"))
  private static let types = Field<[String]>.strings(
    "types", takes: Bilingual(ru: "список непустых строк", en: "a list of non-empty strings"),
    longest: Int.max, most: Int.max)
  private static let tags = Field<[String]>.strings(
    "tags", takes: Bilingual(ru: "список непустых строк", en: "a list of non-empty strings"),
    longest: Int.max, most: Int.max)

  /// Reads `{"items":[{"types":[…],"tags":[…]}]}`; absent or empty items select every event.
  init(_ object: JSONObject) throws(FormError) {
    let form = try Form(object, fields: [Self.itemsField.optional])
    self.init()
    var names = 0
    for item in try form.optional(Self.itemsField) ?? [] {
      guard case .object(let members) = item else {
        throw .invalidField("items", takes: Self.itemsField.takes)
      }
      let form = try Form(members, fields: [Self.types.optional, Self.tags.optional])
      items.append(
        Item(
          types: (try form.optional(Self.types) ?? []).map(EventType.init(rawValue:)),
          tags: (try form.optional(Self.tags) ?? []).map(Tag.init(rawValue:))))
      names += items[items.count - 1].types.count + items[items.count - 1].tags.count
      guard items.count <= Limits.queryItems, names <= Limits.queryNames else {
        throw .invalidField("items", takes: Self.itemsField.takes)
      }
    }
  }
}
