import EventEngine
import TestSupport
import Testing

/// Reads, as the Dynamic Consistency Boundary specification defines them.
@Suite struct ReadingTests {
  /// 1 A x y · 2 B x · 3 A y · 4 C · 5 B x y z
  private func filled(_ kind: EngineKind) async throws -> EngineUnderTest {
    let log = try await kind.make()
    try await log.append(event("A", "x", "y"))
    try await log.append(event("B", "x"), event("A", "y"))
    try await log.append(event("C"))
    try await log.append(event("B", "x", "y", "z"))
    return log
  }

  @Test(arguments: EngineKind.allCases)
  func `an empty log has no events and head 0`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    #expect(try await log.read() == Found(positions: [], head: 0))
    #expect(try await log.read(limit: 3) == Found(positions: [], head: 0))
    #expect(try await log.read(backwards: true) == Found(positions: [], head: 0))
    #expect(try await log.engine.head() == .start)
  }

  @Test(arguments: EngineKind.allCases)
  func `a query without items matches every event`(_ kind: EngineKind) async throws {
    let log = try await filled(kind)
    #expect(try await log.read() == Found(positions: [1, 2, 3, 4, 5], head: 5))
    #expect(try await log.engine.head() == Position(5))
  }

  @Test(arguments: EngineKind.allCases)
  func `types are combined by or`(_ kind: EngineKind) async throws {
    let log = try await filled(kind)
    #expect(try await log.read(query(["A"])).positions == [1, 3])
    #expect(try await log.read(query(["A", "C"])).positions == [1, 3, 4])
    #expect(try await log.read(query(["D"])) == Found(positions: [], head: 5))
  }

  @Test(arguments: EngineKind.allCases)
  func `tags are combined by and`(_ kind: EngineKind) async throws {
    let log = try await filled(kind)
    #expect(try await log.read(query([], "x")).positions == [1, 2, 5])
    #expect(try await log.read(query([], "x", "y")).positions == [1, 5])
    #expect(try await log.read(query([], "y", "x", "z")).positions == [5])
    #expect(try await log.read(query([], "x", "w")).positions == [])
  }

  @Test(arguments: EngineKind.allCases)
  func `an item requires both its types and its tags`(_ kind: EngineKind) async throws {
    let log = try await filled(kind)
    #expect(try await log.read(query(["B"], "x", "y")).positions == [5])
    #expect(try await log.read(query(["C"], "x")).positions == [])
  }

  @Test(arguments: EngineKind.allCases)
  func `items are combined by or without duplicates`(_ kind: EngineKind) async throws {
    let log = try await filled(kind)
    #expect(try await log.read(query(["C"]) | query([], "y")).positions == [1, 3, 4, 5])
    #expect(try await log.read(query(["A"]) | query([], "x", "y")).positions == [1, 3, 5])
    #expect(try await log.read(Query([Query.Item()])).positions == [1, 2, 3, 4, 5])
    #expect(try await log.read(.nothing) == Found(positions: [], head: 5))
  }

  @Test(arguments: EngineKind.allCases)
  func `reading starts after a position`(_ kind: EngineKind) async throws {
    let log = try await filled(kind)
    #expect(try await log.read(after: 2) == Found(positions: [3, 4, 5], head: 5))
    #expect(try await log.read(query([], "x"), after: 1).positions == [2, 5])
    #expect(try await log.read(after: 5) == Found(positions: [], head: 5))
    #expect(try await log.read(after: 500) == Found(positions: [], head: 5))
  }

  @Test(arguments: EngineKind.allCases)
  func `a limit that ends the reading determines the head`(_ kind: EngineKind) async throws {
    let log = try await filled(kind)
    #expect(try await log.read(limit: 0) == Found(positions: [], head: nil))
    #expect(try await log.read(limit: 2) == Found(positions: [1, 2], head: 2))
    #expect(try await log.read(limit: 9) == Found(positions: [1, 2, 3, 4, 5], head: 5))
    #expect(try await log.read(query(["A"]), limit: 1) == Found(positions: [1], head: 1))
    #expect(try await log.read(query(["A"]), limit: 2) == Found(positions: [1, 3], head: 3))
    #expect(try await log.read(query(["A"]), limit: 3) == Found(positions: [1, 3], head: 5))
    #expect(try await log.read(query(["D"]), limit: 3) == Found(positions: [], head: 5))
  }

  @Test(arguments: EngineKind.allCases)
  func `pages are consecutive`(_ kind: EngineKind) async throws {
    let log = try await filled(kind)
    var position = 0
    var all: [Int] = []
    while true {
      let page = try await log.read(after: position, limit: 2)
      if page.positions.isEmpty { break }
      all += page.positions
      position = try #require(page.head)
    }
    #expect(all == [1, 2, 3, 4, 5])
  }

  @Test(arguments: EngineKind.allCases)
  func `backwards reading starts with the newest event`(_ kind: EngineKind) async throws {
    let log = try await filled(kind)
    #expect(try await log.read(backwards: true) == Found(positions: [5, 4, 3, 2, 1], head: 5))
    #expect(try await log.read(after: 3, backwards: true).positions == [5, 4])
    #expect(
      try await log.read(limit: 2, backwards: true) == Found(positions: [5, 4], head: 4))
    #expect(try await log.read(query([], "x"), limit: 1, backwards: true).positions == [5])
    #expect(try await log.read(query(["A"]), limit: 9, backwards: true).positions == [3, 1])
    #expect(try await log.read(limit: 0, backwards: true) == Found(positions: [], head: nil))
  }

  @Test(arguments: EngineKind.allCases)
  func `an event round-trips`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    let id = EventID(high: 1, low: 2)
    let erasable = NewEvent.Erasable(
      subjects: [Tag("user", "eva")], personal: json(#"{"phone":"+7"}"#),
      tags: [Tag("phone", "abc")], fingerprint: KeyedDigest(rawValue: "f00d"),
      salt: Array(0..<16))
    let new = NewEvent(
      id: id, type: "shop.Sold", version: 3, tags: [Tag("item", "1"), Tag("item", "2")],
      data: json(#"{"price":1.50,"note":"a\"b\\c\u0001 ü"}"#), erasable: erasable)
    try await log.append(event("Before"), new)
    let found = try #require(try await log.engine.read(after: Position(1)).events.first)
    #expect(found.position == Position(2) && found.id == id && found.time == EngineBench.start)
    #expect(found.type == "shop.Sold" && found.version == 3 && found.tags == new.tags)
    #expect(found.data == new.data && found.erasable == erasable && !found.isErased)
    #expect(found.cause == nil && found.index == 2 && found.count == 2)
    #expect(try await log.read(query([], "phone:abc", "item:2")).positions == [2])
  }

  @Test(arguments: EngineKind.allCases)
  func `types and tags may be any text`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    let texts = [
      "имя", "日本:語", "👩‍👩‍👧‍👦", "say \"hi\"", #"C:\temp\"#, "a\nb\tc\u{0}", "/", "", "\u{7f}\u{2028}",
      String(repeating: "ю", count: 512),
    ]
    for text in texts where !text.isEmpty && text.count <= 200 {
      try await log.append(event(text, text))
      #expect(try await log.read(query([text], text)).positions.count == 1, "\(text)")
      #expect(try await log.isRefused(query([], text)))
    }
    for text in texts {
      try await log.append(event("Tagged", text))
      let found = try await log.engine.read(query(["Tagged"], text)).events
      #expect(found.map(\.tags) == [[Tag(rawValue: text)]])
    }
  }

  @Test(arguments: EngineKind.allCases)
  func `texts are compared bytewise`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
    try await log.append(event(composed, composed))
    #expect(try await log.read(query([composed], composed)).positions == [1])
    #expect(try await log.read(query([decomposed])).positions == [])
    #expect(try await log.read(query([], decomposed)).positions == [])
    #expect(try await log.read(query([], "caf")).positions == [])
    #expect(try await !log.isRefused(query([decomposed]) | query([], decomposed)))
  }
}
