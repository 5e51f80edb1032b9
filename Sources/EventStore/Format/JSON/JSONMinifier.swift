/// Removes insignificant white space: keys keep their order, numbers their spelling, texts their
/// escapes.
package enum JSONMinifier {
  /// The JSON value without insignificant white space. One pass, O(length).
  ///
  /// - Throws: if the bytes are not one JSON value within the limits.
  package static func minified(
    _ bytes: [UInt8], limits: JSONLimits
  ) throws(JSONSyntaxError) -> [UInt8] {
    let gaps = try JSONGrammar.scan(bytes, limits, by: { _ in WhitespaceRanges() }) { $0.ranges }
    if gaps.isEmpty { return bytes }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var start = 0
    for gap in gaps {
      output.append(contentsOf: bytes[start..<gap.lowerBound])
      start = gap.upperBound
    }
    output.append(contentsOf: bytes[start...])
    return output
  }

  private struct WhitespaceRanges: JSONListener {
    private(set) var ranges: [Range<Int>] = []

    mutating func whitespace(_ range: Range<Int>) { ranges.append(range) }
  }
}

extension JSONWriter {
  /// Writes a text, given as valid UTF-8, in quotation marks and escaped as needed. O(length).
  package mutating func string(utf8 text: ArraySlice<UInt8>) {
    separate()
    unsafe text.withUnsafeBufferPointer { utf8 in unsafe appendQuoted(utf8) }
    separates = true
  }
}
