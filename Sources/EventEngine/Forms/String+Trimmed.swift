extension String {
  /// The text without Unicode white space at both ends.
  package var trimmed: String {
    let scalars = unicodeScalars
    if scalars.first?.isWhitespace == false, scalars.last?.isWhitespace == false { return self }
    guard let first = scalars.firstIndex(where: { !$0.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension Unicode.Scalar {
  /// The Unicode property White_Space. The two ranges hold most characters of most texts and no
  /// white space, so they need no lookup.
  fileprivate var isWhitespace: Bool {
    switch value {
    case 0x21...0x7e, 0xa1...0x167f: false
    default: properties.isWhitespace
    }
  }
}
