/// A strict RFC 8259 reader that parses a whole text into a ``JSONValue``.
///
/// Rejects more than the RFC does: text that is not UTF-8, a byte order mark, lone surrogates,
/// duplicate keys in one object, and anything beyond the limits. Numbers may be of any size and
/// keep their spelling.
package enum JSONParser {
  /// Parses one text. O(length), no recursion.
  ///
  /// - Throws: the first error and its offset.
  package static func parse(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONValue {
    try JSONGrammar.scan(bytes, limits, by: JSONBuilder.init) { $0.result }
  }

  /// Parses one text; offsets in errors count UTF-8 bytes. O(length), no recursion.
  ///
  /// - Throws: the first error and its offset.
  package static func parse(
    _ text: String, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8), limits: limits)
  }
}

/// Builds values: adds each to the innermost open container.
struct JSONBuilder: JSONListener {
  private struct Open {
    let container: JSONContainer
    var elements: [JSONValue] = []
    /// The last member of an open object may still lack its value.
    var members: [JSONObject.Member] = []
  }

  /// The number of members reserved at the first member of an object.
  private static let fewMembers = 4

  private let bytes: JSONBytes
  private var open: [Open] = []
  /// The number of open containers.
  var depth: Int { open.count }
  /// The last element of the innermost open array.
  var lastElement: JSONValue? { open.last?.elements.last }
  /// The value of the whole text, after the grammar has scanned it.
  private(set) var result = JSONValue.null

  init(_ bytes: JSONBytes) { self.bytes = bytes }

  mutating func open(_ container: JSONContainer, at index: Int) {
    open.append(Open(container: container))
  }

  mutating func close(_ container: JSONContainer, end: Int) {
    let closed = open.removeLast()
    switch container {
    case .array: add(.array(closed.elements))
    case .object: add(.object(JSONObject(distinct: closed.members)))
    }
  }

  mutating func key(_ range: Range<Int>, escaped: Bool) {
    let innermost = open.count - 1
    if open[innermost].members.isEmpty {
      open[innermost].members.reserveCapacity(Self.fewMembers)
    }
    open[innermost].members.append(.init(key: text(range, escaped), value: .null))
  }

  mutating func add(_ value: JSONValue) {
    let innermost = open.count - 1
    guard innermost >= 0 else {
      result = value
      return
    }
    switch open[innermost].container {
    case .array: open[innermost].elements.append(value)
    case .object: open[innermost].members[open[innermost].members.count - 1].value = value
    }
  }

  mutating func string(_ range: Range<Int>, escaped: Bool) { add(.string(text(range, escaped))) }

  mutating func number(_ range: Range<Int>) {
    add(.number(JSONNumber(valid: bytes.string(range))))
  }

  mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {
    switch literal {
    case .null: add(.null)
    case .true: add(.bool(true))
    case .false: add(.bool(false))
    }
  }

  /// The content of a string. The grammar has already checked every escape.
  private func text(_ range: Range<Int>, _ escaped: Bool) -> String {
    escaped ? bytes.unescaped(range) ?? "" : bytes.string(range)
  }
}
