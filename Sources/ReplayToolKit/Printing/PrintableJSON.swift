import EventEngine

/// JSON for a terminal: the same value, with every control sequence escaped.
enum PrintableJSON {
  /// Escapes some characters of the JSON text from `start` on, for example as `\u009b`: DEL, C1
  /// control characters, line and paragraph separators, and the marks of the bidirectional
  /// algorithm. They occur in strings only, where the escape has the same meaning. JSON itself
  /// requires that the other control characters are escaped. O(length), without an allocation if
  /// nothing can be escaped.
  static func escapeControls(_ bytes: inout [UInt8], from start: Int = 0) {
    guard bytes[start...].contains(where: mayBeginCommand) else { return }
    let text = String(decoding: bytes[start...], as: UTF8.self)
    bytes.replaceSubrange(start..., with: text.escaped(except: ["\t", "\n"]).utf8)
  }

  /// Whether the UTF-8 of a character that is escaped may begin with the byte.
  private static func mayBeginCommand(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x7f, 0xc2, 0xd8, 0xe2: true
    default: false
    }
  }
}

extension JSONValue {
  /// The value as JSON for a terminal.
  var printableJSON: String { description.printable }
}
