import EventEngine

/// The personal data of a journal, to be kept off its page.
struct PersonalTexts {
  /// Stands for a text that holds personal data.
  static let mark = "«personal»"

  private let isShown: Bool
  private var known: Set<String> = []
  /// The texts by their first bytes: the length of a search does not depend on their number.
  private var byStart: [[UInt8]: [[UInt8]]] = [:]
  private static let start = 2

  /// - Parameter isShown: whether the page includes personal data.
  init(isShown: Bool) { self.isShown = isShown }

  /// Adds all texts of an event's personal data.
  mutating func add(_ personal: [UInt8]) throws(JSONSyntaxError) {
    if !isShown {
      add(try JSONParser.parse(personal, limits: JSONLimits(depth: 512)))
    }
  }

  private mutating func add(_ value: JSONValue) {
    switch value {
    case .string(let text):
      guard !text.isEmpty, known.insert(text).inserted else { return }
      let bytes = Array(text.utf8)
      byStart[Array(bytes.prefix(Self.start)), default: []].append(bytes)
    case .array(let list): for element in list { add(element) }
    case .object(let object): for member in object.members { add(member.value) }
    case .null, .bool, .number: break
    }
  }

  /// Whether the text is or contains personal data. A text of one or two letters or digits counts
  /// only as a word of its own, since it would be found nearly everywhere.
  func isPersonal(_ text: String) -> Bool {
    if known.isEmpty || isShown { return false }
    if known.contains(text) { return true }
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for length in 1...Self.start where place + length <= bytes.count {
        for candidate in byStart[Array(bytes[place..<place + length])] ?? [] {
          let end = place + candidate.count
          guard end <= bytes.count, bytes[place..<end].elementsEqual(candidate) else { continue }
          if length == Self.start || length == candidate.count,
            candidate.count > Self.start || Self.isWord(bytes, place..<end)
          {
            return true
          }
        }
      }
    }
    return false
  }

  private static func isWord(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    func isPartOfWord(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x80...: true
      default: false
      }
    }
    return !(range.lowerBound > 0 && isPartOfWord(bytes[range.lowerBound - 1]))
      && !(range.upperBound < bytes.count && isPartOfWord(bytes[range.upperBound]))
  }

  /// The text, or the mark in its place.
  func shown(_ text: String) -> String { isPersonal(text) ? Self.mark : text }

  /// A value that takes one cell, as `show` prints it.
  func shown(_ value: JSONValue) -> String {
    switch value {
    case .null: "—"
    case .string(let text): text.isEmpty ? "\"\"" : shown(text).onPage
    case .array(let list): list.isEmpty ? "—" : list.map { shown($0) }.joined(separator: ", ")
    case .object(let object): object.members.isEmpty ? "—" : shown(value.description).onPage
    case .bool, .number: value.description
    }
  }

  /// The value with the mark in place of each text that holds personal data.
  func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): return .string(shown(text))
    case .array(let list): return .array(list.map { redacted($0) })
    case .object(let object):
      var shown = JSONObject()
      for member in object.members { shown[self.shown(member.key)] = redacted(member.value) }
      return .object(shown)
    case .null, .bool, .number: return value
    }
  }
}
