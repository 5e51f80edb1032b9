import PlatformLibc

/// Texts that occur again and again in records, each held once and numbered from zero. A text is
/// looked up by its bytes in the record, without creating a `String` unless it is escaped.
package struct InternedTexts: Sendable {
  /// The texts in the order of their first occurrence.
  package private(set) var texts: [String] = []
  private var hashes: [UInt64] = []
  /// An open-addressing table. A slot holds the upper half of a text's hash and the text's number
  /// plus one; an empty slot is zero. Texts whose halves differ need not be compared.
  private var slots: [UInt64] = Array(repeating: 0, count: 64)
  /// Secret, because people choose ids and could choose some with equal hashes.
  private let seed = UInt64.random(in: .min ... .max)

  package init() {}

  /// The number of a text. A new text gets the next number. O(length).
  package mutating func index(of text: String) -> Int32 {
    var text = text
    return text.withUTF8 { unsafe index(of: UnsafeRawBufferPointer($0)) }
  }

  /// The number of a text; nil if it has none yet. O(length).
  package func known(_ text: String) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      let entry = slots[unsafe slot(of: bytes, WordHash.hash(bytes, seed: seed))]
      return entry == 0 ? nil : Self.number(entry)
    }
  }

  /// Adds all texts of JSON values that follow one another, except the names of members. O(length).
  ///
  /// - Parameter json: valid JSON; a text counts as the name of a member if a colon follows at
  ///   once.
  package mutating func addTexts(of json: [UInt8]) {
    unsafe json.withUnsafeBytes { bytes in
      var place = 0
      while place < bytes.count {
        place += 1
        guard unsafe bytes[place - 1] == UInt8(ascii: "\"") else { continue }
        let start = place
        var isEscaped = false
        while unsafe bytes[place] != UInt8(ascii: "\"") {
          if unsafe bytes[place] == UInt8(ascii: "\\") {
            isEscaped = true
            place += 1
          }
          place += 1
        }
        let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<place])
        place += 1
        if unsafe place < bytes.count && bytes[place] == UInt8(ascii: ":") { continue }
        if isEscaped {
          _ = index(of: unsafe JSONBytes(text).unescaped(0..<text.count) ?? "")
        } else {
          _ = unsafe index(of: text)
        }
      }
    }
  }

  fileprivate mutating func index(of bytes: UnsafeRawBufferPointer) -> Int32 {
    let hash = unsafe WordHash.hash(bytes, seed: seed)
    let slot = unsafe slot(of: bytes, hash)
    if slots[slot] != 0 { return Self.number(slots[slot]) }
    let place = Int32(texts.count)
    slots[slot] = Self.entry(place, hash)
    texts.append(unsafe String(decoding: bytes, as: UTF8.self))
    hashes.append(hash)
    if texts.count * 2 > slots.count { grow() }
    return place
  }

  private static func entry(_ number: Int32, _ hash: UInt64) -> UInt64 {
    (hash & ~0xffff_ffff) | UInt64(number + 1)
  }

  private static func number(_ entry: UInt64) -> Int32 { Int32(truncatingIfNeeded: entry) - 1 }

  /// The slot of a text, or the empty one into which it belongs.
  private func slot(of bytes: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = slots[slot]
      if entry >> 32 == hash >> 32, unsafe isEqual(Int(Self.number(entry)), bytes) { return slot }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func isEqual(_ place: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let span = texts[place].utf8Span.span
    guard span.count == bytes.count else { return false }
    guard let start = bytes.baseAddress else { return true }
    return unsafe span.withUnsafeBytes { other in
      guard let first = other.baseAddress else { return true }
      return unsafe memcmp(first, start, bytes.count) == 0
    }
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (place, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Self.entry(Int32(place), hash)
    }
  }
}

extension RecordView {
  /// The number of the record's type.
  package func type(in texts: inout InternedTexts) -> Int32 { number(of: typeText, in: &texts) }

  /// Appends the numbers of the tags outside of the erasable section.
  package func tags(in texts: inout InternedTexts, to numbers: inout [Int32]) {
    forEachText(at: tagsStart) { numbers.append(number(of: $0, in: &texts)) }
  }

  /// The number of the actor; minus one if there is none.
  package func actor(in texts: inout InternedTexts) -> Int32 {
    actorText.isPresent ? number(of: actorText, in: &texts) : -1
  }

  /// The number of the command; minus one if there is none.
  package func command(in texts: inout InternedTexts) -> Int32 {
    hasCause ? number(of: commandText, in: &texts) : -1
  }

  /// The number of the correlation; minus one if there is none.
  package func correlation(in texts: inout InternedTexts) -> Int32 {
    correlationText.isPresent ? number(of: correlationText, in: &texts) : -1
  }

  private func number(of text: Text, in texts: inout InternedTexts) -> Int32 {
    if text.isEscaped { return texts.index(of: string(text)) }
    return unsafe texts.index(
      of: UnsafeRawBufferPointer(start: line + Int(text.start), count: Int(text.count)))
  }
}
