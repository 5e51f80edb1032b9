import EventStore
import TestSupport
import Testing

/// Values that differ little, encoded and parsed one after the other.
@Suite struct `A series of values` {
  private struct Row: Codable, Equatable {
    var id: String
    var name: String?
    var count: Int
    var parts: [[Int]]
  }

  private struct Page: Encodable {
    var title: String
    var rows: [Row]
    var none: [Row] = []
    var words: [String?]
    var other: [Row]
  }

  private static let names = ["a", "é", "e\u{301}", "a name that is too long to be stored inline"]

  private static func row(_ random: inout SeededRandom) -> Row {
    Row(
      id: "r\(random.below(9))", name: random.below(4) == 0 ? nil : names[random.below(4)],
      count: random.below(3), parts: (0..<random.below(3)).map { [$0] })
  }

  private static func change(_ rows: inout [Row], _ random: inout SeededRandom) {
    let index = random.below(rows.count + 1)
    switch random.below(4) {
    case 0: rows.insert(row(&random), at: index)
    case 1 where index < rows.count: rows.remove(at: index)
    case 2 where index < rows.count: rows[index] = row(&random)
    default: rows.shuffle(using: &random)
    }
  }

  @Test func `gives the same bytes and values as each alone`() throws {
    var random = SeededRandom(seed: Effort.seed)
    var page = Page(title: "x", rows: [], words: [], other: [])
    var encoder = PayloadEncoder(options: .init(copiesElements: true))
    var former: ParsedText?
    for _ in 0..<Effort.current.pick(usual: 2_000, exhaustive: 200_000) {
      Self.change(&page.rows, &random)
      if random.below(3) == 0 { Self.change(&page.other, &random) }
      if random.below(5) == 0 { page.words = [nil, Self.names[random.below(4)]] }
      var (bytes, alone): ([UInt8], [UInt8]) = ([], [])
      try encoder.encode(page, into: &bytes)
      try PayloadEncoder.encode(page, into: &alone)
      #expect(bytes == alone)
      let parsed = try ParsedText(bytes, like: former)
      #expect(try parsed.value == JSONParser.parse(bytes))
      former = parsed
    }
  }

  private struct Failing: Encodable {
    let fails: Bool
    func encode(to encoder: any Encoder) throws {
      var elements = encoder.unkeyedContainer()
      for number in [1.0, fails ? .infinity : 2, 3] {
        do { try elements.encode(number) } catch { try elements.encodeNil() }
      }
    }
  }

  @Test func `continues after an element that cannot be encoded`() throws {
    var encoder = PayloadEncoder(options: .init(copiesElements: true))
    for (fails, expected) in [
      (false, "[1,2,3]"), (true, "[1,null,3]"), (true, "[1,null,3]"), (false, "[1,2,3]"),
    ] {
      var bytes: [UInt8] = []
      try encoder.encode(Failing(fails: fails), into: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
    var bytes: [UInt8] = []
    #expect(throws: PayloadEncodingError.self) { try encoder.encode([1, .nan], into: &bytes) }
    try encoder.encode([1, 2.5], into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "[1,2.5]")
  }
}
