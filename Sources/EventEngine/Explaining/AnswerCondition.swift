import EventStore

/// A condition on one field of an answer: `total < 2.5`, `items.count >= 3`, or a field alone,
/// which must be there and not null.
public struct AnswerCondition: Sendable {
  enum Comparison: String, CaseIterable, Sendable {
    // Longer signs first: `<=` begins with `<`.
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case equal = "="
    case less = "<"
    case greater = ">"
  }

  /// The path of the field.
  package let field: String
  private let comparison: Comparison?
  private let value: JSONValue

  /// The signs of `FIELD OP VALUE`, and the rule for values that begin like one.
  package static let rule = Bilingual(
    ru: "OP: = != < <= > >=; VALUE, которое начинается с =, < или >, берут в кавычки: \"<b>\"",
    en: "OP is = != < <= > or >=; a VALUE that begins with =, < or > is quoted: \"<b>\"")

  /// Parses `FIELD OP VALUE` or `FIELD`; nil if there is no field, no value or another sign, such
  /// as `==`, `<>` or `~`. A value that begins like a sign must be quoted, since `total < = 2` may
  /// be meant as `total <= 2`.
  public init?(_ text: String) {
    guard let (place, comparison) = Self.comparison(in: text) else {
      field = text.trimmed
      self.comparison = nil
      value = .null
      if field.isEmpty || Self.hasOtherSign(field) { return nil }
      return
    }
    field = String(text[..<place]).trimmed
    self.comparison = comparison
    let word = String(text[place...].dropFirst(comparison.rawValue.count)).trimmed
    let isOtherSign = word.unicodeScalars.first.map { "=<>".unicodeScalars.contains($0) } ?? true
    if field.isEmpty || isOtherSign { return nil }
    value = Self.value(word)
  }

  /// The first comparison sign outside of brackets, since an identity such as `[id=7]` contains a
  /// sign. An identity that is a text may contain brackets, too. If a bracket stays open for that
  /// reason, the sign is the first one after the last closing bracket.
  private static func comparison(in text: String) -> (String.Index, Comparison)? {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "[": depth += 1
      case "]": depth = max(0, depth - 1)
      default: if depth == 0, let sign = sign(at: index, of: text) { return (index, sign) }
      }
    }
    guard depth > 0, let last = text.lastIndex(of: "]") else { return nil }
    for index in text[last...].indices {
      if let sign = sign(at: index, of: text) { return (index, sign) }
    }
    return nil
  }

  /// Whether a later word, after any brackets, consists of signs only, as `~` does.
  private static func hasOtherSign(_ text: String) -> Bool {
    let end = text.split(separator: "]", omittingEmptySubsequences: false).last ?? ""
    return end.split(separator: " ").dropFirst().contains { word in
      word.allSatisfy { $0.isPunctuation || $0.isSymbol }
    }
  }

  private static func sign(at index: String.Index, of text: String) -> Comparison? {
    let rest = text[index...]
    return Comparison.allCases.first { rest.hasPrefix($0.rawValue) }
  }

  private static func value(_ word: String) -> JSONValue {
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: break
    }
    if word.hasPrefix("\"") {
      do throws(JSONSyntaxError) {
        if case .string(let text) = try JSONParser.parse(Array(word.utf8)) { return .string(text) }
      } catch { return .string(word) }
    }
    return .string(word)
  }

  /// Whether the condition holds for an answer; nil stands for no answer, whose fields count as
  /// missing.
  package func holds(for answer: JSONValue?) -> Bool {
    let found = answer?.value(at: field) ?? .null
    guard let comparison else { return found != .null }
    let order = found.compared(to: value)
    switch comparison {
    case .equal: return order == .equal
    case .notEqual: return order != .equal
    case .less: return order == .less
    case .greater: return order == .greater
    case .lessOrEqual: return order == .less || order == .equal
    case .greaterOrEqual: return order == .greater || order == .equal
    }
  }
}

private enum Order { case less, equal, greater, none }

extension JSONValue {
  /// The order of two values. Numbers, and texts that are numbers, are ordered by value, other
  /// texts by code points. Canonically equivalent texts are equal, and so are two nulls and two
  /// equal booleans. All other pairs have no order.
  fileprivate func compared(to other: JSONValue) -> Order {
    if let left = decimal, let right = other.decimal { return left.compared(to: right) }
    switch (self, other) {
    case (.null, .null): return .equal
    case (.bool(let left), .bool(let right)): return left == right ? .equal : .none
    case (.string(let left), .string(let right)):
      if left == right { return .equal }
      return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) ? .less : .greater
    default: return .none
    }
  }

  private var decimal: JSONDecimal? {
    switch self {
    case .number(let number): JSONDecimal(number.text)
    case .string(let text): JSONNumber(text).flatMap { JSONDecimal($0.text) }
    case .null, .bool, .array, .object: nil
    }
  }
}

extension JSONDecimal {
  fileprivate func compared(to other: JSONDecimal) -> Order {
    self == other ? .equal : self < other ? .less : .greater
  }
}
