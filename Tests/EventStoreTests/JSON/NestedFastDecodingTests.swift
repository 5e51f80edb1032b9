import Testing

@testable import EventStore

/// Nested values are decoded fast if they have the writer's spelling.
@Suite struct NestedFastDecodingTests {
  private struct Step: FastDecodable, Equatable {
    private enum CodingKeys: CodingKey { case number, at, note, place }
    private enum PlaceKeys: CodingKey { case x }

    let number: Int
    let at: Timestamp
    let note: String?
    let place: Int
    /// Whether the fast path decoded the value; not part of the JSON text.
    let isFast: Bool

    init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
      number = try members.integer("number")
      at = try members.instant("at")
      note = try members.optionalString("note")
      guard members.open("place") else { throw KeyOrderMismatch() }
      place = try members.integer("x")
      try members.close()
      isFast = true
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      number = try members.decode(Int.self, forKey: .number)
      at = try members.decode(Timestamp.self, forKey: .at)
      note = try members.decodeIfPresent(String.self, forKey: .note)
      place = try members.nestedContainer(keyedBy: PlaceKeys.self, forKey: .place)
        .decode(Int.self, forKey: .x)
      isFast = false
    }

    var values: [String] { ["\(number)", "\(at)", note ?? "-", "\(place)"] }
  }

  private static let canonical =
    #"{"number":7,"at":"2026-05-04T05:00:00.123Z","note":"é","place":{"x":5}}"#

  private func decoded(_ texts: [String]) throws -> [Step] {
    var decoder = PayloadDecoder()
    let json = "{\"steps\": [\(texts.joined(separator: " , "))] }"
    return try decoder.decode([String: [Step]].self, from: Array(json.utf8))["steps"] ?? []
  }

  @Test func `the writer's spelling is read fast`() throws {
    let short = #"{"number":7,"at":"2026-05-04T05:00:00.123Z","place":{"x":5}}"#
    let steps = try decoded([Self.canonical, short])
    #expect(steps.map(\.isFast) == [true, true])
    #expect(
      steps.map(\.values) == [
        ["7", "2026-05-04T05:00:00.123Z", "é", "5"],
        ["7", "2026-05-04T05:00:00.123Z", "-", "5"],
      ])
  }

  @Test(arguments: [
    (":7", ": 7"), (#"{"number":7,"#, #"{"other":[{}],"number":7,"#), ("é", #"\u00e9"#),
    (#"{"x":5}"#, #"{ "x":5}"#), (#"{"x":5}"#, #"{"x":5,"y":[{}]}"#), ("}}", #"},"z":null}"#),
    (#""note":"é","place":{"x":5}"#, #""place":{"x":5},"note":"é""#),
  ])
  func `another spelling has the same values, and the next value is read fast`(
    old: String, new: String
  ) throws {
    let other = Self.canonical.replacing(old, with: new)
    let steps = try decoded([other, Self.canonical])
    #expect(steps.map(\.isFast) == [false, true])
    #expect(steps[0].values == steps[1].values)
  }

  @Test func `an error names the member`() {
    let wrong = Self.canonical.replacing(":7", with: ":\"7\"")
    let error = #expect(throws: PayloadDecodingError.self) {
      try decoded([Self.canonical, wrong])
    }
    #expect(error?.path == "steps[1].number")
  }
}
