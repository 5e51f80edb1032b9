/// A strict reader of RFC 8259 that makes a ``JSONValue`` of a whole text.
///
/// Refused beyond what the RFC refuses: text that is not UTF-8, a byte order mark, lone
/// surrogates, a key twice in one object, and anything beyond the limits. Numbers may be of any
/// size; they keep their spelling.
public enum JSONParser {
  /// Parses one text. O(length), no recursion.
  ///
  /// - Throws: the first offence and its offset.
  public static func parse(
    _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONValue {
    let text = unsafe JSONBytes(bytes)
    var grammar = JSONGrammar(text, limits, JSONBuilder(text))
    try grammar.run()
    return grammar.listener.result
  }

  /// Parses one text. O(length), no recursion.
  ///
  /// - Throws: the first offence and its offset.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONValue {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in
      try unsafe parse(UnsafeRawBufferPointer(buffer), limits: limits)
    }
  }

  /// Parses one text; offsets in errors count UTF-8 bytes. O(length), no recursion.
  ///
  /// - Throws: the first offence and its offset.
  public static func parse(
    _ text: String, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8), limits: limits)
  }
}

/// Builds values from the inside out: what an open container already holds waits on a stack.
private struct JSONBuilder: JSONListener {
  private let bytes: JSONBytes
  private var values: [JSONValue] = []
  private var keys: [String] = []
  private var starts: [(value: Int, key: Int)] = []

  init(_ bytes: JSONBytes) { self.bytes = bytes }

  /// The value, once the grammar has walked through the whole text.
  var result: JSONValue { values[0] }

  mutating func open(_ container: JSONContainer, at index: Int) {
    starts.append((values.count, keys.count))
  }

  mutating func close(_ container: JSONContainer, end: Int) {
    let (firstValue, firstKey) = starts.removeLast()
    let elements = Array(values[firstValue...])
    values.removeSubrange(firstValue...)
    switch container {
    case .array: values.append(.array(elements))
    case .object:
      let members = zip(keys[firstKey...], elements).map { JSONObject.Member(key: $0, value: $1) }
      keys.removeSubrange(firstKey...)
      values.append(.object(JSONObject(distinct: members)))
    }
  }

  mutating func key(_ range: Range<Int>, escaped: Bool) { keys.append(text(range, escaped)) }

  mutating func string(_ range: Range<Int>, escaped: Bool) {
    values.append(.string(text(range, escaped)))
  }

  mutating func number(_ range: Range<Int>) {
    values.append(.number(JSONNumber(valid: bytes.string(range))))
  }

  mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {
    switch literal {
    case .null: values.append(.null)
    case .true: values.append(.bool(true))
    case .false: values.append(.bool(false))
    }
  }

  /// The grammar has checked every escape before.
  private func text(_ range: Range<Int>, _ escaped: Bool) -> String {
    escaped ? bytes.unescaped(range) ?? "" : bytes.string(range)
  }
}
