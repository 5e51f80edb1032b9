import EventEngine

/// Changes one value of a JSON text: another number, another type, a missing, duplicated or
/// additional member.
struct JSONMutation {
  private var output: [UInt8] = []
  private var next = 0
  private let target: Int
  private let kind: Kind

  private enum Kind {
    case replaced(String)
    case removed
    /// Duplicates the value, or adds another one under the same key.
    case doubled(String?)
    /// Inserts a member or an element before the value.
    case joined
  }

  /// The bounds of integer types and their neighbours.
  static let edges: [Int] = [
    0, -1, 1, 2, 1 << 31 - 1, 1 << 31, -1 << 31, 1 << 53, 1 << 53 - 1, 1 << 53 + 1, -1 << 53,
    1 << 62, -1 << 62, .max, .max - 1, .min, .min + 1, 1_000_000_000_000_000_000,
    -1_000_000_000_000_000_000, 4096, 1 << 40, 1 << 40 + 1,
  ]

  private static let texts = [
    "\"\"", "\"x\"", "\"\\u0000\"", "\"\\u202e\"", "\"0\"", "\"9999-12-31T23:59:59.999Z\"",
    "\"0000-01-01T00:00:00.000Z\"", "\"9999-12-31\"", "\"00000000-0000-0000-0000-000000000000\"",
    "\"999999999999999999\"", "\"1e999\"", "null", "true", "{}", "[]", "[[]]", "{\"\":{}}", "1.0",
    "1e2", "-0", "1e400", "9223372036854775808", "-9223372036854775809",
    "\"\(String(repeating: "a", count: 3000))\"",
    "\(String(repeating: "[", count: 70))\(String(repeating: "]", count: 70))",
    "\"\(String(repeating: "f", count: 64))\"",
  ]

  /// - Returns: nil if the text is not JSON.
  static func mutated(_ text: [UInt8], _ random: inout SeededRandom) -> [UInt8]? {
    guard let value = parsed(text) else { return nil }
    let numbers = edges.map(String.init)
    let any = random.below(2) == 0 ? numbers : texts
    let kind: Kind =
      switch random.below(10) {
      case 0: .removed
      case 1: .doubled(nil)
      case 2: .doubled(any[random.below(any.count)])
      case 3: .joined
      default: .replaced(any[random.below(any.count)])
      }
    var mutation = JSONMutation(target: 1 + random.below(nodes(in: value)), kind: kind)
    mutation.write(value)
    return mutation.output
  }

  private init(target: Int, kind: Kind) {
    self.target = target
    self.kind = kind
  }

  private static func parsed(_ text: [UInt8]) -> JSONValue? {
    do { return try JSONParser.parse(text) } catch { return nil }
  }

  /// The number of values in a value, including itself.
  private static func nodes(in value: JSONValue) -> Int {
    switch value {
    case .null, .bool, .number, .string: 1
    case .array(let elements): elements.reduce(1) { $0 + nodes(in: $1) }
    case .object(let object): object.members.reduce(1) { $0 + nodes(in: $1.value) }
    }
  }

  private mutating func write(_ value: JSONValue) {
    switch value {
    case .null, .bool, .number, .string: output += Array("\(value)".utf8)
    case .array(let elements): write("[", elements.map { ("", $0) }, "]")
    case .object(let object):
      write("{", object.members.map { ("\(JSONValue.string($0.key)):", $0.value) }, "}")
    }
  }

  private mutating func write(
    _ opener: String, _ parts: [(key: String, value: JSONValue)], _ closer: String
  ) {
    output += Array(opener.utf8)
    var isFirst = true
    func comma(_ output: inout [UInt8]) {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
    }
    for (key, value) in parts {
      next += 1
      guard next == target else {
        comma(&output)
        output += Array(key.utf8)
        write(value)
        continue
      }
      for text in changed(value, key) {
        comma(&output)
        output += Array(text.utf8)
      }
    }
    output += Array(closer.utf8)
  }

  /// The texts that replace the target.
  private func changed(_ value: JSONValue, _ key: String) -> [String] {
    switch kind {
    case .replaced(let text): [key + text]
    case .removed: []
    case .doubled(let text): ["\(key)\(value)", key + (text ?? "\(value)")]
    case .joined: [key.isEmpty ? "7" : "\"other\":7", "\(key)\(value)"]
    }
  }
}
