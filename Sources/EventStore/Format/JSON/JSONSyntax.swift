/// Checks JSON texts that are recorded without a change.
enum JSONSyntax {
  /// Checks as strictly as ``JSONParser``. One pass, O(length), no recursion.
  ///
  /// - Throws: the first error and its offset.
  static func check(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    try JSONGrammar.scan(bytes, limits, by: { _ in SyntaxOnly() }) { _ in }
  }
}

/// Ignores the parts of the text: only the errors of the grammar matter.
struct SyntaxOnly: JSONListener {}
