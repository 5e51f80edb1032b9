import EventEngine

/// A search for many texts at once. Its duration does not depend on their number, but on how many
/// of them begin with the same eight bytes.
struct TextSearch: Sendable {
  private var texts = InternedTexts()
  /// Personal data whose texts are not in `texts` yet. Copying the data takes less time than
  /// interning its texts, so these are interned in bulk.
  private var added: [UInt8] = []
  private static let mostAdded = 64 << 20
  /// The last text with these first bytes, eight at most, as the number of the text.
  private var byStart: [UInt64: Int32] = [:]
  /// For each text, the one before with the same first bytes; minus one for none.
  private var next: [Int32] = []
  /// For each pair of bytes, the lengths of the texts that begin with it, as bits; bit 8 stands for
  /// eight bytes or more. At most places no bit is set, and nothing is looked up.
  private var lengths: [UInt16] = []
  /// The greatest number of first bytes by which a text is looked up.
  private static let keyBytes = 8
  /// Texts of at most so many bytes are found as whole words only.
  private static let mostWordBytes = 2

  init() {}

  mutating func add(_ view: RecordView) {
    view.appendPersonal(to: &added)
    if added.count > Self.mostAdded { intern() }
  }

  private mutating func intern() {
    texts.addTexts(of: added)
    added = []
  }

  /// Prepares the search, after all texts were added.
  mutating func prepare() {
    intern()
    if texts.texts.isEmpty { return }
    byStart.reserveCapacity(texts.texts.count)
    next.reserveCapacity(texts.texts.count)
    lengths = Array(repeating: 0, count: 1 << 16)
    for (number, text) in texts.texts.enumerated() {
      let bytes = text.utf8.prefix(Self.keyBytes)
      guard let first = bytes.first else {
        next.append(-1)
        continue
      }
      let key = bytes.reduce(0) { $0 << 8 | UInt64($1) }
      next.append(byStart.updateValue(Int32(number), forKey: key) ?? -1)
      let pair = Int(first) << 8
      if let second = bytes.dropFirst().first {
        lengths[pair | Int(second)] |= 1 << bytes.count
      } else {
        for second in 0..<256 { lengths[pair | second] |= 1 << 1 }
      }
    }
  }

  /// Whether one of the texts occurs.
  func finds(in bytes: [UInt8]) -> Bool {
    if lengths.isEmpty { return false }
    for place in bytes.indices {
      let second = place + 1 < bytes.count ? Int(bytes[place + 1]) : 0
      let wanted = lengths[Int(bytes[place]) << 8 | second]
      if wanted == 0 { continue }
      var key: UInt64 = 0
      for (index, byte) in bytes[place...].prefix(Self.keyBytes).enumerated() {
        key = key << 8 | UInt64(byte)
        if wanted & 1 << (index + 1) != 0, finds(key, index + 1, in: bytes, at: place) {
          return true
        }
      }
    }
    return false
  }

  /// Whether a text with these first bytes occurs at a place.
  private func finds(_ key: UInt64, _ length: Int, in bytes: [UInt8], at place: Int) -> Bool {
    var number = byStart[key] ?? -1
    while number >= 0 {
      let candidate = texts.texts[Int(number)].utf8
      let end = place + candidate.count
      if length == min(Self.keyBytes, candidate.count), end <= bytes.count,
        bytes[place..<end].elementsEqual(candidate),
        candidate.count > Self.mostWordBytes || Self.isWord(bytes, place..<end)
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
}
