import TestSupport
import Testing

@testable import EventStore

/// A record has one spelling: the writer's is read back, and any other is damage.
@Suite struct RecordSpellingTests {
  private static let texts = [
    "", "a", "courier.orderPlaced", #"say "hi" \o/"#, "имя/日本", "\u{0}\u{1f}\n", "👩‍👩‍👧‍👦",
    String(repeating: "long ", count: 40), "\u{2028}\u{7f}",
  ]

  private static let objects = [
    "{}", #"{"n":1.50,"list":[1,[2,{"deep":null}]],"text":"}],\"{"}"#, #"{"crc":"00000000"}"#,
    #"{"commitment":"x","salt":"y"}"#, #"{"é":"é","":-0.0e+5}"#, #"{"a":true,"b":false}"#,
  ]

  private static func tags(_ random: inout SeededRandom) -> [EventStore.Tag] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Tag(rawValue: texts.randomElement(using: &random) ?? "")
    }
  }

  private static func event(_ random: inout SeededRandom) -> NewEvent {
    var event = NewEvent(
      id: EventID(at: TestJournal.start, random: random.nextWords()),
      type: EventType(rawValue: texts.dropFirst().randomElement(using: &random) ?? ""),
      version: SchemaVersion(rawValue: .random(in: 1...1000, using: &random)),
      tags: tags(&random), data: json(objects.randomElement(using: &random) ?? ""))
    guard Bool.random(using: &random) else { return event }
    event.erasable = NewEvent.Erasable(
      subjects: tags(&random),
      personal: Bool.random(using: &random)
        ? json(objects.randomElement(using: &random) ?? "") : nil,
      tags: tags(&random),
      fingerprint: Bool.random(using: &random) ? KeyedDigest(rawValue: "0123abcd") : nil,
      salt: random.next(16))
    return event
  }

  private static func cause(_ random: inout SeededRandom) -> Cause? {
    func text() -> String? {
      Bool.random(using: &random) ? texts.randomElement(using: &random) : nil
    }
    guard let command = text() else { return nil }
    return Cause(
      command: command, id: text(), actor: text(), correlation: text(),
      because: Bool.random(using: &random)
        ? Position(.random(in: 1...9_999_999, using: &random)) : nil)
  }

  /// Records as the writer makes them, in order, one line each, with their line feeds.
  private static func lines(_ count: Int, _ random: inout SeededRandom) -> [[UInt8]] {
    var writer = RecordWriter(journal: TestJournal.id)
    var lines: [[UInt8]] = []
    var time = TestJournal.start
    while lines.count < count {
      let size = Int.random(in: 1...3, using: &random)
      let cause = cause(&random)
      time = Timestamp(rawValue: time.rawValue + .random(in: 0...100_000, using: &random))
      for index in 1...size {
        var json = JSONWriter()
        let place = RecordWriter.Placement(
          position: Position(lines.count + 1), time: time, index: index, count: size,
          synced: index == 1 && Bool.random(using: &random) ? Position(lines.count) : nil)
        writer.append(event(&random), place, cause: cause, to: &json)
        lines.append(Array(json.bytes))
      }
    }
    return lines
  }

  /// The line with its checksum computed anew, so that only its spelling is wrong.
  private static func sealed(_ line: String) throws -> [UInt8] {
    let end = try #require(line.ranges(of: #","crc":""#).last).lowerBound
    let body = Array(line[..<end].utf8)
    var out = body + Array(#","crc":""#.utf8)
    out.append(hexadecimal: CRC32C.checksum(body, continuing: TestJournal.id.checksumSeed))
    return out + Array("\"}".utf8)
  }

  private func problem(with line: [UInt8], isThorough: Bool) -> Damage.Reason? {
    var decoder = SingleRecordDecoder(journal: TestJournal.id)
    return isThorough
      ? decoder.read(line[...]) { _ in nil } : decoder.readLeniently(line[...]) { _ in nil }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a writer's records have the spelling of the format`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for line in Self.lines(150, &random) {
      let problem = problem(with: Array(line.dropLast()), isThorough: true)
      #expect(problem == nil, "\(String(decoding: line, as: UTF8.self))")
    }
  }

  private static let line =
    #"{"position":1,"id":"0190a5e4-8000-7001-8000-000000000001","time":"2024-07-12T09:00:00.250Z","#
    + #""type":"sensor.read","version":1,"tags":["a","b"],"cause":{"command":"c","id":"1"},"#
    + #""append":[1,1],"synced":0,"data":{"celsius":21.50,"ok":true},"crc":"00000000"}"#

  @Test(arguments: [
    (#"{"position":1,"id""#, #"{ "position":1,"id""#), (#"["a","b"]"#, #"["a", "b"]"#),
    (#"["a","b"]"#, #"["a",1]"#), (#","version":1"#, ""), (#""version":1"#, #""version":01"#),
    (#""append":[1,1]"#, #""append":[2,1]"#), (#""append":[1,1]"#, #""append":[1, 1]"#),
    (#","cause":{"command":"c","id":"1"}"#, #","cause":{"id":"1","command":"c"}"#),
    (#","append":[1,1],"synced":0"#, #","synced":0,"append":[1,1]"#),
    (#"09:00:00.250Z"#, #"09:00:00.25Z"#), (#"0190a5e4"#, #"0190A5E4"#),
    (#""version":1,"#, #""version":1,"more":2,"#), (#""data":{"#, #""data": {"#),
  ])
  func `a line with another spelling before its payload is refused`(_ old: String, _ new: String)
    throws
  {
    #expect(problem(with: try Self.sealed(Self.line), isThorough: true) == nil)
    #expect(Self.line.contains(old))
    let line = try Self.sealed(Self.line.replacing(old, with: new))
    guard case .malformed(let reason, _)? = problem(with: line, isThorough: false) else {
      Issue.record("\(new) is read")
      return
    }
    #expect(reason.hasSuffix("it does not follow the format"))
  }

  @Test(arguments: [
    (#"},"crc""#, #"},"more":2,"crc""#), (#""ok":true"#, #""ok":true,"ok":true"#),
    (#""ok":true"#, #""ok":tru"#), (#""type":"sensor.read""#, #""type":"sensor\u002eread""#),
    (#""id":"1"}"#, #""id":"\/"}"#), (#"["a","b"]"#, #"["a","\u0062"]"#),
    (#"},"crc""#, #"},"commitment":"00","crc""#), (#"},"crc""#, #"} ,"crc""#),
  ])
  func `other spellings are refused only by a check of every byte`(_ old: String, _ new: String)
    throws
  {
    #expect(Self.line.contains(old))
    let line = try Self.sealed(Self.line.replacing(old, with: new))
    #expect(problem(with: line, isThorough: false) == nil)
    guard case .malformed? = problem(with: line, isThorough: true) else {
      Issue.record("\(new) is taken")
      return
    }
  }

  @Test func `the members of a payload may be in any order and spacing`() throws {
    let data = #"{"celsius":21.50,"ok":true}"#
    let line = try Self.sealed(Self.line.replacing(data, with: #"{ "ok":true,"celsius":21.50 }"#))
    #expect(problem(with: line, isThorough: true) == nil)
  }

  @Test func `queries find the same events in a line and in a copy`() throws {
    var random = SeededRandom(seed: 5)
    let lines = Self.lines(100, &random)
    for text in Self.texts.dropFirst() {
      for query in [query([text]), query([], text), query([text], text)] {
        let filter = RecordFilter(query)
        var decoder = SingleRecordDecoder(journal: TestJournal.id)
        for line in lines {
          let problem = decoder.read(Array(line.dropLast())[...]) { view in
            let stored = StoredEvent(view)
            #expect(filter.matches(view) == query.matches(stored.type, stored.allTags))
            return nil
          }
          #expect(problem == nil)
        }
      }
    }
  }
}
