extension String {
  /// The text without Unicode white space at both ends.
  public var trimmed: String {
    let scalars = unicodeScalars
    if scalars.first?.properties.isWhitespace == false,
      scalars.last?.properties.isWhitespace == false
    {
      return self
    }
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
