/// The receiver of the parts of a JSON text, which ``JSONGrammar`` reports while it scans the text.
///
/// Ranges are byte indices. The range of a key or a string is its content without the quotation
/// marks.
protocol JSONListener {
  mutating func whitespace(_ range: Range<Int>)
  mutating func open(_ container: JSONContainer, at index: Int)
  /// Called at the end of a container. `end` is the index after the closing bracket.
  mutating func close(_ container: JSONContainer, end: Int)
  mutating func key(_ range: Range<Int>, escaped: Bool)
  mutating func string(_ range: Range<Int>, escaped: Bool)
  mutating func number(_ range: Range<Int>)
  mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>)
  /// Called before an object or array is scanned. A listener that already has the value returns the
  /// index after the value's text, where scanning continues. If it returns nil, the grammar scans
  /// the object or array.
  mutating func known(at index: Int) -> Int?
}

/// A listener receives only the parts that it implements.
extension JSONListener {
  @inline(__always) mutating func whitespace(_ range: Range<Int>) {}
  @inline(__always) mutating func open(_ container: JSONContainer, at index: Int) {}
  @inline(__always) mutating func close(_ container: JSONContainer, end: Int) {}
  @inline(__always) mutating func key(_ range: Range<Int>, escaped: Bool) {}
  @inline(__always) mutating func string(_ range: Range<Int>, escaped: Bool) {}
  @inline(__always) mutating func number(_ range: Range<Int>) {}
  @inline(__always) mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {}
  @inline(__always) mutating func known(at index: Int) -> Int? { nil }
}

enum JSONContainer { case object, array }

enum JSONLiteral { case null, `true`, `false` }

/// The memory of a grammar for open containers. Reusing it for several texts saves allocations.
struct JSONGrammarMemory {
  /// An open container.
  fileprivate struct Level {
    var container: JSONContainer
    var firstKey: Int
  }

  fileprivate var levels: [Level] = []
  fileprivate var keys = DuplicateKeyDetector()
}

/// The grammar of RFC 8259, read strictly, in one pass and without recursion.
///
/// The only strict implementation of the grammar: ``JSONParser``, ``JSONMinifier``, ``JSONMembers``
/// and others listen to it. ``JSONScan`` and ``PayloadDecoder`` read JSON without checking all of
/// it.
struct JSONGrammar<Listener: JSONListener> {
  private enum Expected { case value, firstElement, firstKey, key, separator }

  private let bytes: JSONBytes
  private let limits: JSONLimits
  private(set) var listener: Listener
  private var index = 0
  private var memory = JSONGrammarMemory()

  init(_ bytes: JSONBytes, _ limits: JSONLimits, _ listener: Listener) {
    self.bytes = bytes
    self.limits = limits
    self.listener = listener
  }

