/// Payloads of many shapes for the tests of both coders.
struct Order: Codable, Equatable, Sendable {
  var order: OrderNumber
  var courier: String
  var customer: String?
  var total: Int64
  var lines: [Line]
  var express: Bool
  var rating: Double?
  var status: Status
  var note: String?

  static let samples = [
    Order(
      order: OrderNumber(rawValue: "o-1"), courier: "Анна \"Петрова\"\n😀", customer: nil,
      total: .max, lines: [], express: true, rating: nil, status: .placed, note: nil),
    Order(
      order: OrderNumber(rawValue: ""), courier: "", customer: "/\\\u{0}\u{1F}\u{7F}\u{2028}",
      total: .min,
      lines: [
        Line(item: "tea", count: 255, price: 0.1), Line(item: "ко\tфе", count: 0, price: -1e-9),
      ], express: false, rating: 4.75, status: .delivered,
      note: "longer than fifteen bytes, \\ escaped, and more than thirty-two"),
  ]
}

struct OrderNumber: RawRepresentable, Codable, Hashable, Sendable { var rawValue: String }

struct Line: Codable, Equatable, Sendable {
  var item: String
  var count: UInt8
  var price: Double
}

enum Status: String, Codable, CaseIterable { case placed, underway = "under way", delivered }

enum Urgency: Int, Codable { case low = -1, high = 1 }

struct Numbers: Codable, Equatable, Sendable {
  var a: Int, b: Int8, c: Int16, d: Int32, e: Int64, f: UInt, g: UInt8, h: UInt16, i: UInt32
  var j: UInt64, k: Double, l: Float, m: Urgency, n: Bool

  static let samples = [
    Numbers(
      a: .min, b: .min, c: .min, d: .min, e: .min, f: .min, g: .min, h: .min, i: .min, j: .min,
      k: -.greatestFiniteMagnitude, l: -.greatestFiniteMagnitude, m: .low, n: false),
    Numbers(
      a: .max, b: .max, c: .max, d: .max, e: .max, f: .max, g: .max, h: .max, i: .max, j: .max,
      k: .greatestFiniteMagnitude, l: .greatestFiniteMagnitude, m: .high, n: true),
    Numbers(
      a: 0, b: -1, c: 1, d: 10, e: 999_999_999_999_999_999, f: 1, g: 2, h: 3, i: 4,
      j: 1_000_000_000_000_000_000, k: 0.1 + 0.2, l: 0.1, m: .low, n: true),
    Numbers(
      a: -7, b: 7, c: 7, d: 7, e: -1_000_000_000_000_000_000, f: 7, g: 7, h: 7, i: 7, j: 7,
      k: 123_456_789.123_456_78, l: 16_777_216, m: .high, n: false),
  ]
}

struct Collections: Codable, Equatable, Sendable {
  var names: [String: Int]
  var byNumber: [Int: [String]]
  var byOrder: [OrderNumber: Bool]
  var holes: [Int?]
  var nested: [[Double]]
  var unique: Set<String>
  var optional: [String: Line?]?

  static let samples = [
    Collections(
      names: [:], byNumber: [:], byOrder: [:], holes: [], nested: [], unique: [], optional: nil),
    Collections(
      names: ["": 0, "б": 1, "a\"b": 2, "key longer than any pattern could be": 3],
      byNumber: [1: ["a"], -20: [], 300: ["b", "c"]],
      byOrder: [OrderNumber(rawValue: "x"): true, OrderNumber(rawValue: "y"): false],
      holes: [1, nil, 3, nil], nested: [[], [1, 2.5], [[]].flatMap { $0 }],
      unique: ["q", "r", "s"],
      optional: ["tea": Line(item: "tea", count: 1, price: 2), "none": nil]),
  ]
}

indirect enum Shape: Codable, Equatable, Sendable {
  case point
  case circle(radius: Double)
  case box(Int, Int)
  case group(name: String, [Shape], label: String?)

  static let samples: [Shape] = [
    .point, .circle(radius: 1.5), .box(-1, 2),
    .group(name: "g", [.point, .group(name: "", [], label: "x"), .box(0, 0)], label: nil),
  ]
}

struct Empty: Codable, Equatable, Sendable {}

struct OneKey: Codable, Equatable, Sendable { var value: Empty = Empty() }

/// Custom coding in ways that the compiler doesn't synthesise.
struct Awkward: Codable, Equatable, Sendable {
  var base: Line
  var x: Int
  var y: Int
  var first: String
  var rest: [Int]
  var either: String

  enum Key: String, CodingKey {
    case x, y, corner, list, either
    case unused = "needs \"escapes\""
  }

  init(base: Line, x: Int, y: Int, first: String, rest: [Int], either: String) {
    (self.base, self.x, self.y) = (base, x, y)
    (self.first, self.rest, self.either) = (first, rest, either)
  }

  /// Shares the object with its base, decodes two nested containers alternately, then the object
  /// again.
  init(from decoder: any Decoder) throws {
    base = try Line(from: decoder)
    let container = try decoder.container(keyedBy: Key.self)
    let corner = try container.nestedContainer(keyedBy: Key.self, forKey: .corner)
    y = try corner.decode(Int.self, forKey: .y)
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    first = try list.decode(String.self)
    if let number = try? container.decode(Int.self, forKey: .either) {
      either = "\(number)"
    } else {
      either = try container.decode(String.self, forKey: .either)
    }
    x = try corner.decode(Int.self, forKey: .x)
    rest = []
    while !list.isAtEnd { rest.append(try list.decode(Int.self)) }
    let hasUnused = container.contains(.unused)
    let again = try container.decodeIfPresent(String.self, forKey: .either)
    precondition(!hasUnused && again == either)
  }

  func encode(to encoder: any Encoder) throws {
    try base.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    var corner = container.nestedContainer(keyedBy: Key.self, forKey: .corner)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    try list.encode(first)
    try corner.encode(x, forKey: .x)
    try container.encode(either, forKey: .either)
    for number in rest { try list.encode(number) }
    try corner.encode(y, forKey: .y)
  }

  static let samples = [
    Awkward(
      base: Line(item: "i", count: 9, price: 1), x: 1, y: 2, first: "f", rest: [3, 4], either: "e"),
    Awkward(
      base: Line(item: "", count: 0, price: 0), x: .max, y: .min, first: "", rest: [], either: ""),
  ]
}

class Animal: Codable, Equatable {
  var name: String
  init(name: String) { self.name = name }
  static func == (left: Animal, right: Animal) -> Bool { left.name == right.name }
}

final class Dog: Animal {
  var age: Int
  private enum Key: CodingKey { case age }

  init(name: String, age: Int) {
    self.age = age
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    age = try container.decode(Int.self, forKey: .age)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try super.encode(to: container.superEncoder())
    try container.encode(age, forKey: .age)
  }

  static func == (left: Dog, right: Dog) -> Bool {
    left.name == right.name && left.age == right.age
  }
}
