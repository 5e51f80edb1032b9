/// A key of a terminal.
enum TypedKey: Equatable {
  case text(String)
  case enter, tab, backspace, delete
  case left, right, wordLeft, wordRight, start, end, up, down
  case deleteWord, deleteToStart, deleteToEnd, clearScreen
  /// Ctrl-R and Ctrl-G.
  case search, abort
  /// Ctrl-C, Ctrl-D and Ctrl-Z.
  case cancel, endOfInput, stop
  /// A key without a meaning here.
  case other

  /// Parses a key from its bytes.
  ///
  /// - Parameter next: returns the next byte; nil if none comes.
  init(_ first: UInt8, _ next: () -> UInt8?) {
    switch first {
    case 0x1b: self = Self.sequence(next)
    case 0x00..<0x20, 0x7f: self = Self.controls[first] ?? .other
    default: self = Self.character(first, next)
    }
  }

  /// Ctrl with a letter: 1 is Ctrl-A.
  private static let controls: [UInt8: TypedKey] = [
    0x01: .start, 0x02: .left, 0x03: .cancel, 0x04: .endOfInput, 0x05: .end, 0x06: .right,
    0x07: .abort, 0x08: .backspace, 0x09: .tab, 0x0a: .enter, 0x0b: .deleteToEnd,
    0x0c: .clearScreen, 0x0d: .enter, 0x0e: .down, 0x10: .up, 0x12: .search, 0x15: .deleteToStart,
    0x17: .deleteWord, 0x1a: .stop, 0x7f: .backspace,
  ]

  /// The keys after `ESC [` and `ESC O`.
  private static let finals: [Character: TypedKey] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .start, "F": .end,
  ]
  private static let numbered: [String: TypedKey] = [
    "1": .start, "3": .delete, "4": .end, "7": .start, "8": .end,
  ]

  private static func sequence(_ next: () -> UInt8?) -> TypedKey {
    switch next() {
    case UInt8(ascii: "b"): return .wordLeft
    case UInt8(ascii: "f"): return .wordRight
    case 0x7f: return .deleteWord
    case UInt8(ascii: "O"):
      return next().flatMap { finals[Character(Unicode.Scalar($0))] } ?? .other
    case UInt8(ascii: "["): return function(next)
    default: return .other
    }
  }

  /// A control sequence: parameters, and a byte from `@` to `~` that ends it (ECMA-48).
  private static func function(_ next: () -> UInt8?) -> TypedKey {
    var parameters = ""
    while let byte = next(), parameters.count < 16 {
      let character = Character(Unicode.Scalar(byte))
      guard (0x40...0x7e).contains(byte) else {
        parameters.append(character)
        continue
      }
      if character == "~" { return numbered[parameters] ?? .other }
      // With Ctrl or Alt: `1;5C`.
      if parameters.hasSuffix(";5") || parameters.hasSuffix(";3") {
        return character == "C" ? .wordRight : character == "D" ? .wordLeft : .other
      }
      return finals[character] ?? .other
    }
    return .other
  }

  /// Reads a character in UTF-8; invalid bytes give `.other`.
  private static func character(_ first: UInt8, _ next: () -> UInt8?) -> TypedKey {
    var bytes = [first]
    let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
    while bytes.count < length, let byte = next() { bytes.append(byte) }
    guard let text = String(validating: bytes, as: UTF8.self) else { return .other }
    // A C1 control character is no text.
    return text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      ? .other : .text(text)
  }
}
