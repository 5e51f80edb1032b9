import EventEngine
import Testing

@testable import ReplayToolKit

/// A command with a field that is a list of objects.
@Suite struct ObjectFieldTests {
  struct Keys: Decider {
    typealias Event = DoorEvent
    typealias Refusal = DoorRefusal

    func boundary(of command: Int) -> Query { .nothing }
    mutating func apply(_ event: Recorded<DoorEvent>) {}
    func decide(_ command: Int, at now: Moment) throws(DoorRefusal) -> [DoorEvent] { [] }

    fileprivate static let copies = Field<Int>.integer(
      "copies", takes: Bilingual(ru: "число", en: "a number"))
    fileprivate static let keys = Field<[Int]>.objects(
      "keys", of: [copies.required, Field<String>.text("label").optional]
    ) { key throws(FormError) in try key.required(copies) }

    static let shapes = [
      CommandShape("doors.cut", by: .person, Bilingual(ru: "Ключи", en: "Cut keys"), keys) {
        $0.count
      }
    ]
  }

  let domain = DomainDefinition(
    "doors", of: DoorEvent.self, deciders: [Keys.self], projections: [])

  @Test func `on a command line it is JSON`() throws {
    func keys(_ word: String) throws -> JSONValue? {
      try CommandLineFields([word], of: "doors.cut", [Keys.keys.required]).members["keys"]
    }
    let list = JSONValue.array([.object(["copies": .number(JSONNumber(1))])])
    #expect(try keys(#"keys=[{"copies":1}]"#) == list)
    #expect(try keys(#"keys:=[{"copies":1}]"#) == list)
    #expect(try keys("keys=one") == "one")
    #expect(try keys("keys=null") == .null)
    #expect(Sample([domain]).issue == #"doors.cut keys='[{"copies":1}]' --actor kim"#)
  }

  @Test(arguments: [
    ("keys=[{copies:1}]", "keys= takes JSON: "), ("keys:=[{copies:1}]", "keys:= takes JSON: "),
    (#"keys= [{"copies":1,"copies":2}]"#, "keys= takes JSON: "),
  ]) func `a mistake in the JSON of a command line is named`(word: String, text: String) throws {
    let error = #expect(throws: UsageError.self) {
      try CommandLineFields([word], of: "doors.cut", [Keys.keys.required])
    }
    #expect(error?.text.en.hasPrefix(text) == true, "\(String(describing: error))")
  }

  @Test func `a field that is required under a condition is not called optional`() {
    let label = Field<String>.text("label")
    let key = Field<Int>.object(
      "key", of: [label.optional, Keys.copies.required(if: label, is: "set")]
    ) { form throws(FormError) in try form.required(Keys.copies) }
    #expect(
      key.required.takes.en == "an object with label (a text that is not empty; optional), "
        + "copies (a number (required if label = set))")
  }

  @Test func `the catalog lists the fields of the objects`() throws {
    let catalog = try #require(CatalogDomain.all(of: [domain]).first?.json(in: .en)["commands"])
    #expect(
      catalog.description == #"""
        [{"name":"doors.cut","actor":"person","fields":[{"name":"keys","kind":"objects",\#
        "required":true,"takes":"a list; each element is an object with copies (a number), label \#
        (a text that is not empty; optional)","fields":[{"name":"copies","kind":"integer",\#
        "required":true,"takes":"a number"},{"name":"label","kind":"text","required":false,\#
        "takes":"a text that is not empty (empty: left out)"}]}],"refusals":[],"summary":"Cut keys"}]
        """#)
  }
}
