/// A hash under which the index lists events: of a type, a tag, or the id of a command or an event.
/// Hashes may collide, so the event found must be compared.
struct IndexKey: Hashable, Sendable {
  let hash: UInt64

  /// The kind of a key is the seed of its hash, so that a tag and a type of the same text differ.
  enum Kind: UInt64 {
    case type = 0x1d8e_4e27_c47d_124f
    case tag = 0xeb44_acca_b455_d165
    case command = 0x9c6e_6877_736c_46e3
    case event = 0x2f83_5a30_c9d1_47b5
  }

  init(hash: UInt64) { self.hash = hash }

  init(_ kind: Kind, _ bytes: [UInt8]) { hash = WordHash.hash(bytes, seed: kind.rawValue) }

  static func type(_ type: EventType) -> IndexKey { IndexKey(.type, Array(type.rawValue.utf8)) }

  static func tag(_ tag: Tag) -> IndexKey { IndexKey(.tag, Array(tag.rawValue.utf8)) }

  static func command(_ id: String) -> IndexKey { IndexKey(.command, Array(id.utf8)) }

  static func event(_ id: EventID) -> IndexKey {
    IndexKey(hash: WordHash.hash(id.high, id.low, seed: Kind.event.rawValue))
  }
}

extension [UInt8] {
  /// Eight bytes, the lowest first.
  mutating func append(word: UInt64) { append(bigEndian: word.byteSwapped) }

  func word(at index: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in (index..<index + 8).reversed() { word = word << 8 | UInt64(self[place]) }
    return word
  }
}
