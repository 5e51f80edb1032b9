import EventEngine

/// Assembles one foreign event from columns or members. Columns and members that belong to no part
/// go into the data of the event.
struct EventAssembly {
  private let times: ForeignTimes
  private var type: String?
  /// The texts of the time and, if it is separate, of the date, with their sources.
  private var time: (text: String, source: String)?
  private var date: (text: String, source: String)?
  private var id: EventID?
  private var tags: [Tag] = []
  /// The data: a JSON object that is still open.
  private var data = JSONWriter()
  /// The members of the object that `data` begins with.
  private var object = JSONMembers()
  /// The keys of these members, once another member is added to them.
  private lazy var keys = Set(object.members.map { ExactText($0.key) })

  init(_ times: ForeignTimes) {
    self.times = times
    data.bytes.reserveCapacity(512)
    data.beginObject()
  }

  /// Sets a part from a text. An empty text sets no id and no tag.
  mutating func set(
    _ part: ImportMapping.Part, _ text: String, from source: String
  ) throws(ForeignEventError) {
    switch part {
    case .type:
      guard !text.isEmpty,
        text.utf8.count <= Limits.typeCharacters
          || text.count <= Limits.typeCharacters
      else {
        throw .invalidPart(
          "type", source: source, value: text, takes: .typeName)
      }
      type = text
    case .time: time = (text, source)
    case .date: date = (text, source)
    case .id:
      if text.isEmpty { return }
      guard let id = EventID(text) else {
        throw .invalidPart("id", source: source, value: text, takes: .uuid)
      }
      self.id = id
    case .tag(let key):
      if !text.isEmpty { try add(Tag(key, text), from: source) }
    case .tags: try addTags(Array(text.utf8), from: source)
    case .data: try addObject(Array(text.utf8), from: source)
    }
  }

  mutating func setID(_ id: EventID) { self.id = id }

  mutating func add(_ tag: Tag, from source: String) throws(ForeignEventError) {
    guard tags.count < Limits.tags, tag.rawValue.utf8.count <= Limits.tagBytes else {
      throw .invalidPart(
        "tags", source: source, value: tag.rawValue, takes: .fewShortTags)
    }
    tags.append(tag)
  }

  /// Adds tags from a JSON array of texts.
  mutating func addTags(_ json: [UInt8], from source: String) throws(ForeignEventError) {
    guard let texts = Self.texts(json) else {
      throw .invalidPart(
        "tags", source: source, value: String(decoding: json, as: UTF8.self),
        takes: .jsonTexts)
    }
    for text in texts { try add(Tag(rawValue: text), from: source) }
  }

  /// The texts of a JSON array; nil if it is anything else.
  static func texts(_ json: [UInt8]) -> [String]? {
    guard json.first == UInt8(ascii: "["), case .array(let elements)? = JSONValue(orNil: json)
    else { return nil }
    let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    return texts.count == elements.count ? texts : nil
  }

  /// Begins the data with the members of a JSON object. Must be called before any other member is
  /// added.
  mutating func addObject(_ json: [UInt8], from source: String) throws(ForeignEventError) {
    let limits = JSONLimits(depth: Limits.nesting, bytes: Limits.commandBytes)
    let minified: [UInt8]
    do throws(JSONSyntaxError) {
      minified = try JSONMinifier.minified(json, limits: limits)
      try object.scan(minified, limits: limits)
    } catch {
      throw .invalidPart(
        "data", source: source, value: String(decoding: json, as: UTF8.self),
        takes: .object)
    }
    if minified.count > 2 { data.raw(minified[1..<minified.count - 1]) }
  }

  /// The value of a member of the object that the data begins with; nil if there is none.
  func value(of key: String) -> ArraySlice<UInt8>? { object[key].map { data.bytes[$0] } }

  /// Adds a member whose value is a text.
  mutating func add(_ key: String, utf8 text: ArraySlice<UInt8>) throws(ForeignEventError) {
    try begin(key)
    data.string(utf8: text)
  }

  /// Adds a member whose value is JSON without insignificant white space.
  mutating func add(_ key: String, json: ArraySlice<UInt8>) throws(ForeignEventError) {
    try begin(key)
    data.raw(json)
  }

  private mutating func begin(_ key: String) throws(ForeignEventError) {
    if keys.contains(ExactText(key)) { throw .repeatedDataKey(key) }
    data.key(key)
  }

  /// Joins date and time of day as `2026-05-08 12:00`. A date without a time of day is a day.
  private func exactTime() throws(ForeignEventError) -> ForeignTimes.Time {
    let parts = [date, time].compactMap(\.self).filter { date == nil || !$0.text.isEmpty }
    if parts.isEmpty && date == nil { throw .missingMember("time") }
    let text = parts.map(\.text).joined(separator: " ")
    do throws(ForeignTimes.Failure) { return try times.time(text) } catch {
      let sources = [date, time].compactMap { $0?.source }
      throw .invalidPartTime(source: sources.joined(separator: "\" and \""), value: text, error)
    }
  }

  /// Returns the event.
  ///
  /// - Throws: if the type or the time is missing, the time is invalid, or the data is too long.
  consuming func event() throws(ForeignEventError) -> ForeignEvent {
    guard let type else { throw .missingMember("type") }
    let time = try exactTime()
    data.endObject()
    guard data.bytes.count <= Limits.commandBytes else { throw .dataTooLong }
    return ForeignEvent(
      type: EventType(rawValue: type), time: time.timestamp, finerDigits: time.finerDigits,
      tags: tags, data: data.bytes, id: id)
  }
}
