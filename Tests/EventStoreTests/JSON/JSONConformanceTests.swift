import EventStore
import Testing

/// Texts that RFC 8259 allows and forbids, in the manner of the well-known test suites.
struct `Strict JSON parsing` {
  @Test(arguments: acceptedTexts)
  func `a text the grammar allows is accepted`(_ text: AcceptedText) throws {
    let value = try JSONParser.parse(text.bytes)
    #expect(value.description == text.minified)
  }

  @Test(arguments: rejectedTexts)
  func `a text the grammar forbids is refused at the offset of the error`(_ text: RejectedText) {
    let error = JSONSyntaxError(text.reason, at: text.offset)
    #expect(throws: error) { try JSONParser.parse(text.bytes) }
    var members = JSONMembers()
    #expect(throws: error) { try members.scan(text.bytes) }
    #expect(members.members.isEmpty)
  }

  @Test func `nesting is allowed up to the limit and refused beyond it`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    func mixed(_ depth: Int) -> String {
      String(repeating: #"{"a":["#, count: depth / 2) + String(repeating: "]}", count: depth / 2)
    }
    #expect(try JSONParser.parse(nested(64)).description == nested(64))
    #expect(try JSONParser.parse(mixed(64)).description == mixed(64))
    #expect(throws: JSONSyntaxError(.tooDeep(limit: 64), at: 64)) {
      try JSONParser.parse(nested(65))
    }
    #expect(throws: JSONSyntaxError(.tooDeep(limit: 64), at: 64)) {
      try JSONParser.parse(nested(10_000))
    }
    #expect(throws: JSONSyntaxError(.tooDeep(limit: 512), at: 512)) {
      try JSONParser.parse(nested(100_000), limits: JSONLimits(depth: .max))
    }
    #expect(try JSONParser.parse("1", limits: JSONLimits(depth: 0)) == .number(JSONNumber(1)))
    #expect(throws: JSONSyntaxError(.tooDeep(limit: 0), at: 0)) {
      try JSONParser.parse("[]", limits: JSONLimits(depth: 0))
    }
  }

  @Test func `a text may be as long as the limit and no longer`() throws {
    #expect(try JSONParser.parse("[1]", limits: JSONLimits(bytes: 3)).description == "[1]")
    #expect(throws: JSONSyntaxError(.tooLarge(limit: 3), at: 3)) {
      try JSONParser.parse("[1] ", limits: JSONLimits(bytes: 3))
    }
  }

  @Test func `a duplicate key is detected among many`() throws {
    let members = (0..<1000).map { #""key \#($0)":{"key \#($0)":1}"# }
    let object = members.joined(separator: ",")
    #expect(try JSONParser.parse("{\(object)}").description == "{\(object)}")
    for index in [0, 15, 16, 17, 999] {
      #expect(
        throws: JSONSyntaxError(.duplicateKey("key \(index)"), at: object.utf8.count + 2)
      ) {
        try JSONParser.parse(#"{\#(object),"\u006bey \#(index)":2}"#)
      }
    }
  }

  @Test func `an error describes the problem and its offset in English`() {
    func complaint(_ text: String) -> String {
      do throws(JSONSyntaxError) {
        return "accepted as \(try JSONParser.parse(text))"
      } catch { return error.description }
    }
    let descriptions = [
      #"{"a":1,    "b":2,"a":3}"#, "[1,]", "[1;2]", "\"\u{1}\"", "\"\\x\"", "01",
    ].map(complaint)
    #expect(
      descriptions == [
        #"duplicate key "a" at byte 17"#, "trailing comma at byte 2",
        "unexpected ';' at byte 2", "unescaped control character 0x01 at byte 1",
        "invalid escape at byte 1", "invalid number at byte 0",
      ])
  }

  @Test func `every prefix of a text is refused without reading beyond it`() throws {
    let text = Array(#" {"a\u00e9":[1.5e+3,true,null,"\ud83d\ude00é😀",{"b":-0}],"c":false} "#.utf8)
    for count in 0..<text.count - 1 {
      #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(text[..<count])) }
    }
    let minified = #"{"aé":[1.5e+3,true,null,"😀é😀",{"b":-0}],"c":false}"#
    #expect(try JSONParser.parse(text).description == minified)
  }
}
