import Foundation
import TestSupport
import Testing

@testable import Projections

@Suite struct `Numbered texts` {
  @Test func `a text has one number, and no text has none`() {
    var texts = NumberedTexts()
    let numbers = ["Сокол", "Динамо", "Сокол", nil].map { texts.enter($0) }
    #expect(numbers[0] == numbers[2] && numbers[0] != numbers[1])
    #expect(numbers.map { texts[$0] } == ["Сокол", "Динамо", "Сокол", nil])
    #expect(texts.find("Динамо") == numbers[1])
    #expect(texts.find("Аэропорт") == .absent && numbers[3] == .absent)
  }

  @Test func `canonically equivalent texts keep their bytes`() {
    var texts = NumberedTexts()
    let numbers = ["\u{e9}", "e\u{301}"].map { texts.enter($0) }
    #expect(numbers.map { Array((texts[$0] ?? "").utf8) } == [[0xc3, 0xa9], [0x65, 0xcc, 0x81]])
  }

  @Test func `are found again after encoding and decoding`() throws {
    var texts = NumberedTexts()
    let numbers = (0..<1000).map { texts.enter("station-\($0)") }
    var copy = try JSONDecoder().decode(
      NumberedTexts.self, from: try JSONEncoder().encode(texts))
    #expect(copy == texts)
    #expect(numbers == (0..<1000).map { copy.enter("station-\($0)") })
  }
}
