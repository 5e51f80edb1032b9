import Foundation
import TestSupport
import Testing

@testable import EventStore

/// The bytes of records are fixed: changing one of these lines changes the format.
@Suite struct RecordBytesTests {
  /// The worked example of `docs/journal-format.md`.
  private static let lines: [String] = [
    #"{"position":1,"id":"0190a5e4-8000-7001-8000-000000000001","time":"2024-07-12T09:00:0"#
      + #"0.250Z","type":"sensor.read","version":1,"tags":["sensor:7","room:\"A\" \\ ü"]"#
      + #","append":[1,1],"synced":0,"data":{"celsius":21.50,"ok":true},"crc":"28129304"}"#,
    #"{"position":2,"id":"0190a5e4-8000-7002-8000-000000000002","time":"2024-07-12T09:00:0"#
      + #"1.000Z","type":"courier.orderPlaced","version":2,"tags":["order:9421"]"#
      + #","cause":{"command":"courier.placeOrder","id":"c-1","actor":"eva","correlation":"cal"#
      + #"l 5","because":1},"append":[1,1],"synced":1"#
      + #","data":{"order":"9421","weight":{"kilograms":3}}"#
      + #","commitment":"af00bf0dd9d48e96acf4ef9f4a005eb759ba2d13bdf74272de6278fd5b9ced41""#
      + #","salt":"000102030405060708090a0b0c0d0e0f","subjects":["order:9421","user:eva"]"#
      + #","personal":{"address":"Лесная, 5"},"personalTags":["phone:5f1d"],"fingerprint":"00f"#
      + #"f","crc":"cee4cfb7"}"#,
    #"{"position":3,"id":"0190a5e4-8000-7003-8000-000000000001","time":"2024-07-12T09:00:0"#
      + #"1.000Z","type":"list.itemAdded","version":1,"tags":[],"append":[1,3]"#
      + #","data":{"item":1},"crc":"b9d530ee"}"#,
    #"{"position":4,"id":"0190a5e4-8000-7003-8000-000000000002","time":"2024-07-12T09:00:0"#
      + #"1.000Z","type":"list.itemAdded","version":1,"tags":[],"append":[2,3]"#
      + #","data":{"item":2},"crc":"05a3df48"}"#,
    #"{"position":5,"id":"0190a5e4-8000-7003-8000-000000000003","time":"2024-07-12T09:00:0"#
      + #"1.000Z","type":"list.itemAdded","version":1,"tags":[],"append":[3,3]"#
      + #","data":{"item":3},"crc":"f68beaee"}"#,
  ]

