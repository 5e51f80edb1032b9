import EventStore
import Testing

@Suite struct CanonicalTimestampTests {
  /// Parses the text with a fresh parser and with the given one, which must agree.
  private func parse(_ text: [UInt8], _ parser: inout TimestampParser) -> Timestamp? {
    precondition(text.count >= 24)
    return unsafe text.withUnsafeBufferPointer { buffer in
      guard let bytes = buffer.baseAddress else { return nil }
      var new = TimestampParser()
      let fresh = unsafe new.parse(bytes)
      let remembered = unsafe parser.parse(bytes)
      #expect(fresh == remembered)
      return fresh
    }
  }

  @Test func `ends of months and thousands of other instants round-trip`() throws {
    var random = SeededRandom(seed: 1)
    var parser = TimestampParser()
    var instants: [Timestamp] = [.earliest, .latest, Timestamp(rawValue: 0)]
    for year in 0...9999 where year % 100 < 5 || year % 37 == 0 {
      for month in 1...12 {
        let first = try #require(CalendarDay(year: year, month: month, day: 1))
        let midnight = Timestamp(rawValue: Int64(first.rawValue) * 86_400_000)
        instants += [midnight.advanced(byMilliseconds: -1), midnight]
      }
    }
    for _ in 0..<20_000 {
      instants.append(try .random(years: 0...9999, using: &random))
    }
    for instant in instants {
      var text: [UInt8] = []
      instant.appendRFC3339(to: &text)
      #expect(text.count == Timestamp.textLength)
      let parsed = parse(text, &parser)
      let general = try Timestamp(String(decoding: text, as: UTF8.self))
      guard parsed == instant, general == instant else {
        Issue.record("\(String(decoding: text, as: UTF8.self)) for \(instant.rawValue)")
        return
      }
    }
  }

  @Test func `a run of close times is parsed like single times`() throws {
    var random = SeededRandom(seed: 2)
    var parser = TimestampParser()
    var instant = try Timestamp("2026-05-08T18:58:00Z")
    for _ in 0..<5000 {
      instant = instant.advanced(byMilliseconds: .random(in: 0...9000, using: &random))
      #expect(parse(Array(instant.rfc3339.utf8), &parser) == instant)
    }
  }

  @Test(arguments: [
    "2026-13-08T12:00:00.000Z", "2026-00-08T12:00:00.000Z", "2026-02-29T12:00:00.000Z",
    "2026-04-31T12:00:00.000Z", "2026-05-00T12:00:00.000Z", "2026-05-08T24:00:00.000Z",
    "2026-05-08T12:60:00.000Z", "2026-05-08T12:00:60.000Z", "2026-05-08t12:00:00.000Z",
    "2026-05-08T12:00:00.000z", "2026-05-08T12:00:00+03:00", "2026-05-08T12:00:00Z    ",
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0:00.000Z",
  ])
  func `non-canonical texts are refused`(text: String) {
    var parser = TimestampParser()
    #expect(parse(Array(text.utf8), &parser) == nil)
  }

  @Test func `with any byte replaced a text is refused or parsed as written`() throws {
    let text = Array("2024-02-29T23:59:59.999Z".utf8)
    var parser = TimestampParser()
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = byte
        let parsed = parse(changed, &parser)
        if let parsed {
          #expect(Array(parsed.rfc3339.utf8) == changed)
        } else {
          let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          let general = Timestamp(rfc3339: String(decoding: changed, as: UTF8.self))
          #expect(general == nil || !isDigit)
        }
        #expect(parse(text, &parser) != nil)
      }
    }
  }
}
