import Testing

@testable import EventStore

/// Fast encoding writes the same bytes as `encode(to:)`.
struct `Fast encoding` {
  @Test func `agrees with general encoding`() throws {
    for box in Box.samples { try expectAgreement(box) }
  }

  private func expectAgreement(_ box: Box) throws {
    for options in PayloadEncoder.Options.all {
      try expectAgreement(box, options)
      try expectAgreement([box, box], options)
      try expectAgreement(["in": ["a list": [box]]], options)
    }
  }

  @Test func `is decoded again`() throws {
    var decoder = PayloadDecoder()
    for box in Box.samples {
      #expect(try decoder.decode(Box.self, from: encode(box, PayloadEncoder.Options())) == box)
    }
  }

  @Test func `fails with the same errors`() {
    for box in [
      Box(time: Timestamp(rawValue: .max)), Box(day: CalendarDay(rawValue: .max)),
      Box(days: [CalendarDay(rawValue: .min)]), Box(inner: [Inner(number: .infinity)]),
    ] {
      let errors = [true, false].map { takesShortcuts in
        #expect(throws: PayloadEncodingError.self) {
          try encode(["boxes": [box]], PayloadEncoder.Options(takesShortcuts: takesShortcuts))
        }
      }
      #expect(errors[0] == errors[1])
    }
  }

  @Test func `leaves no output after a failure that the caller handles`() throws {
    let options = PayloadEncoder.Options()
    #expect(try encode(Forgiving(), options) == Array(#"{"then":{"number":1}}"#.utf8))
    try expectAgreement(Forgiving(), options)
  }

  @Test func `sorts text keys by their encoded bytes`() throws {
    let keys = ["b", "a\"", "a#", "a", "é", "", "a\n", "ab", "Z"].map { Label(rawValue: $0) }
    let dictionary = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    let options = PayloadEncoder.Options(isCanonical: true)
    try expectAgreement(dictionary, options)
    try expectAgreement([dictionary: [dictionary]], options)
    let text = try encode(dictionary, options)
    #expect(
      text == Array(#"{"":5,"Z":8,"a":3,"a#":2,"a\"":1,"a\n":6,"ab":7,"b":0,"é":4}"#.utf8))
  }

  @Test func `of any length has the digest of the canonical encoding`() throws {
    let options = PayloadEncoder.Options(isCanonical: true, takesShortcuts: false)
    let boxes = (0..<5000).map { Box.samples[$0 % Box.samples.count] }
    for count in [0, 1, 7, 300, 5000] {
      let list = Array(boxes.prefix(count))
      #expect(try PayloadEncoder.digest(of: list) == SHA256.hash(encode(list, options)))
      let sorted = ["b": list, "a": []]
      #expect(try PayloadEncoder.digest(of: sorted) == SHA256.hash(encode(sorted, options)))
    }
    #expect(throws: PayloadEncodingError(.refused("outside years 0000 to 9999"), path: "[5000]")) {
      try PayloadEncoder.digest(of: boxes.map(\.time) + [Timestamp(rawValue: .max)])
    }
  }

  @Test func `writes lists in pieces as one array`() throws {
    let options = PayloadEncoder.Options()
    #expect(try encode(Pieces(lists: [[1, 2], [], [3]]), options) == Array("[1,2,3]".utf8))
    #expect(try encode(Pieces<Int>(lists: []), options) == Array("[]".utf8))
  }

  private func expectAgreement(
    _ value: some Encodable, _ options: PayloadEncoder.Options,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var general = options
    general.takesShortcuts = false
    let texts = try [options, general].map { options in
      String(decoding: try encode(value, options), as: UTF8.self)
    }
    #expect(texts[0] == texts[1], sourceLocation: sourceLocation)
  }

  private func encode(
    _ value: some Encodable, _ options: PayloadEncoder.Options
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try PayloadEncoder.encode(value, into: &bytes, options: options)
    return bytes
  }
}

private struct Pieces<Element: Encodable>: Encodable {
  let lists: ContiguousArray<ContiguousArray<Element>>

  func encode(to encoder: any Encoder) throws { try encoder.encode(joined: lists) }
}

/// A type backed by a text.
private struct Label: StringBacked, Codable, Hashable, CodingKeyRepresentable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  var codingKey: any CodingKey { LabelKey(stringValue: rawValue) }

  init?(codingKey: some CodingKey) { self.init(rawValue: codingKey.stringValue) }
}

private struct LabelKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

private enum Size: String, Codable { case small, large }

private struct Stars: RawRepresentable, Codable, Equatable { let rawValue: Int }

private struct Inner: Codable, Equatable {
  var number: Double?
}

/// A type with a member of every kind.
private struct Box: Codable, Equatable {
  var label: Label?
  var size = Size.small
  var text = ""
  var count = 0
  var stars: Stars?
  var isOpen = false
  var day = CalendarDay.earliest
  var time = Timestamp.latest
  var note: String?
  var previous: Int?
  var later: CalendarDay?
  var labels: [Label] = []
  var days: [CalendarDay] = []
  var inner: [Inner] = []
  var other: Inner?

  static let samples: [Box] = {
    let texts = [
      "", "plain", "fifteen bytes..", "sixteen bytes...", "\"", "\\", "\u{1f}", "\u{0}x", "тёплый",
      "seventeen bytes\"", String(repeating: "x", count: 4095) + "\n",
      String(repeating: "длинный ", count: 9000),
    ]
    let counts = [0, 9, 10, -1, .max, .min, 99, 100, 1_000_000_000_000_000_000, -123_456_789]
    return texts.enumerated().map { index, text in
      Box(
        label: index % 2 == 0 ? Label(rawValue: text) : nil, size: index % 3 == 0 ? .large : .small,
        text: text, count: counts[index % counts.count],
        stars: index % 3 == 1 ? Stars(rawValue: index) : nil, isOpen: index % 2 == 1,
        day: CalendarDay(rawValue: Int32(index * 12345)),
        time: Timestamp(rawValue: Int64(index) * 987_654_321_001), note: index > 5 ? text : nil,
        previous: index % 4 == 0 ? index : nil, later: index % 5 == 0 ? .latest : nil,
        labels: texts.prefix(index % 4).map { Label(rawValue: $0) },
        days: index % 4 == 3 ? [.earliest, .latest] : [],
        inner: Array(repeating: Inner(number: index == 7 ? nil : 0.5), count: index % 3),
        other: index % 6 == 0 ? Inner(number: 1e300) : nil)
    }
  }()
}

extension Inner: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    try members.writeOther("number", number)
  }
}

extension Box: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("label", label)
    members.write("size", size)
    members.write("text", text)
    members.write("count", count)
    members.write("stars", stars)
    members.write("isOpen", isOpen)
    try members.write("day", day)
    try members.write("time", time)
    members.write("note", note)
    members.write("previous", previous)
    try members.write("later", later)
    try members.write("labels", labels)
    try members.write("days", days)
    try members.write("inner", inner)
    try members.write("other", other)
  }
}

private struct Forgiving: Encodable {
  private enum CodingKeys: CodingKey { case first, then }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try? container.encode(Inner(number: .nan), forKey: .first)
    try container.encode(Inner(number: 1), forKey: .then)
  }
}