  private static let sensor = NewEvent(
    id: EventID(high: 0x0190_a5e4_8000_7001, low: 0x8000_0000_0000_0001),
    type: "sensor.read", tags: [Tag("sensor", "7"), Tag(rawValue: #"room:"A" \ ü"#)],
    data: json(#"{"celsius":21.50,"ok":true}"#))

  private static let order = NewEvent(
    id: EventID(high: 0x0190_a5e4_8000_7002, low: 0x8000_0000_0000_0002),
    type: "courier.orderPlaced", version: 2, tags: [Tag("order", "9421")],
    data: json(#"{"order":"9421","weight":{"kilograms":3}}"#),
    erasable: NewEvent.Erasable(
      subjects: [Tag("order", "9421"), Tag("user", "eva")],
      personal: json(#"{"address":"Лесная, 5"}"#), tags: [Tag("phone", "5f1d")],
      fingerprint: KeyedDigest(rawValue: "00ff"), salt: Array(0..<16)))

  private static let cause = Cause(
    command: "courier.placeOrder", id: "c-1", actor: "eva", correlation: "call 5",
    because: Position(1))

  private static func item(_ number: UInt64) -> NewEvent {
    NewEvent(
      id: EventID(high: 0x0190_a5e4_8000_7003, low: 0x8000_0000_0000_0000 + number),
      type: "list.itemAdded", data: json(#"{"item":\#(number)}"#))
  }

  /// A journal with these records: a batch of one append, then a batch of two.
  private func journal() throws -> TestJournal {
    let journal = try TestJournal()
    var writer = try journal.writer()
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([Self.sensor], at: instant("2024-07-12T09:00:00.250Z"))
    }
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([Self.order], at: instant("2024-07-12T09:00:01Z"), cause: Self.cause)
      try writer.append((1...3).map(Self.item), at: TestJournal.start)
    }
    return journal
  }

  @Test func `records have exactly these bytes`() throws {
    let text = String(decoding: try journal().segment(), as: UTF8.self)
    #expect(text == Self.lines.map { $0 + "\n" }.joined())
  }

  @Test func `the format document shows the same bytes`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let document = try String(
      contentsOf: root.appending(path: "docs/journal-format.md"), encoding: .utf8)
    let example = document.split(separator: "```jsonl\n").dropFirst().first?
      .split(separator: "```").first
    #expect(example.map(String.init) == Self.lines.map { $0 + "\n" }.joined())
    #expect(document.contains("`\(TestJournal.id)`"))
  }

  /// CRC-32C by its definition, bit by bit.
  private func checksum(_ bytes: [UInt8]) -> String {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x82f6_3b78 }
    }
    return String(format: "%08x", ~crc)
  }

  @Test(arguments: lines) func `the checksum covers the journal's id and the line`(
    _ line: String
  ) throws {
    let (before, after) = try #require(line.range(of: #","crc":""#, options: .backwards)).apart(
      line)
    let id = try #require(Hexadecimal.decode(TestJournal.id.description.filter { $0 != "-" }))
    #expect(after == checksum(id + Array(before.utf8)) + "\"}")
  }

  @Test func `the commitment covers the salt and the section after it`() throws {
    let line = Self.lines[1]
    let section = try #require(line.range(of: #","subjects""#)).lowerBound
    let end = try #require(line.range(of: #","crc""#)).lowerBound
    // The salt is the bytes 0 to 15.
    let committed = (0..<16).map(UInt8.init) + Array(line[section..<end].utf8)
    let core = line[..<(try #require(line.range(of: #","salt""#)).lowerBound)]
    #expect(core.hasSuffix(#","commitment":"\#(SHA256.hash(committed).hex)""#))
  }

  @Test func `the leaf covers the core, erased or not`() throws {
    let line = Self.lines[1]
    let core = String(line[..<(try #require(line.range(of: #","salt""#)).lowerBound)])
    let body = Array("\(core)".utf8)
    let id = try #require(Hexadecimal.decode(TestJournal.id.description.filter { $0 != "-" }))
    let erased = core + #","crc":"\#(checksum(id + body))"}"#
    var leaves: [Digest] = []
    for text in [line, erased] {
      var reader = SingleRecordDecoder(journal: TestJournal.id)
      let problem = reader.read(Array(text.utf8)[...]) { view in
        leaves.append(view.leaf)
        #expect(StoredEvent(view).isErased == (text == erased))
        return nil
      }
      #expect(problem == nil)
    }
    #expect(leaves == [SHA256.hash([0] + body), SHA256.hash([0] + body)])
  }

  @Test func `an erased record equals the one in the document`() throws {
    let journal = try journal()
    var writer = try journal.writer()
    _ = try writer.erase(
      Erasure(of: [Tag("order", "9421")], actor: "admin"), at: TestJournal.start)
    let text = String(decoding: try journal.segment(), as: UTF8.self)
    let core = try #require(Self.lines[1].range(of: #","salt""#)).apart(Self.lines[1]).0
    #expect(text.split(separator: "\n")[1] == core + #","crc":"82dd8d91"}"#)
    let rest = Self.lines.enumerated().filter { $0.offset != 1 }.map(\.element)
    #expect(rest.allSatisfy { text.contains($0 + "\n") })
  }
}

extension Range<String.Index> {
  /// The parts before and after a text.
  fileprivate func apart(_ text: String) -> (String, String) {
    (String(text[..<lowerBound]), String(text[upperBound...]))
  }
}