  /// Scans a whole text and returns what its listener has found. Only `result` may use the listener,
  /// since the listener may refer to the bytes. O(length), no recursion.
  ///
  /// - Throws: the first error and its offset.
  static func scan<Result>(
    _ bytes: [UInt8], _ limits: JSONLimits, by listener: (JSONBytes) -> Listener,
    _ result: (Listener) -> Result
  ) throws(JSONSyntaxError) -> Result {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in
      let text = unsafe JSONBytes(UnsafeRawBufferPointer(buffer))
      var grammar = JSONGrammar(text, limits, listener(text))
      try grammar.run()
      return result(grammar.listener)
    }
  }

  /// Exchanges the grammar's memory with `memory`. Call it before the first run to lend `memory` to
  /// the grammar, and after the last run to take it back.
  mutating func exchange(_ memory: inout JSONGrammarMemory) {
    // After an error, levels and keys of open containers are left.
    self.memory.levels.removeAll(keepingCapacity: true)
    self.memory.keys.clear()
    swap(&self.memory, &memory)
  }

  /// Scans the whole text. O(length).
  mutating func run() throws(JSONSyntaxError) {
    guard bytes.count <= limits.bytes else {
      throw JSONSyntaxError(.tooLarge(limit: limits.bytes), at: limits.bytes)
    }
    if bytes.matches("\u{FEFF}", at: 0) { throw JSONSyntaxError(.byteOrderMark, at: 0) }
    try runValue()
    skipWhitespace()
    if index < bytes.count { throw JSONSyntaxError(.trailingBytes, at: index) }
  }

  /// Scans the value that fills this range of the text. May be called again for another range.
  mutating func run(_ range: Range<Int>) throws(JSONSyntaxError) {
    index = range.lowerBound
    try runValue()
    if index != range.upperBound { throw JSONSyntaxError(.trailingBytes, at: index) }
  }

  @inline(__always)
  private mutating func runValue() throws(JSONSyntaxError) {
    var expected = Expected.value
    repeat {
      skipWhitespace()
      expected = try step(expected)
    } while !(memory.levels.isEmpty && expected == .separator)
  }

  @inline(__always)
  private mutating func step(_ expected: Expected) throws(JSONSyntaxError) -> Expected {
    let byte = bytes[index]
    switch expected {
    case .value: return try value(byte)
    case .firstElement: return try byte == UInt8(ascii: "]") ? close(byte) : value(byte)
    case .firstKey: return try byte == UInt8(ascii: "}") ? close(byte) : key(byte)
    case .key: return try key(byte)
    case .separator: return try byte == UInt8(ascii: ",") ? comma() : close(byte)
    }
  }

  @inline(__always)
  private mutating func value(_ byte: UInt8) throws(JSONSyntaxError) -> Expected {
    let start = index
    switch byte {
    case UInt8(ascii: "\""):
      let (end, escaped) = try bytes.checkString(openedAt: start)
      index = end + 1
      listener.string(start + 1..<end, escaped: escaped)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard let end = bytes.numberEnd(from: start) else {
        throw JSONSyntaxError(.invalidNumber, at: start)
      }
      index = end
      listener.number(start..<end)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard let end = listener.known(at: start) else {
        return try open(byte == UInt8(ascii: "{") ? .object : .array)
      }
      index = end
    case UInt8(ascii: "t"): try literal(.true, "true")
    case UInt8(ascii: "f"): try literal(.false, "false")
    case UInt8(ascii: "n"): try literal(.null, "null")
    default: throw unexpected(byte)
    }
    return .separator
  }

  private mutating func literal(
    _ literal: JSONLiteral, _ spelling: StaticString
  ) throws(JSONSyntaxError) {
    let end = index + spelling.utf8CodeUnitCount
    guard bytes.matches(spelling, at: index) else {
      throw JSONSyntaxError(end > bytes.count ? .unexpectedEnd : .invalidLiteral, at: index)
    }
    listener.literal(literal, index..<end)
    index = end
  }

  private mutating func open(_ container: JSONContainer) throws(JSONSyntaxError) -> Expected {
    guard memory.levels.count < limits.depth else {
      throw JSONSyntaxError(.tooDeep(limit: limits.depth), at: index)
    }
    memory.levels.append(
      JSONGrammarMemory.Level(container: container, firstKey: memory.keys.mark))
    listener.open(container, at: index)
    index += 1
    return container == .object ? .firstKey : .firstElement
  }

  private mutating func close(_ byte: UInt8) throws(JSONSyntaxError) -> Expected {
    guard let level = memory.levels.last,
      byte == (level.container == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    else { throw unexpected(byte) }
    memory.levels.removeLast()
    if level.container == .object { memory.keys.close(from: level.firstKey) }
    index += 1
    listener.close(level.container, end: index)
    return .separator
  }

  /// Reads a comma. There is always an open container here: `runValue` stops at a separator outside
  /// of all containers.
  private mutating func comma() throws(JSONSyntaxError) -> Expected {
    let start = index
    index += 1
    skipWhitespace()
    let next = bytes[index]
    if next == UInt8(ascii: "]") || next == UInt8(ascii: "}") {
      throw JSONSyntaxError(.trailingComma, at: start)
    }
    return memory.levels.last?.container == .object ? .key : .value
  }

  @inline(__always)
  private mutating func key(_ byte: UInt8) throws(JSONSyntaxError) -> Expected {
    guard byte == UInt8(ascii: "\"") else { throw unexpected(byte) }
    let start = index
    let (end, escaped) = try bytes.checkString(openedAt: start)
    let range = start + 1..<end
    let first = memory.levels[memory.levels.count - 1].firstKey
    guard memory.keys.enter(range, escaped: escaped, of: bytes, from: first) else {
      let key = escaped ? bytes.unescaped(range) : nil
      throw JSONSyntaxError(.duplicateKey(key ?? bytes.string(range)), at: start)
    }
    listener.key(range, escaped: escaped)
    index = end + 1
    skipWhitespace()
    guard bytes[index] == UInt8(ascii: ":") else { throw unexpected(bytes[index]) }
    index += 1
    return .value
  }

  @inline(__always)
  private mutating func skipWhitespace() {
    guard bytes[index] <= 0x20 else { return }
    let end = bytes.whitespaceEnd(from: index)
    if end > index { listener.whitespace(index..<end) }
    index = end
  }

  private func unexpected(_ byte: UInt8) -> JSONSyntaxError {
    JSONSyntaxError(index < bytes.count ? .unexpectedByte(byte) : .unexpectedEnd, at: index)
  }
}
