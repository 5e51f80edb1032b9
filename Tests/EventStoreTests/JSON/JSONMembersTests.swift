import EventStore
import Testing

struct `The members of a line` {
  @Test func `have decoded keys and the ranges of their values`() throws {
    let text =
      #" {"type" : "a\n" ,"t\u0061gs":[ 1 ,{"x":2}], "data" :{"type":{}} ,"n":-1.5e3,"z":null } "#
    let bytes = Array(text.utf8)
    var members = JSONMembers()
    try members.scan(bytes)
    #expect(members.members.map(\.key) == ["type", "tags", "data", "n", "z"])
    #expect(
      members.members.map { String(decoding: bytes[$0.value], as: UTF8.self) }
        == [#""a\n""#, #"[ 1 ,{"x":2}]"#, #"{"type":{}}"#, "-1.5e3", "null"])
    #expect(members["n"] == members.members[3].value)
    #expect(members["x"] == nil)
  }

  @Test func `are found only in objects, and the next scan replaces them`() throws {
    var members = JSONMembers()
    try members.scan(Array("{\"a\":1}".utf8))
    try members.scan(Array("{}".utf8))
    #expect(members.members.isEmpty)
    for text in ["[]", "[{\"a\":1}]", "\"a\"", "null", "1"] {
      #expect(throws: JSONSyntaxError(.notAnObject, at: 1)) {
        try members.scan(Array(" \(text)".utf8))
      }
    }
  }

  @Test func `are validated without being parsed`() {
    var members = JSONMembers()
    #expect(throws: JSONSyntaxError(.trailingComma, at: 15)) {
      try members.scan(Array(#"{"data":{"a":[1,]}}"#.utf8))
    }
  }
}
