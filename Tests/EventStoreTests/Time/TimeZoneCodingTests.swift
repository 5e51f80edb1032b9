import EventStore
import Foundation
import Testing

@Suite struct TimeZoneCodingTests {
  private func decode(_ text: String) throws -> TimeZoneTable {
    try JSONDecoder().decode(TimeZoneTable.self, from: Data(text.utf8))
  }

  @Test func `a table is coded compactly`() throws {
    let table = try TimeZoneTable(
      name: "Europe/Moscow", initialOffset: 9017,
      transitions: [
        .init(instant: -2_840_149_817, offset: 9017), .init(instant: 1_414_274_400, offset: 10_800),
      ], rule: "MSK-3")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = """
      {"initialOffset":9017,"name":"Europe/Moscow","rule":"MSK-3",\
      "transitions":[[-2840149817,9017],[1414274400,10800]]}
      """
    #expect(String(decoding: try encoder.encode(table), as: UTF8.self) == text)
    #expect(try decode(text) == table)
  }

  @Test func `the built-in tables round-trip`() throws {
    for table in [TimeZoneTable.utc, .moscow] {
      let back = try JSONDecoder().decode(TimeZoneTable.self, from: JSONEncoder().encode(table))
      #expect(back == table)
      #expect(back.hashValue == table.hashValue)
    }
  }

  @Test(arguments: [
    #"{"name":"../UTC","initialOffset":0,"transitions":[],"rule":""}"#,
    #"{"name":"UTC","initialOffset":93601,"transitions":[],"rule":""}"#,
    #"{"name":"UTC","initialOffset":0,"transitions":[[0,-93601]],"rule":""}"#,
    #"{"name":"UTC","initialOffset":0,"transitions":[[0,99999999999]],"rule":""}"#,
    #"{"name":"UTC","initialOffset":0,"transitions":[[1,0],[1,3600]],"rule":""}"#,
    #"{"name":"UTC","initialOffset":0,"transitions":[[1,0],[0,3600]],"rule":""}"#,
    #"{"name":"UTC","initialOffset":0,"transitions":[[9223372036854775807,0]],"rule":""}"#,
    #"{"name":"UTC","initialOffset":0,"transitions":[[0]],"rule":""}"#,
    #"{"name":"UTC","initialOffset":0,"transitions":[[0,0,0]],"rule":""}"#,
    #"{"name":"UTC","initialOffset":0,"transitions":[],"rule":"UTC"}"#,
    #"{"name":"UTC","initialOffset":0,"transitions":[]}"#,
    #"{"name":"UTC","initialOffset":0,"rule":""}"#,
  ])
  func `invalid tables are refused`(text: String) {
    #expect(throws: DecodingError.self) { try decode(text) }
  }

  @Test func `a table has at most 4096 transitions`() throws {
    func text(_ count: Int) -> String {
      let pairs = (0..<count).map { "[\($0),0]" }.joined(separator: ",")
      return #"{"name":"UTC","initialOffset":0,"transitions":[\#(pairs)],"rule":""}"#
    }
    #expect(try decode(text(4096)).transitions.count == 4096)
    #expect(throws: DecodingError.self) { try decode(text(4097)) }
  }
}
