import Domain
import EventEngine
import Testing

/// Texts whose comparison by the standard library takes time quadratic in their length.
@Suite struct CanonicalOrderTests {
  /// Alternating combining marks above (class 230) and below (220), so that all must be reordered.
  private static func marks(_ count: Int) -> String {
    String(repeating: "\u{301}\u{323}", count: count / 2)
  }

  private static let hostile = [
    "a" + marks(40_000), marks(40_000) + "a", "a" + marks(33) + "b" + marks(1000),
    "\u{f40}" + String(repeating: "\u{f72}\u{f71}\u{f74}", count: 10_000),
    "a" + String(repeating: "\u{344}\u{323}", count: 10_000),
    String(repeating: "a" + marks(100), count: 300),
  ]

  /// The number of marks that follow one of a higher class, in runs of more than 32 marks. They
  /// measure the work left to a comparison of the text.
  private func disorder(_ text: String) -> Int {
    var (count, run, disorder, last) = (0, 0, 0, UInt8(0))
    for scalar in text.unicodeScalars {
      let order = scalar.properties.canonicalCombiningClass.rawValue
      if order == 0 {
        count += run > 32 ? disorder : 0
        (run, disorder, last) = (0, 0, 0)
      } else {
        run += 1
        disorder += order < last ? 1 : 0
        last = order
      }
    }
    return count + (run > 32 ? disorder : 0)
  }

  private func read<Value>(_ field: Field<Value>, _ json: JSONValue) throws -> Value? {
    try Form(["f": json], fields: [field.optional]).optional(field)
  }

  @Test(arguments: hostile)
  func `fields return texts in canonical order`(text: String) throws {
    #expect(disorder(text) > 0)
    let ordered = try [
      read(Field<String>.text("f"), .string(text)),
      read(Field<String>.verbatim("f", takes: .init(ru: "", en: "")), .string(text)),
      read(Field<String>.matching("f", takes: .init(ru: "", en: "")) { _ in true }, .string(text)),
      read(Field<[String]>.texts("f", takes: .init(ru: "", en: "")), [.string(text)])?.first,
      read(Field<WebAddress>.url("f"), .string("http://host/" + text))?.rawValue,
    ]
    for value in ordered { #expect(disorder(try #require(value)) == 0) }
    #expect(ordered[0]?.unicodeScalars.count == text.unicodeScalars.count)
    // Sorted by class and stable within a class. Short enough for the standard library.
    let short = String(text.unicodeScalars.prefix(400))
    #expect(short.inCanonicalOrder == short)
  }

  @Test func `ordinary texts are unchanged, byte for byte`() throws {
    let texts = [
      "Ёлки, йод и café", "e\u{301}\u{323}", "q" + Self.marks(32), "👨‍👩‍👧‍👦🇷🇺",
      String(repeating: "ы", count: 10_000),
      "a" + String(repeating: "\u{301}", count: 10_000), "нет\u{308}",
    ]
    for text in texts {
      #expect(Array(text.inCanonicalOrder.utf8) == Array(text.utf8))
    }
  }

  @Test func `duplicates are removed from a list of a hundred thousand texts`() throws {
    let texts = (0..<100_000).map { "t\($0 % 60_000)" }
    let field = Field<[String]>.texts("f", takes: .init(ru: "", en: ""))
    #expect(try read(field, .array(texts.map(JSONValue.string))) == Array(texts.prefix(60_000)))
  }

  @Test func `suggestions are not searched for texts too long to be misspellings`() {
    let long = String(repeating: "courier", count: 100_000)
    #expect(Spelling.nearest(to: long, in: ["courier.signIn"]) == nil)
    #expect(Spelling.nearest(to: "courier.signin", in: ["courier.signIn"]) == "courier.signIn")
  }

  @Test func `a name without its domain is suggested with it`() {
    let names = ["courier.signIn", "mall.signIn", "mall.like", "nft.liked"]
    #expect(Spelling.nearest(to: "liked", in: names) == "nft.liked")
    #expect(Spelling.nearest(to: "SignIn", in: names) == "courier.signIn")
    #expect(Spelling.nearest(to: "In", in: names) == nil)
  }
}
