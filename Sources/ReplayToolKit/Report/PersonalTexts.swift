import EventEngine

/// The personal data of a journal, to be kept off its page.
struct PersonalTexts {
  /// Stands for a text that holds personal data.
  static let mark = "«personal»"

  private let isShown: Bool
  private(set) var texts = InternedTexts()
  /// The texts by their first bytes: the length of a search does not depend on their number.
  private var byStart: [UInt64: Int32] = [:]
  /// For each text, another one with the same first bytes; minus one for none.
  private var next: [Int32] = []
  /// For each pair of bytes, the lengths of what is looked up: bit 8 if a text of eight bytes or more
  /// begins with it. Most places in a text are passed by with one look.
  private var lengths: [UInt16] = []
  private static let start = 8
  private static let word = 2

  /// - Parameter isShown: whether the page includes personal data.
  init(isShown: Bool) { self.isShown = isShown }

  /// Adds all texts of an event's personal data.
  mutating func add(_ view: RecordView) {
    if !isShown { view.addPersonalTexts(to: &texts) }
  }

  mutating func add(_ others: PersonalTexts) {
    for text in others.texts.texts { _ = texts.index(of: text) }
  }

  /// Prepares the search, after all texts were added.
  mutating func prepare() {
    byStart.reserveCapacity(texts.texts.count)
    next.reserveCapacity(texts.texts.count)
    lengths = Array(repeating: 0, count: texts.texts.isEmpty ? 0 : 1 << 16)
    for (number, text) in texts.texts.enumerated() {
      guard let key = Self.key(text.utf8.prefix(Self.start)) else {
        next.append(-1)
        continue
      }
      next.append(byStart.updateValue(Int32(number), forKey: key) ?? -1)
      let bytes = text.utf8.prefix(Self.start)
      let pair = Int(bytes.first ?? 0) << 8
      if let second = bytes.dropFirst().first {
        lengths[pair | Int(second)] |= 1 << bytes.count
      } else {
        for second in 0..<256 { lengths[pair | second] |= 1 << 1 }
      }
    }
  }

  /// The bytes as a number; nil for none.
  private static func key(_ bytes: some Collection<UInt8>) -> UInt64? {
    bytes.isEmpty ? nil : bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether the text is or contains personal data. A text of one or two letters or digits counts
  /// only as a word of its own, since it would be found nearly everywhere.
  func isPersonal(_ text: String) -> Bool {
    if byStart.isEmpty || isShown || text.isEmpty { return false }
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      let second = place + 1 < bytes.count ? Int(bytes[place + 1]) : 0
      let wanted = lengths[Int(bytes[place]) << 8 | second]
      if wanted == 0 { continue }
      var key: UInt64 = 0
      for (index, byte) in bytes[place...].prefix(Self.start).enumerated() {
        key = key << 8 | UInt64(byte)
        if wanted & 1 << (index + 1) != 0, finds(key, index + 1, in: bytes, at: place) {
          return true
        }
      }
    }
    return false
  }

  /// Whether a personal text with these first bytes stands at a place; `length` is that of a text
  /// shorter than what is looked up.
  private func finds(_ key: UInt64, _ length: Int, in bytes: [UInt8], at place: Int) -> Bool {
    var number = byStart[key] ?? -1
    while number >= 0 {
      let candidate = texts.texts[Int(number)].utf8
      let end = place + candidate.count
      if length == Self.start || length == candidate.count, end <= bytes.count,
        bytes[place..<end].elementsEqual(candidate),
        candidate.count > Self.word || Self.isWord(bytes, place..<end)
      {
        return true
      }
      number = next[Int(number)]
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
