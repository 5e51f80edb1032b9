import EventEngine
import Testing

@Suite struct `An id` {
  @Test(arguments: ["a", "A-1_b.c", String(repeating: "x", count: 64)])
  func `is made from a valid text`(_ text: String) {
    #expect(ActorID(text)?.rawValue == text && CommandID(text)?.rawValue == text)
  }

  @Test(arguments: [
    "", "a b", "a:b", "é", "a\u{0}", "\u{1b}[31m", String(repeating: "x", count: 65),
  ])
  func `is not made from any other text`(_ text: String) {
    #expect(ActorID(text) == nil && CommandID(text) == nil)
  }
}
