import Testing

@testable import EventStore

/// Texts of up to 15 bytes are compared and hashed as words, with the same results as longer ones.
@Suite struct ShortTextTests {
  private static let texts =
    (0...20).map { String("abcdefghijklmnopqrst".prefix($0)) }
    + ["Ева", "Сокол", "Тёплый", "Щукинская", "é", "e\u{301}", "a\0b", "\0", "😀😀😀", "o-1", "o-2"]

  private static func made(_ bytes: [UInt8]) -> String {
    let cache = TextCache()
    defer { cache.deallocate() }
    return unsafe (bytes + Array(repeating: 0x58, count: 16)).withUnsafeBufferPointer {
      let first = unsafe cache.text($0.baseAddress!, count: bytes.count)
      #expect(unsafe cache.text($0.baseAddress!, count: bytes.count) == first)
      return first
    }
  }

  @Test(arguments: texts) func `a cached text equals the text of its bytes`(_ text: String) {
    let made = Self.made(Array(text.utf8))
    #expect(made == text && made.utf8.elementsEqual(text.utf8))
    #expect(made.hashValue == text.hashValue && made.hasSameBytes(as: text))
  }

  @Test func `strings have the expected layout, so that the fast path applies`() throws {
    #expect(try #require(ShortText("o-9421")).asciiString == "o-9421")
    #expect(try #require(ShortText("Сокол")).asciiString == nil)
  }

  @Test func `invalid UTF-8 is replaced`() {
    for bytes: [UInt8] in [[0xff], [0x61, 0x80], [0xd0], [0xc0, 0x80], [0xed, 0xa0, 0x80]] {
      #expect(Self.made(bytes) == String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(arguments: texts) func `a text and its bytes in a line have the same words`(_ text: String)
  {
    let bytes = Array(text.utf8)
    let line = unsafe (bytes + Array(repeating: 0x58, count: 16)).withUnsafeBufferPointer {
      unsafe bytes.count <= ShortText.longest
        ? ShortText($0.baseAddress!, count: bytes.count) : nil
    }
    #expect(ShortText(text) == line)
  }

  @Test(arguments: texts) func `a text is compared and hashed by its bytes, however it is stored`(
    _ text: String
  ) {
    var elsewhere = text + String(repeating: "x", count: 40)
    elsewhere.removeLast(40)
    for other in Self.texts {
      let isSame = text.utf8.elementsEqual(other.utf8)
      #expect(elsewhere.hasSameBytes(as: other) == isSame)
      #expect(other.hasSameBytes(as: elsewhere) == isSame)
      let hashes = [elsewhere, other].map { WordHash.hash($0, seed: 7) }
      #expect((hashes[0] == hashes[1]) == isSame)
    }
  }

  @Test(arguments: texts + ["a\0", "a", "b", "ab\0\0", "abcdefghijklmn\0", "\u{7f}", "\u{80}"])
  func `texts are ordered bytewise`(_ text: String) {
    for other in Self.texts + ["a\0\0", "a", "ab\0", "abcdefghijklmn", "я"] {
      #expect(
        text.precedesByBytes(other) == text.utf8.lexicographicallyPrecedes(other.utf8),
        "\(text.debugDescription) and \(other.debugDescription)")
    }
  }
}
