extension String {
  /// Whether the text consists of 1 to 64 ASCII letters, digits, `.`, `_` and `-`.
  package var isIdentifier: Bool {
    let bytes = utf8Span.span
    guard (1...64).contains(bytes.count) else { return false }
    for index in bytes.indices where !isIdentifierByte(bytes[index]) { return false }
    return true
  }
}

private func isIdentifierByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
    true
  default: false
  }
}
