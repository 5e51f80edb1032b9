import EventEngine

/// The personal data of a journal, to be kept off its page.
///
/// A text is found by its content wherever it occurs. A number and a yes or no are found by the name
/// of the member, which answers keep.
struct PersonalTexts {
  /// Stands for a text that holds personal data.
  static let mark = "«personal»"

  private let isShown: Bool
  /// The names of the personal members of events that are no texts.
  private let names: Set<String>
  /// The personal texts, by part of the journal.
  private var parts = [TextSearch()]

  /// - Parameter isShown: whether the page includes personal data.
  init(of domains: [DomainDefinition], isShown: Bool) {
    self.isShown = isShown
    let members = domains.flatMap(\.readModels.eventMembers).flatMap { $0() }
    names = Set(
      members.filter { $0.isPersonal && [.number, .boolean].contains($0.kind) }.map(\.name))
  }

  /// Adds all texts of an event's personal data.
  mutating func add(_ view: RecordView) {
    if !isShown { parts[0].add(view) }
  }

  /// Adds the texts of another part of the journal.
  mutating func add(_ others: PersonalTexts) { parts += others.parts }

  /// Prepares the search, after all texts were added.
  mutating func prepare() {
    for part in parts.indices { parts[part].prepare() }
  }

  /// Whether the text is or contains personal data. A personal text of one or two bytes is found as
  /// a whole word only, since it occurs nearly everywhere as a part of words.
  func isPersonal(_ text: String) -> Bool {
    if isShown || text.isEmpty { return false }
    let bytes = Array(text.utf8)
    return parts.contains { $0.finds(in: bytes) }
  }

  /// Whether the member of an event or an answer is a personal number, or a personal yes or no.
  func isPersonal(_ name: some StringProtocol, _ value: JSONValue) -> Bool {
    switch value {
    case .bool, .number: !isShown && names.contains(String(name))
    case .null, .string, .array, .object: false
    }
  }

  /// The value of a member without personal data.
  func redacted(_ value: JSONValue, of member: some StringProtocol) -> JSONValue {
    isPersonal(member, value) ? .string(Self.mark) : redacted(value)
  }

  /// A member of the personal section of an event, or the mark in its place.
  func personalMember(_ value: JSONValue) -> JSONValue {
    isShown || value == .null ? value : .string(Self.mark)
  }

  /// The text, or the mark in its place.
  func shown(_ text: String) -> String { isPersonal(text) ? Self.mark : text }

  /// A value that takes one cell, as `show` prints it.
  func shown(_ value: JSONValue) -> String { value.plain { shown($0) } }

  /// The value with the mark in place of each text that holds personal data.
  func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): return .string(shown(text))
    case .array(let list): return .array(list.map { redacted($0) })
    case .object(let object):
      var members = object.members.map {
        JSONObject.Member(key: shown($0.key), value: redacted($0.value, of: $0.key))
      }
      // Of several members that the mark names, the first has the value of the last.
      let isMarked = { (member: JSONObject.Member) in member.key == Self.mark }
      if let first = members.firstIndex(where: isMarked), let last = members.last(where: isMarked) {
        members[first].value = last.value
        let others = members[(first + 1)...].filter { !isMarked($0) }
        members = members[...first] + others
      }
      return .object(JSONObject(distinct: members))
    case .null, .bool, .number: return value
    }
  }
}
