#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Texts of records that occur again and again, each held once and numbered from zero. A text is
/// looked up by its bytes in the record, without making a `String` of it.
package struct InternedTexts: Sendable {
  /// The texts in the order of their first occurrence.
  package private(set) var texts: [String] = []
  private var hashes: [UInt64] = []
  /// An open-addressing table of numbers; minus one for an empty slot.
  private var slots: [Int32] = Array(repeating: -1, count: 64)

  package init() {}

  /// The number of a text, a new one for a new text. O(length).
  package mutating func index(of text: String) -> Int32 {
    var text = text
    return text.withUTF8 { unsafe index(of: UnsafeRawBufferPointer($0)) }
  }

  /// The number of a text that occurs already; nil for another one. O(length).
  package func known(_ text: String) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      let place = slots[unsafe slot(of: bytes, WordHash.hash(bytes))]
      return place < 0 ? nil : place
    }
  }

  fileprivate mutating func index(of bytes: UnsafeRawBufferPointer) -> Int32 {
    let hash = unsafe WordHash.hash(bytes)
    let slot = unsafe slot(of: bytes, hash)
    if slots[slot] >= 0 { return slots[slot] }
    let place = Int32(texts.count)
    slots[slot] = place
    texts.append(unsafe String(decoding: bytes, as: UTF8.self))
    hashes.append(hash)
    if texts.count * 2 > slots.count { grow() }
    return place
  }

  /// The slot of a text, or the empty one that it would get.
  private func slot(of bytes: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if hashes[place] == hash, unsafe isEqual(place, bytes) { return slot }
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
    slots = Array(repeating: -1, count: slots.count * 2)
    for (place, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(place)
    }
  }
}

extension RecordView {
  /// The number of the record's type.
  package func type(in texts: inout InternedTexts) -> Int32 { number(of: typeText, in: &texts) }

  /// Appends the numbers of the public tags.
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

  /// Adds all texts of the personal data, without the names of members.
  package func addPersonalTexts(to texts: inout InternedTexts) {
    guard let range = erasable()?.section?.personal else { return }
    var place = unsafe line + range.lowerBound
    let end = unsafe line + range.upperBound
    while unsafe place < end {
      guard unsafe place.pointee == UInt8(ascii: "\"") else {
        unsafe place += 1
        continue
      }
      guard let next = unsafe JSONScan.skipString(place) else { return }
      let after = unsafe JSONScan.skipWhitespace(next, end: end)
      if unsafe after == end || after.pointee != UInt8(ascii: ":") {
        let (first, count) = unsafe (place + 1, next - place - 2)
        let isEscaped = unsafe memchr(first, Int32(UInt8(ascii: "\\")), count) != nil
        let text = Text(start: unsafe first - line, count: count, isEscaped: isEscaped)
        _ = number(of: text, in: &texts)
      }
      unsafe place = next
    }
  }

  private func number(of text: Text, in texts: inout InternedTexts) -> Int32 {
    if text.isEscaped { return texts.index(of: string(text)) }
    return unsafe texts.index(
      of: UnsafeRawBufferPointer(start: line + Int(text.start), count: Int(text.count)))
  }
}
