import EventStore
import Foundation
import Testing

struct `Payload coding` {
  @Test func `encoded values round-trip, here and with Foundation`() throws {
    for sample in Order.samples { try check(sample) }
    for sample in Numbers.samples { try check(sample) }
    for sample in Collections.samples { try check(sample) }
    for sample in Shape.samples { try check(sample) }
    for sample in Awkward.samples { try check(sample) }
    try check(Empty())
    try check(OneKey())
    try check([OneKey(), OneKey()])
    try check([[Empty()], []])
    try check(Dog(name: "Рекс", age: 3))
    try check(["a": [Dog(name: "x", age: 1)]])
    try check([Status.placed, .underway, .delivered])
    try check(["text", "", "\u{10FFFF}"])
    try check([1, nil, -1] as [Int?])
    try check([Int128.max, .min, 0])
    try check([UInt128.max, 0])
    try check(Order.samples + Order.samples)
    try check([true: 1, false: 2] as [Bool: Int])
  }

  @Test func `single values need no container`() throws {
    try check("text")
    try check(1)
    try check(true)
    try check(-0.5)
    try check(Status.underway)
    try check(OrderNumber(rawValue: "o"))
    try check([Int]())
    try check([String: Int]())
  }

  /// Codes a value with both coders in all directions and in many spellings.
  private func check<Value: Codable & Equatable>(_ value: Value) throws {
    var bytes: [UInt8] = []
    try PayloadEncoder.encode(value, into: &bytes)
    let own = try JSONParser.parse(bytes)
    #expect(own.description == String(decoding: bytes, as: UTF8.self))
    try expect(bytes, as: value)

    let foundation = JSONEncoder()
    try expect(Array(foundation.encode(value)), as: value)
    foundation.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try expect(Array(foundation.encode(value)), as: value)

    for options in PayloadEncoder.Options.all {
      var bytes: [UInt8] = []
      try PayloadEncoder.encode(value, into: &bytes, options: options)
      try expect(bytes, as: value)
    }
    for disguise in own.disguises { try expect(Array(disguise.utf8), as: value) }
  }

  private func expect<Value: Codable & Equatable>(_ bytes: [UInt8], as value: Value) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    var decoder = PayloadDecoder()
    let first = try decoder.decode(Value.self, from: bytes)
    let second = try decoder.decode(Value.self, from: bytes)
    #expect(first == value, "\(text)")
    #expect(second == value, "\(text)")
    let foundation = try JSONDecoder().decode(Value.self, from: Data(bytes))
    #expect(foundation == value, "\(text)")
  }
}

extension PayloadEncoder.Options {
  static let all: [Self] = [
    Self(), Self(writesNil: true), Self(isCanonical: true),
    Self(writesNil: true, isCanonical: true),
  ]
}

extension JSONValue {
  /// Other texts with the same meaning for a decoder that knows the keys.
  var disguises: [String] {
    [
      written(space: " \r\n\t"), written(space: "", reversed: true),
      written(space: "", rotated: true), written(space: "\n", reversed: true),
      written(space: "", escaped: true),
      written(space: " ", reversed: true, escaped: true, rotated: true),
    ]
  }

  private func written(
    space: String, reversed: Bool = false, escaped: Bool = false, rotated: Bool = false
  ) -> String {
    func text(_ value: JSONValue) -> String {
      switch value {
      case .array(let elements):
        return "[" + elements.map { space + text($0) + space }.joined(separator: ",") + "]"
      case .object(let object):
        var members = object.members.map {
          space + key($0.key) + space + ":" + space + text($0.value) + space
        }
        if reversed { members.reverse() }
        if rotated, members.count > 2 { members.append(members.removeFirst()) }
        return "{" + space + members.joined(separator: ",") + "}"
      case .string(let content): return key(content)
      case .null, .bool, .number: return value.description
      }
    }
    func key(_ name: String) -> String {
      guard escaped else { return JSONValue.string(name).description }
      let units = name.utf16.map { "\\u" + String(Int($0) + 0x10000, radix: 16).dropFirst() }
      return "\"" + units.joined() + "\""
    }
    return space + text(self) + space
  }
}
