/// Copies JSON without its insignificant white space.
public enum JSONMinifier {
  /// Checks a whole text as strictly as ``JSONParser`` and appends it without white space between
  /// its tokens. The order of keys and the spelling of strings and numbers stay as they are, so
  /// minified text is copied unchanged. One pass, O(length), no recursion.
  ///
  /// - Throws: the first offence and its offset; nothing has been appended then.
  public static func appendMinified(
    _ bytes: UnsafeRawBufferPointer, to output: inout [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    let text = unsafe JSONBytes(bytes)
    var grammar = JSONGrammar(text, limits, JSONRuns(text))
    try grammar.run()
    grammar.listener.append(to: &output)
  }

  /// The same for an array of bytes.
  ///
  /// - Throws: the first offence and its offset; nothing has been appended then.
  public static func appendMinified(
    _ bytes: [UInt8], to output: inout [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in
      try unsafe appendMinified(UnsafeRawBufferPointer(buffer), to: &output, limits: limits)
    }
  }
}

/// Notes only where white space is: what lies between is copied as it is.
private struct JSONRuns: JSONListener {
  private let bytes: JSONBytes
  private var gaps: [Range<Int>] = []

  init(_ bytes: JSONBytes) { self.bytes = bytes }

  @inline(__always) mutating func whitespace(_ range: Range<Int>) { gaps.append(range) }
  @inline(__always) mutating func open(_ container: JSONContainer, at index: Int) {}
  @inline(__always) mutating func close(_ container: JSONContainer, end: Int) {}
  @inline(__always) mutating func key(_ range: Range<Int>, escaped: Bool) {}
  @inline(__always) mutating func string(_ range: Range<Int>, escaped: Bool) {}
  @inline(__always) mutating func number(_ range: Range<Int>) {}
  @inline(__always) mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {}

  func append(to output: inout [UInt8]) {
    var start = 0
    for gap in gaps {
      unsafe output.append(contentsOf: bytes[start..<gap.lowerBound])
      start = gap.upperBound
    }
    unsafe output.append(contentsOf: bytes[start..<bytes.count])
  }
}
