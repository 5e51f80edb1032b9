import EventEngine

/// The number of a text in ``NumberedTexts``. It takes four bytes, a `String` sixteen.
struct TextNumber: BoundedNumber {
  static let range = 0...Int(UInt32.max)

  /// Stands for no text: an `Optional` would take four more bytes.
  static let absent = TextNumber(rawValue: 0)

  private let number: UInt32

  init(rawValue: Int) { number = UInt32(rawValue) }

  var rawValue: Int { Int(number) }
}

/// Texts that repeat, each stored once. Texts with different bytes are different texts, even if
/// they are canonically equivalent.
struct NumberedTexts: Codable, Equatable, Sendable {
  private struct Entry: TextValue, Identified {
    let rawValue: String
    var id: Entry { self }
  }

  private var entries = Table<Entry>()

  /// The number of a text, which is added if it is new.
  mutating func enter(_ text: String?) -> TextNumber {
    guard let text else { return .absent }
    let known = find(text)
    if known != .absent { return known }
    entries.append(Entry(rawValue: text))
    return TextNumber(rawValue: entries.rows.count)
  }

  /// The number of a text, or ``TextNumber/absent``.
  func find(_ text: String) -> TextNumber {
    entries.find(Entry(rawValue: text)).map { TextNumber(rawValue: $0 + 1) } ?? .absent
  }

  subscript(text: TextNumber) -> String? {
    text == .absent ? nil : entries[text.rawValue - 1].rawValue
  }
}
