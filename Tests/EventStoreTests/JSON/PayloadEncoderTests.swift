import EventStore
import Testing

struct `The payload encoder` {
  private func encode(
    _ value: some Encodable, _ options: PayloadEncoder.Options = PayloadEncoder.Options()
  ) throws -> String {
    var bytes: [UInt8] = []
    try PayloadEncoder.encode(value, into: &bytes, options: options)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `members are written in declaration order, without nils`() throws {
    #expect(
      try encode(Order.samples[0])
        == #"{"order":"o-1","courier":"Анна \"Петрова\"\n😀","total":9223372036854775807,"#
        + #""lines":[],"express":true,"status":"placed"}"#)
    #expect(
      try encode(Line(item: "tea", count: 2, price: 2)) == #"{"item":"tea","count":2,"price":2}"#)
    #expect(try encode(OneKey()) == #"{"value":{}}"#)
    #expect(try encode([1, nil] as [Int?]) == "[1,null]")
    #expect(try encode(String?.none) == "null")
  }

  @Test func `nils are written if the options say so`() throws {
    let written = try encode(Order.samples[0], PayloadEncoder.Options(writesNil: true))
    #expect(
      written
        == #"{"order":"o-1","courier":"Анна \"Петрова\"\n😀","customer":null,"#
        + #""total":9223372036854775807,"lines":[],"express":true,"rating":null,"#
        + #""status":"placed","note":null}"#)
  }

  @Test func `canonical order is the order of declaration, and of bytes for dictionaries`() throws {
    let canonical = PayloadEncoder.Options(isCanonical: true)
    #expect(try encode(Order.samples[1], canonical) == encode(Order.samples[1]))
    #expect(try encode(Awkward.samples[0], canonical) == encode(Awkward.samples[0]))
    #expect(try encode(Shape.samples[3], canonical) == encode(Shape.samples[3]))
    let dog = Dog(name: "r", age: 1)
    #expect(try encode(dog, canonical) == encode(dog))
    #expect(try encode(["б": 1, "a": 2, "B": 3, "": 4], canonical) == #"{"":4,"B":3,"a":2,"б":1}"#)
    #expect(try encode([10: 1, 9: 2, -1: 3], canonical) == #"{"-1":3,"10":1,"9":2}"#)
  }

  @Test func `canonical order doesn't depend on hashing`() throws {
    let canonical = PayloadEncoder.Options(isCanonical: true)
    #expect(try encode(Set([3, 20, 1]), canonical) == "[1,20,3]")
    #expect(try encode(Set([["b"], ["a", "c"]]), canonical) == #"[["a","c"],["b"]]"#)
    let orders = Dictionary(
      uniqueKeysWithValues: (0..<9).map { (OrderNumber(rawValue: "\($0)"), $0) })
    #expect(
      try encode(["x": orders], canonical)
        == #"{"x":["0",0,"1",1,"2",2,"3",3,"4",4,"5",5,"6",6,"7",7,"8",8]}"#)
    #expect(try encode([3, 20, 1], canonical) == "[3,20,1]")
  }

  @Test func `nested containers may be filled in any order`() throws {
    #expect(
      try encode(Awkward.samples[0])
        == #"{"item":"i","count":9,"price":1,"corner":{"x":1,"y":2},"list":["f",3,4],"either":"e"}"#
    )
    #expect(try encode(Dog(name: "r", age: 1)) == #"{"super":{"name":"r"},"age":1}"#)
    #expect(try encode([Shape.point, .box(1, 2)]) == #"[{"point":{}},{"box":{"_0":1,"_1":2}}]"#)
  }

  @Test func `a failure leaves no output`() throws {
    var encoder = PayloadEncoder()
    var bytes = Array("before".utf8)
    let lines = [
      Line(item: "a", count: 1, price: 0), Line(item: "b", count: 1, price: .infinity),
    ]
    #expect(throws: PayloadEncodingError(.notFinite, path: "lines[1].price")) {
      try encoder.encode(["lines": lines], into: &bytes)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "before")
    try encoder.encode(Fallback(), into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #"before{"a":1,"b":["x",null],"c":2}"#)
    #expect(
      PayloadEncodingError(.notFinite, path: "p").description == "p: a number that is not finite")
  }

  /// Tries to encode invalid values, then continues.
  private struct Fallback: Encodable {
    enum Key: CodingKey { case a, b, c, d }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      try? container.encode([[1.0], [.nan]], forKey: .d)
      var list = container.nestedUnkeyedContainer(forKey: .b)
      try? list.encode(Double.infinity)
      try list.encode("x")
      try? list.encode(["n": Double.nan])
      try list.encodeNil()
      try? container.encode(Double.nan, forKey: .d)
      try container.encode(2, forKey: .c)
    }
  }

  private struct Twice: Encodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init?(intValue: Int) { nil }
      init(stringValue: String) { self.stringValue = stringValue }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: Key(stringValue: "a"))
      try container.encode(2, forKey: Key(stringValue: "a"))
    }
  }

  private struct Mixed: Encodable {
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      _ = encoder.container(keyedBy: Twice.Key.self)
    }
  }

  private final class Endless: Encodable {
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(self)
    }
  }

  @Test func `values without a JSON form are errors`() {
    var bytes: [UInt8] = []
    #expect(throws: PayloadEncodingError(.duplicate(key: "a"), path: "[0]")) {
      try PayloadEncoder.encode(
        [Twice()], into: &bytes, options: PayloadEncoder.Options(isCanonical: true))
    }
    #expect(throws: PayloadEncodingError(.mixedContainers)) {
      try PayloadEncoder.encode(Mixed(), into: &bytes)
    }
    #expect(throws: PayloadEncodingError.self) {
      try PayloadEncoder.encode(Endless(), into: &bytes)
    }
    #expect(bytes.isEmpty)
  }
}
