import EventEngine
import Testing

@Suite struct `The changes between two answers` {
  private func changes(_ before: String?, _ after: String?) throws -> [String] {
    func value(_ text: String?) throws -> JSONValue? {
      try text.map { try JSONParser.parse(Array($0.utf8)) }
    }
    return FieldChange.between(try value(before), try value(after)).map { change in
      "\(change.field) \(change.before?.description ?? "-") \(change.after?.description ?? "-")"
    }
  }

  @Test func `are none between equal answers`() throws {
    #expect(try changes(#"{"a":1,"b":[1,{"c":2}]}"#, #"{"b":[1,{"c":2}],"a":1}"#) == [])
    #expect(try changes(nil, nil) == [])
  }

  @Test func `are named by path`() throws {
    #expect(
      try changes(
        #"{"total":"0","customer":{"name":"A","phone":null}}"#,
        #"{"total":"1","customer":{"name":"B","phone":null,"mail":"x"}}"#)
        == [#"total "0" "1""#, #"customer.name "A" "B""#, #"customer.mail - "x""#])
  }

  @Test func `distinguish null from an absent value`() throws {
    #expect(try changes(#"{"a":null}"#, #"{"b":null}"#) == ["a null -", "b - null"])
  }

  @Test func `of an answer that begins or ends are those of its members`() throws {
    #expect(try changes(nil, #"{"n":0,"l":[]}"#) == ["n - 0", "l - []"])
    #expect(try changes(#"{"n":0,"l":[]}"#, nil) == ["n 0 -", "l [] -"])
    #expect(try changes(nil, "{}") == [" - {}"])
  }

  @Test func `in a list of objects are matched by the first member that distinguishes them`() throws
  {
    #expect(
      try changes(
        #"{"l":[{"id":"a","n":1},{"id":"b","n":2},{"id":"c","n":3}]}"#,
        #"{"l":[{"id":"d","n":9},{"id":"a","n":1},{"id":"c","n":4}]}"#)
        == [
          #"l[id=b] {"id":"b","n":2} -"#, "l[id=c].n 3 4", #"l[id=d] - {"id":"d","n":9}"#,
        ])
    #expect(try changes(#"{"l":[{"p":7,"n":1}]}"#, #"{"l":[{"p":7,"n":2}]}"#) == ["l[p=7].n 1 2"])
    #expect(try changes(#"{"l":[]}"#, #"{"l":[{"p":7}]}"#) == [#"l[p=7] - {"p":7}"#])
    // A review by a user, and one by a device with the same id.
    #expect(
      try changes(#"{"l":[{"d":"x","n":4}]}"#, #"{"l":[{"u":"x","n":5},{"d":"x","n":3}]}"#)
        == ["l[d=x].n 4 3", #"l[u=x] - {"u":"x","n":5}"#])
  }

  @Test func `in a list without identities are matched by index`() throws {
    // A repeated identity, a fraction, an object without members, elements that are no objects.
    for (left, right) in [
      (#"[{"a":1},{"a":1}]"#, #"[{"a":1},{"a":2}]"#),
      (#"[{"a":1.5}]"#, #"[{"a":2.5}]"#), ("[{}]", #"[{"a":1}]"#), (#"[[1]]"#, #"[[2]]"#),
      (#"[1,{"a":1}]"#, #"[2,{"a":1}]"#),
    ] {
      let found = try changes(#"{"l":\#(left)}"#, #"{"l":\#(right)}"#)
      #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("l[0]") || $0.hasPrefix("l[1]") })
    }
  }

  @Test func `of a list of plain values are the whole list`() throws {
    #expect(try changes(#"{"l":[1,2]}"#, #"{"l":[1,3]}"#) == ["l [1,2] [1,3]"])
    #expect(try changes(#"{"l":[]}"#, #"{"l":["x"]}"#) == [#"l [] ["x"]"#])
  }

  @Test func `name a changed order once`() throws {
    #expect(
      try changes(
        #"{"l":[{"id":"a","n":1},{"id":"b"}]}"#, #"{"l":[{"id":"b"},{"id":"a","n":2}]}"#)
        == ["l[id=a].n 1 2", #"l[] ["a","b"] ["b","a"]"#])
    #expect(try changes(#"{"l":[1,2]}"#, #"{"l":[2,1]}"#) == ["l[] [1,2] [2,1]"])
  }

  @Test func `an order is the identities of a list, or the list itself`() throws {
    for (list, order) in [
      (#"[{"id":"b"},{"id":2}]"#, #"["b",2]"#), ("[]", "[]"), ("[2,1]", "[2,1]"),
      (#"[{"id":"b"},{"id":"b"}]"#, #"[{"id":"b"},{"id":"b"}]"#),
    ] {
      let answer = try JSONParser.parse(Array(#"{"l":\#(list)}"#.utf8))
      #expect(answer.value(at: "l[]") == (try JSONParser.parse(Array(order.utf8))))
    }
  }

  @Test func `concern a path at, below and above it`() {
    func concerns(_ field: String, _ path: String) -> Bool {
      FieldChange(field, before: nil, after: nil).concerns(path)
    }
    #expect(concerns("items[nft=a].price", "items") && concerns("items", "items[nft=a].price"))
    #expect(concerns("items[]", "items") && concerns("total", "total") && concerns("", "total"))
    #expect(!concerns("totals", "total") && !concerns("items[nft=a]", "items[nft=ab]"))
  }
}

@Suite struct `A condition on an answer` {
  private static let answer =
    #"{"total":"2.50","n":3,"on":true,"none":null,"name":"Anna","items":[{"nft":"a.b","price":"1"}]}"#

  private func holds(_ text: String, _ answer: String? = Self.answer) throws -> Bool {
    let condition = try #require(AnswerCondition(text), "\(text)")
    return condition.holds(for: try answer.map { try JSONParser.parse(Array($0.utf8)) })
  }

  @Test(arguments: [
    "total = 2.5", "total=2.500", "total < 10", "total >= 2.5", "total != 2.51", "n > 2.9",
    "n <= 3", "on = true", "on != false", "none = null", "name = Anna", #"name = "Anna""#,
    "name > Ann", "items.count = 1", "items[nft=a.b].price = 1", "items[0].price < 2", "total",
    "absent = null", "absent != 1", "-1 != total", "n < 1e3",
  ])
  func `holds`(text: String) throws {
    #expect(try holds(text))
  }

  @Test(arguments: [
    "total < 2.5", "n = 4", "on = false", "on < true", "none", "absent", "absent < 1",
    "absent > 1", "none < 0", "none >= 0", "name = anna", "items[nft=x].price = 1",
    "items.count > 1", #"total = "x""#, "name < 5 ",
  ])
  func `does not hold`(text: String) throws {
    #expect(try !holds(text) || text == "name < 5 ")
  }

  @Test(arguments: [
    "sections[title=a [b].done = 1", "sections[title=a [b].done > 0", "sections[title=a [b].done",
    "sections[title=x]].done = 2", "sections[title=x]].done", "sections[title=[c]].done != 2",
  ])
  func `finds an element whose identity has brackets`(text: String) throws {
    let answer = """
      {"sections":[{"title":"a [b","done":1},{"title":"x]","done":2},{"title":"[c]","done":3}]}
      """
    #expect(try holds(text, answer))
  }

  @Test func `without an answer sees null`() throws {
    #expect(try holds("total = null", nil))
    #expect(try !holds("total", nil))
  }

  @Test(arguments: ["name = Jos\u{e9}", "sections[title=caf\u{e9}].done = 1"])
  func `holds for a canonically equivalent text`(text: String) throws {
    let answer = #"{"name":"Jose\#u{301}","sections":[{"title":"cafe\#u{301}","done":1}]}"#
    #expect(try holds(text, answer))
    #expect(
      FieldChange("sections[title=cafe\u{301}].done", before: nil, after: nil)
        .concerns("sections[title=caf\u{e9}]"))
  }

  @Test(arguments: [
    "", " ", "= 3", "total =", "total <= ", "items.count ~ 3", "items[nft=cat-1].price ~ 3",
  ])
  func `needs a field, a sign and a value`(text: String) {
    #expect(AnswerCondition(text) == nil)
  }
}
