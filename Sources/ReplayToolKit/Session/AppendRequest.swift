import EventEngine

/// A request to record foreign events, all or none.
struct AppendRequest {
  let events: [NewEvent]
  let condition: AppendCondition?

  private static let events = Field<[JSONValue]>.items(
    "append",
    takes: Bilingual(
      ru: "список событий, от 1 до \(Limits.requestEvents)",
      en: "a list of 1 to \(Limits.requestEvents) events"))
  private static let condition = Field<JSONObject>.members("condition")
  private static let forbidden = Field<JSONObject>.members("failIfEventsMatch")
  private static let after = Field<Int>.count("after")

  init(_ object: JSONObject) throws(FormError) {
    let form = try Form(object, fields: [Self.events.required, Self.condition.optional])
    let items = try form.required(Self.events)
    guard !items.isEmpty, items.count <= Limits.requestEvents else {
      throw .invalidField("append", takes: Self.events.takes)
    }
    var events: [NewEvent] = []
    for item in items {
      guard case .object(let members) = item else {
        throw .invalidField("append", takes: Self.events.takes)
      }
      events.append(try NewEvent(foreign: members))
    }
    self.events = events
    condition = try form.optional(Self.condition).map(Self.read)
  }

  private static func read(_ object: JSONObject) throws(FormError) -> AppendCondition {
    let form = try Form(object, fields: [forbidden.required, after.optional])
    return AppendCondition(
      noneMatch: try Query(form.required(forbidden)),
      after: Position(try form.optional(after) ?? 0))
  }
}

extension NewEvent {
  private static let typeField = Field<String>.matching(
    "type",
    takes: Bilingual(
      ru: "от 1 до \(Limits.typeCharacters) символов",
      en: "1 to \(Limits.typeCharacters) characters")
  ) { (1...Limits.typeCharacters).contains($0.count) }
  private static let tagsField = Field<[String]>.strings(
    "tags",
    takes: Bilingual(
      ru: "до \(Limits.tags) непустых строк, каждая до \(Limits.tagBytes) байт",
      en: "up to \(Limits.tags) non-empty strings, each up to \(Limits.tagBytes) bytes"),
    longest: Limits.tagBytes, most: Limits.tags)
  private static let dataField = Field<JSONObject>.members("data")
  private static let idField = Field<EventID>.string("id", .text, takes: EngineTexts.unusedID) {
    EventID($0)
  }

  /// Reads an event that belongs to no domain of this engine. Its data keeps the order of its keys
  /// and the spelling of its numbers.
  fileprivate init(foreign members: JSONObject) throws(FormError) {
    let form = try Form(
      members,
      fields: [
        Self.typeField.required, Self.tagsField.optional, Self.dataField.required,
        Self.idField.optional,
      ])
    let data = JSONValue.object(try form.required(Self.dataField))
    self.init(
      id: try form.optional(Self.idField),
      type: EventType(rawValue: try form.required(Self.typeField)),
      tags: (try form.optional(Self.tagsField) ?? []).map(Tag.init(rawValue:)), data: data.bytes)
  }
}
