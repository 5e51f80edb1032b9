import EventEngine

/// JSON for a terminal: the same value, with every control sequence escaped.
enum PrintableJSON {
  /// Escapes some characters of the JSON text from `start` on, for example as `\u009b`: DEL, C1
  /// control characters, line and paragraph separators, and the marks of the bidirectional
  /// algorithm. They occur in strings only, where the escape has the same meaning. JSON itself
  /// requires that the other control characters are escaped. O(length), without an allocation if
  /// nothing is escaped.
  static func escapeControls(_ bytes: inout [UInt8], from start: Int = 0) {
    var index = start
    while index < bytes.count {
      if bytes[index] >= 0x7f, command(in: bytes, at: index) != nil { break }
      index += 1
    }
    guard index < bytes.count else { return }
    let rest = Array(bytes[index...])
    bytes.removeLast(rest.count)
    append(rest, to: &bytes)
  }

  /// Returns the JSON text with the same characters escaped.
  static func escapingControls(_ json: String) -> [UInt8] {
    var bytes = Array(json.utf8)
    escapeControls(&bytes)
    return bytes
  }

  private static func append(_ rest: [UInt8], to bytes: inout [UInt8]) {
    var index = 0
    while index < rest.count {
      guard rest[index] >= 0x7f, let (value, length) = command(in: rest, at: index) else {
        bytes.append(rest[index])
        index += 1
        continue
      }
      let digits = String(value, radix: 16)
      bytes.append(
        contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      index += length
    }
  }

  /// Returns the scalar to escape at `index` and its length in UTF-8; nil if there is none.
  private static func command(in bytes: [UInt8], at index: Int) -> (value: Int, length: Int)? {
    func byte(_ offset: Int) -> UInt8 {
      index + offset < bytes.count ? bytes[index + offset] : 0
    }
    switch (bytes[index], byte(1), byte(2)) {
    case (0x7f, _, _): return (0x7f, 1)
    case (0xc2, let low, _) where (0x80...0x9f).contains(low): return (Int(low), 2)
    case (0xd8, 0x9c, _): return (0x061c, 2)
    case (0xe2, 0x80, 0x8e), (0xe2, 0x80, 0x8f), (0xe2, 0x80, 0xa8...0xae):
      return (0x2000 + Int(byte(2) & 0x3f), 3)
    case (0xe2, 0x81, 0xa6...0xa9): return (0x2040 + Int(byte(2) & 0x3f), 3)
    default: return nil
    }
  }
}

extension JSONValue {
  /// The value as JSON for a terminal.
  var printableJSON: String {
    String(decoding: PrintableJSON.escapingControls(description), as: UTF8.self)
  }
}
