import Foundation
import Testing

/// `append` and `read`: the store itself.
@Suite struct SessionStoreTests {
  private func answers(_ requests: [String], in folder: Folder) throws -> [String] {
    let outcome = try Tool.run(
      "session", "--create", in: folder, input: requests.joined(separator: "\n"))
    #expect(outcome.status == 0)
    return outcome.lines.map(String.init)
  }

  private func code(_ answer: String) -> String? {
    answer.firstMatch(of: /"code":"(\w+)"/).map { String($0.1) }
  }

  private static let letters = try! Folder.withLetters()

  @Test func `a condition holds at the moment of the append`() throws {
    let folder = try Folder()
    func join(_ condition: String) -> String {
      #"{"append":[{"type":"Joined","tags":["s:1","c:1"],"data":{}}],"condition":\#(condition)}"#
    }
    let sameStudent = #"{"items":[{"tags":["s:1"]}]}"#
    let got = try answers(
      [
        join(#"{"failIfEventsMatch":\#(sameStudent)}"#),
        join(#"{"failIfEventsMatch":\#(sameStudent)}"#),
        join(#"{"failIfEventsMatch":\#(sameStudent),"after":0}"#),
        join(#"{"failIfEventsMatch":\#(sameStudent),"after":1}"#),
        join(#"{"failIfEventsMatch":{"items":[{"types":["Left"],"tags":["s:1"]}]}}"#),
        join(#"{"failIfEventsMatch":{"items":[{"types":["Left"]},{"tags":["c:1","s:1"]}]}}"#),
        join(#"{"failIfEventsMatch":{}}"#),
        join(#"{"failIfEventsMatch":{"items":[]},"after":3}"#),
        join("null"),
      ], in: folder)
    let failed = got.map { code($0) == "appendConditionFailed" }
    #expect(failed == [false, true, true, false, false, true, true, false, false])
    #expect(got.last == #"{"ok":true,"positions":[5]}"#)
  }

  @Test func `all events of an append are recorded or none`() throws {
    let folder = try Folder()
    let got = try answers(
      [
        #"{"append":[{"type":"A","data":{}},{"type":"B","tags":["t"],"data":{}},{"type":"A","data":{}}]}"#,
        #"{"append":[{"type":"A","data":{}},{"type":"courier.orderPlaced","data":{}}]}"#,
        #"{"read":{},"limit":0}"#,
        #"{"append":[{"type":"A","data":{}},{"type":"A","tags":[1],"data":{}}]}"#,
        #"{"append":[{"type":"B","data":{}}]}"#,
      ], in: folder)
    #expect(got[0] == #"{"ok":true,"positions":[1,2,3]}"#)
    #expect(code(got[1]) == "reservedType")
    #expect(got[2] == #"{"ok":true,"events":[],"head":null}"#)
    #expect(code(got[3]) == "invalidField")
    #expect(got[4] == #"{"ok":true,"positions":[4]}"#)
  }

  @Test func `malformed appends and reads have codes`() throws {
    let folder = try Folder()
    let long = String(repeating: "я", count: 201)
    let cases = [
      (#"{"append":[]}"#, "invalidField"), (#"{"append":{}}"#, "invalidField"),
      (#"{"append":null}"#, "missingField"), (#"{"append":[1]}"#, "invalidField"),
      (#"{"append":[{}]}"#, "missingField"),
      (#"{"append":[{"type":"","data":{}}]}"#, "invalidField"),
      (#"{"append":[{"type":"\#(long)","data":{}}]}"#, "invalidField"),
      (#"{"append":[{"type":"A"}]}"#, "missingField"),
      (#"{"append":[{"type":"A","data":null}]}"#, "missingField"),
      (#"{"append":[{"type":"A","data":[]}]}"#, "invalidField"),
      (#"{"append":[{"type":"A","id":"7","data":{}}]}"#, "invalidField"),
      (#"{"append":[{"type":"A","tags":[""],"data":{}}]}"#, "invalidField"),
      (#"{"append":[{"type":"A","time":"now"}]}"#, "unknownField"),
      (#"{"append":[{"type":"A","data":{}}],"after":1}"#, "unknownField"),
      (#"{"append":[{"type":"A","data":{}}],"condition":{}}"#, "missingField"),
      (
        #"{"append":[{"type":"A","data":{}}],"condition":{"failIfEventsMatch":[]}}"#,
        "invalidField"
      ),
      (#"{"append":[{"type":"nft.x","data":{}}]}"#, "reservedType"),
      (#"{"append":[{"type":"system.x","data":{}}]}"#, "reservedType"),
      (#"{"read":[]}"#, "invalidField"), (#"{"read":{"item":[]}}"#, "unknownField"),
      (#"{"read":{"items":[{"type":"A"}]}}"#, "unknownField"),
      (#"{"read":{"items":[{"types":"A"}]}}"#, "invalidField"),
      (#"{"read":{},"limit":-1}"#, "invalidField"), (#"{"read":{},"after":1.5}"#, "invalidField"),
      (#"{"read":{},"backwards":1}"#, "invalidField"), (#"{"read":{},"from":1}"#, "unknownField"),
    ]
    let got = try answers(cases.map(\.0), in: folder)
    for (answer, (request, expected)) in zip(got, cases) {
      #expect(code(answer) == expected, "\(request): \(answer)")
    }
    #expect(try answers([#"{"read":{}}"#], in: folder) == [#"{"ok":true,"events":[],"head":0}"#])
  }

  @Test(arguments: [
    (#"{"read":{}}"#, "1 2 3 4 5 6", "6"),
    (#"{"read":{"items":[]},"after":4}"#, "5 6", "6"),
    (#"{"read":{"items":[{"types":["A"]}]}}"#, "1 4", "6"),
    (#"{"read":{"items":[{"types":["A","B"]}]}}"#, "1 2 4 5", "6"),
    (#"{"read":{"items":[{"types":["A"]},{"tags":["odd"]}]}}"#, "1 3 4 5", "6"),
    (#"{"read":{"items":[{"tags":["odd","first"]}]}}"#, "1", "6"),
    (#"{"read":{"items":[{}]}}"#, "1 2 3 4 5 6", "6"),
    (#"{"read":{"items":[{"types":["Z"]}]}}"#, "", "6"),
    (#"{"read":{},"limit":2}"#, "1 2", "2"),
    (#"{"read":{},"limit":6}"#, "1 2 3 4 5 6", "6"),
    (#"{"read":{"items":[{"types":["A"]}]},"limit":1}"#, "1", "1"),
    (#"{"read":{"items":[{"types":["A"]}]},"limit":2}"#, "1 4", "6"),
    (#"{"read":{},"backwards":true}"#, "6 5 4 3 2 1", "6"),
    (#"{"read":{},"backwards":true,"limit":2}"#, "6 5", "5"),
    (#"{"read":{},"backwards":true,"after":4}"#, "6 5", "6"),
    (#"{"read":{},"after":99}"#, "", "6"),
    (#"{"read":{},"limit":0}"#, "", "null"),
    (#"{"read":{},"after":9223372036854775807}"#, "", "6"),
    (#"{"read":{},"after":null,"limit":null,"backwards":null}"#, "1 2 3 4 5 6", "6"),
  ])
  func `a query returns the matching events and the head`(
    request: String, positions: String, head: String
  ) throws {
    let got = try answers([request], in: Self.letters)[0]
    let found = got.matches(of: /"position":(\d+)/).map { String($0.1) }
    #expect(found.joined(separator: " ") == positions)
    #expect(got.hasSuffix(#"],"head":\#(head)}"#))
  }

  @Test func `an append sent again under its ids is recorded once`() throws {
    let folder = try Folder()
    let id = "0190aaaa-bbbb-7ccc-8ddd-00000000000"
    func append(_ numbers: [Int], data: String = "{}") -> String {
      let events = numbers.map { #"{"type":"A","data":\#(data),"id":"\#(id)\#($0)"}"# }
      return #"{"append":[\#(events.joined(separator: ","))],"condition":{"failIfEventsMatch":{}}}"#
    }
    let first = try answers([append([1, 2]), append([1, 2])], in: folder)
    #expect(first == Array(repeating: #"{"ok":true,"positions":[1,2]}"#, count: 2))
    let later = try answers(
      [
        append([1, 2]), append([1]), append([2, 1]), append([2, 3]),
        append([1, 2], data: #"{"other":1}"#), append([3, 3]), append([3]),
      ], in: folder)
    #expect(later[0] == #"{"ok":true,"positions":[1,2]}"#)
    #expect(later[1...5].allSatisfy { code($0) == "invalidField" })
    #expect(code(later[6]) == "appendConditionFailed")
  }

  @Test func `events of domains can be read, without personal data`() throws {
    let folder = try Folder.atWork()
    let got = try answers(
      [#"{"read":{"items":[{"types":["courier.orderPlaced"]}]}}"#], in: folder)[0]
    #expect(got.contains(#""tags":["order:9421","user:eva"]"#))
    #expect(got.contains(#""time":"2024-05-08T07:00:00.000Z""#))
    #expect(!got.contains("Лесная"))
  }
}

extension Folder {
  /// Six foreign events.
  fileprivate static func withLetters() throws -> Folder {
    let folder = try Folder()
    let events =
      [("A", #"["odd","first"]"#), ("B", "[]"), ("C", #"["odd"]"#), ("A", "[]")]
      + [("B", #"["odd"]"#), ("C", "[]")]
    let lines = events.map { #"{"append":[{"type":"\#($0)","tags":\#($1),"data":{}}]}"# }
    try Tool.run("session", "--create", in: folder, input: lines.joined(separator: "\n"))
    return folder
  }
}
