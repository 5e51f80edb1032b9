import Testing

@testable import EventStore

struct `Scanning trusted JSON` {
  /// The text with the padding that the scanner requires.
  private func padded(_ text: String) -> [UInt8] {
    Array(text.utf8) + Array(repeating: UInt8(ascii: "\n"), count: 65)
  }

  private func skipped(_ text: String) -> String? {
    unsafe padded(text).withUnsafeBufferPointer { buffer in
      let base = buffer.baseAddress!
      let end = unsafe JSONScan.skipValue(base, end: base + text.utf8.count)
      return unsafe end.map { unsafe String(decoding: buffer[..<($0 - base)], as: UTF8.self) }
    }
  }

  @Test func `plain string content ends at a quotation mark, a backslash or a control character`() {
    for stop in ["\"", "\\", "\u{0}", "\n", "\u{1F}"] {
      for length in 0..<50 {
        let text = String(repeating: "я", count: length / 2) + (length % 2 == 1 ? " " : "")
        let bytes = padded(text + stop + "abc\"")
        let end = unsafe bytes.withUnsafeBufferPointer {
          unsafe JSONScan.stringEnd($0.baseAddress!) - $0.baseAddress!
        }
        #expect(end == text.utf8.count)
      }
    }
  }

  @Test func `a value is skipped to its end`() {
    let values = [
      "1", "-1.5e+3", "true", "false", "null", "\"\"", #""a\"b\\""#, "[]", "{}",
      #"{"a":[1,{"b":"}]"},"\"]"],"c":null}"#, "[\n[ ],\t{ }]",
      String(repeating: "[", count: 128) + String(repeating: "]", count: 128),
    ]
    for value in values {
      for rest in ["", ",1", "}", "]", " ", "\"", "[{"] {
        #expect(skipped(value + rest) == value)
      }
    }
  }

  @Test func `unterminated values are refused`() {
    let texts = [
      "", " 1", "x", "tru", "nul", "fals", "\"", "\"a", "\"\\", "\"\\\"", "\"a\nb\"", "[", "[[]",
      "{\"a\":[", "[}", "{]", "[{]}", "]", "}", ",", ":", "[\"]", "[\u{0}]", "\"\\\n\"",
      String(repeating: "[", count: 129) + String(repeating: "]", count: 129),
      String(repeating: "[", count: 100_000),
    ]
    for text in texts { #expect(skipped(text) == nil, "\(text.prefix(20))") }
  }
}
