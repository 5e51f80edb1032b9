/// The members of one JSON object: their keys, and the ranges of their values, which are not
/// parsed.
///
/// For reading a few members of a line and copying the others as bytes. Scanning another text
/// reuses the storage.
package struct JSONMembers: Sendable {
  /// One member of the object.
  package struct Member: Hashable, Sendable {
    /// The key with its escapes resolved.
    package let key: String
    /// The range of the value, in bytes from the start of the text: without white space around it,
    /// with the quotation marks of a string.
    package let value: Range<Int>
  }

  /// The members in the order of the text, without duplicate keys.
  package private(set) var members: [Member] = []

  /// An empty list of members: see ``scan(_:limits:)``.
  package init() {}

  /// Replaces the members by those of `bytes`, which must be one object and is validated as
  /// strictly as by ``JSONParser``. One pass, O(length), no recursion.
  ///
  /// - Throws: the first error and its offset; there are no members then.
  package mutating func scan(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in
      let text = unsafe JSONBytes(UnsafeRawBufferPointer(buffer))
      members.removeAll(keepingCapacity: true)
      let start = text.whitespaceEnd(from: 0)
      var grammar = JSONGrammar(text, limits, JSONMemberFinder(text, members))
      members = []
      try grammar.run()
      guard text[start] == UInt8(ascii: "{") else { throw JSONSyntaxError(.notAnObject, at: start) }
      members = grammar.listener.members
    }
  }

  /// The range of the value of a key; keys are compared by Unicode scalars. O(number of members).
  package subscript(_ key: String) -> Range<Int>? {
    members.indices.first { members[$0].key.hasSameBytes(as: key) }.map { members[$0].value }
  }
}

/// Collects the members of the outermost object.
private struct JSONMemberFinder: JSONListener {
  private let bytes: JSONBytes
  private(set) var members: [JSONMembers.Member]
  private var depth = 0
  private var start = 0
  private var key = ""

  init(_ bytes: JSONBytes, _ members: [JSONMembers.Member]) {
    self.bytes = bytes
    self.members = members
  }

  mutating func open(_ container: JSONContainer, at index: Int) {
    if depth == 1 { start = index }
    depth += 1
  }

  mutating func close(_ container: JSONContainer, end: Int) {
    depth -= 1
    if depth == 1 { members.append(JSONMembers.Member(key: key, value: start..<end)) }
  }

  @inline(__always) mutating func key(_ range: Range<Int>, escaped: Bool) {
    guard depth == 1 else { return }
    // The grammar has already checked every escape.
    key = escaped ? bytes.unescaped(range) ?? "" : bytes.string(range)
  }

  @inline(__always) mutating func string(_ range: Range<Int>, escaped: Bool) {
    scalar(range.lowerBound - 1..<range.upperBound + 1)
  }

  @inline(__always) mutating func number(_ range: Range<Int>) { scalar(range) }

  @inline(__always) mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {
    scalar(range)
  }

  @inline(__always) private mutating func scalar(_ range: Range<Int>) {
    if depth == 1 { members.append(JSONMembers.Member(key: key, value: range)) }
  }
}
