import TestSupport
import Testing

@testable import EventStore

/// Fast and general parsing of records agree, whatever the order of members.
@Suite struct RecordParsingTests {
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

  /// Records as the writer formats them, one line each.
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
        let place = RecordWriter.Place(
          position: Position(lines.count + 1), time: time, index: index, count: size,
          synced: index == 1 && Bool.random(using: &random) ? Position(lines.count) : nil)
        writer.append(event(&random), place, cause: cause, to: &json)
        lines.append(Array(json.bytes))
      }
    }
    return lines
  }

  /// The same record with its members shuffled and white space inserted.
  private static func shuffled(_ line: [UInt8], _ random: inout SeededRandom) throws -> [UInt8] {
    func space() -> [UInt8] {
      (0..<Int.random(in: 0...2, using: &random)).map { _ in
        [0x20, 0x09, 0x0d].randomElement(using: &random) ?? 0x20
      }
    }
    func shuffledObject(_ bytes: [UInt8], except last: String?) throws -> [UInt8] {
      var members = JSONMembers()
      try members.scan(bytes)
      var object: [UInt8] = []
      for member in members.members.shuffled(using: &random) where member.key != last {
        var value = Array(bytes[member.value])
        if member.key == "cause" { value = try shuffledObject(value, except: nil) }
        if member.key == "append" {
          value = Array(value.flatMap { space() + [$0] }.drop { $0 <= 0x20 })
        }
        if ["tags", "subjects", "personalTags"].contains(member.key), value.count > 2 {
          value = [0x5b] + space() + value.dropFirst().dropLast() + space() + [0x5d]
        }
        object += object.isEmpty ? [0x7b] : [0x2c]
        object += space() + Array("\"\(member.key)\"".utf8) + space() + [0x3a] + space()
        object += value + space()
      }
      return last == nil ? object + [0x7d] : object
    }
    // White space can't be inserted into numbers.
    let body = try shuffledObject(Array(line.dropLast()), except: "crc")
    var out = body + Array(#","crc":""#.utf8)
    out.append(hexadecimal: CRC32C.checksum(body, continuing: TestJournal.id.checksumSeed))
    return out + Array("\"}\n".utf8)
  }

  private func events(_ lines: [[UInt8]]) throws -> (events: [StoredEvent], irregular: Int) {
    let folder = try TemporaryFolder()
    try folder.write(lines.joined(), to: "lines")
    let file = try SystemFileSystem().open(folder.path("lines"), for: .reading)
    var records = SegmentReader(
      file, journal: TestJournal.id, from: 0, to: lines.reduce(0) { $0 + $1.count },
      expecting: Position(1), notBefore: .earliest)
    var events: [StoredEvent] = []
    var irregular = 0
    reading: while true {
      switch try records.next() {
      case .record:
        let view = records.view
        if view.isIrregular {
          irregular += 1
        } else {
          #expect(view.disagreement == nil && view.commitmentFits)
        }
        #expect(view.data == StoredEvent(view).data)
        #expect(view.tags + view.personalTags == StoredEvent(view).allTags)
        events.append(StoredEvent(view))
      case .wrong(let reason):
        Issue.record("\(reason): \(String(decoding: lines[events.count], as: UTF8.self))")
        break reading
      case .end: break reading
      }
    }
    return (events, irregular)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `both parsers return the same event`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let lines = Self.lines(150, &random)
    let (fast, irregular) = try events(lines)
    #expect(fast.count == lines.count && irregular == 0)
    let mixed = try lines.map { try Self.shuffled($0, &random) }
    let (general, generalCount) = try events(mixed)
    #expect(generalCount == lines.count)
    #expect(general == fast)
  }

  @Test func `queries match the same events with both parsers`() throws {
    var random = SeededRandom(seed: 5)
    let lines = Self.lines(100, &random)
    let mixed = try lines.map { try Self.shuffled($0, &random) }
    let stored = try events(lines).events
    for text in Self.texts.dropFirst() {
      for query in [query([text]), query([], text), query([text], text)] {
        let expected = stored.filter { query.matches($0.type, $0.allTags) }.map(\.position)
        for lines in [lines, mixed] { #expect(try positions(lines, query) == expected) }
      }
    }
  }

  private func positions(_ lines: [[UInt8]], _ query: Query) throws -> [Position] {
    let folder = try TemporaryFolder()
    try folder.write(lines.joined(), to: "lines")
    let file = try SystemFileSystem().open(folder.path("lines"), for: .reading)
    var records = SegmentReader(
      file, journal: TestJournal.id, from: 0, to: lines.reduce(0) { $0 + $1.count },
      expecting: Position(1), notBefore: .earliest)
    let filter = RecordFilter(query)
    var positions: [Position] = []
    while case .record = try records.next() {
      if filter.matches(records.view) { positions.append(records.view.position) }
    }
    return positions
  }
}
