import EventStore
import Foundation
import Testing

struct `The payload decoder` {
  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String)
    -> Result<Value, PayloadDecodingError>
  {
    var decoder = PayloadDecoder()
    do throws(PayloadDecodingError) {
      return .success(try decoder.decode(type, from: Array(text.utf8)))
    } catch { return .failure(error) }
  }

  private func complaint<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
    switch decode(type, text) {
    case .success(let value): "accepted as \(value)"
    case .failure(let error): error.description
    }
  }

  @Test func `unknown members are ignored, whatever their values`() throws {
    let text =
      #"{"z":[{"item":"x"},"]}",null],"item":"tea","y":{"count":[]},"count":2,"x":1e9,"price":3,"w":true}"#
    #expect(try decode(Line.self, text).get() == Line(item: "tea", count: 2, price: 3))
  }

  @Test func `the first of several members with the same key is used`() throws {
    let line = Line(item: "a", count: 1, price: 2)
    for text in [
      #"{"item":"a","count":1,"price":2,"item":"b","count":3,"price":4}"#,
      #"{"item":"a","item":"b","count":1,"count":3,"price":2,"price":4}"#,
      #"{"price":2,"item":"a","price":4,"count":1,"item":"b","price":5}"#,
      #"{"count":1,"price":2,"item":"a","count":3,"price":4}"#,
      #"{"\u0069tem":"a","item":"b","count":1,"price":2}"#,
    ] {
      #expect(try decode(Line.self, text).get() == line, "\(text)")
    }
    #expect(
      complaint([String: Int].self, #"{"a":1,"b":2,"\u0061":3}"#)
        == #"duplicate key "a", at byte 12"#)
  }

  @Test func `integers may be spelled in any exact way`() throws {
    #expect(try decode([Int].self, "[1.0,1e2,-0,10e-1,-1.5E+1]").get() == [1, 100, 0, 1, -15])
    #expect(try decode([Int64].self, "[9223372036854775807e0]").get() == [.max])
    #expect(
      try decode([UInt64].self, "[18446744073709551615,1844674407370955161.5e1]").get()
        == [.max, .max])
    #expect(try decode([UInt].self, "[-0]").get() == [0])
  }

  @Test func `numbers out of range are errors and never wrap`() {
    #expect(
      complaint(Int64.self, "9223372036854775808") == "number out of range for Int64, at byte 0")
    #expect(
      complaint(Int64.self, "-9223372036854775809") == "number out of range for Int64, at byte 0")
    #expect(
      complaint(UInt64.self, "18446744073709551616") == "number out of range for UInt64, at byte 0")
    #expect(complaint(UInt64.self, "-1") == "number out of range for UInt64, at byte 0")
    #expect(complaint(UInt8.self, "256") == "number out of range for UInt8, at byte 0")
    #expect(complaint(Int8.self, "-129") == "number out of range for Int8, at byte 0")
    #expect(complaint(Int.self, "1.5") == "number out of range for Int, at byte 0")
    #expect(complaint(Int.self, "1e19") == "number out of range for Int, at byte 0")
    #expect(complaint(Int.self, "1e999999999") == "number out of range for Int, at byte 0")
    #expect(complaint(Double.self, "1e400") == "number out of range for Double, at byte 0")
    #expect(complaint(Float.self, "1e39") == "number out of range for Float, at byte 0")
    let digits = String(repeating: "9", count: 100_000)
    #expect(complaint(Int.self, digits) == "number out of range for Int, at byte 0")
  }

  @Test func `floating point numbers are the nearest ones`() throws {
    let texts = [
      "0.1", "-0.0", "1", "123456789012345", "1234567890123456", "0.000000000000001",
      "9007199254740993", "1e23", "8.5e-1", "2.2250738585072011e-308", "4.9e-324", "1e-400",
      "179769313486231570000000000000000000000", "0.30000000000000004", "7.0", "100000.5",
      "0.1000000000000000055511151231257827021181583404541015625",
    ]
    for text in texts {
      let value = try decode(Double.self, text).get()
      #expect(value.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test func `an error names the member and the expected type`() {
    let order = #"{"order":"o","courier":"c","total":1,"lines":[{"item":"a","count":1,"price":"#
    #expect(
      complaint(Order.self, order + #""x"}]}"#)
        == "lines[0].price: expected a number, found a string, at byte 76")
    #expect(complaint(Order.self, #"{"courier":"c"}"#) == "order: missing, at byte 0")
    #expect(complaint(Order.self, "[]") == "expected an object, found an array, at byte 0")
    #expect(complaint([Int].self, "{}") == "expected an array, found an object, at byte 0")
    #expect(complaint([Int].self, "[1,null]") == "[1]: expected an integer, found null, at byte 3")
    #expect(
      complaint([String: [Bool]].self, #"{"a":[true,0]}"#)
        == "a[1]: expected a boolean, found a number, at byte 11")
    #expect(
      complaint([Status].self, #"["lost"]"#)
        == "[0]: Cannot initialize Status from invalid String value lost, at byte 1")
    #expect(complaint(Line.self, #"{"item":tea}"#) == "item: malformed JSON, at byte 8")
    #expect(complaint(Int.self, "") == "malformed JSON, at byte 0")
  }

  @Test func `malformed JSON is an error up to the point where decoding ends`() {
    for text in [
      #"{,"item":"a","count":1,"price":2}"#, #"{"item":"a""count":1,"price":2}"#,
      #"{"item":"a","count":1,"price":2,}"#, #"{"item":"a","count":1,"price":2"#,
      #"{"item":"a","count":1,"price":2]"#, #"{"item":"a","count":1,,"price":2}"#,
      #"{"item":"a","count":1"price":2}"#, #"{"item" "a","count":1,"price":2}"#,
      #"{"item":"a","count":01,"price":2}"#, #"{"item":"a","count":1x,"price":2}"#,
      #"{"item":"a","count":1,"price":2.}"#, #"{"item":"a","count":1,"price":-}"#,
      #"{"item":"a","count":1,"price":.5}"#, #"{"item":"a","count":+1,"price":2}"#,
      #"{"item":"\x","count":1,"price":2}"#, #"{"item":"\ud800","count":1,"price":2}"#,
      "{\"item\":\"a\nb\",\"count\":1,\"price\":2}", #"{"item":"a","count":1,"price":2}}"#,
      #"{"item":"a","count":1,"price":2} x"#, #"{"x":[},"item":"a","count":1,"price":2}"#,
    ] {
      #expect(throws: PayloadDecodingError.self, "\(text)") { try decode(Line.self, text).get() }
    }
    for text in ["[1,]", "[,1]", "[1 2]", "[1", "[", "[1}", "[1,,2]", "[1]]"] {
      #expect(throws: PayloadDecodingError.self, "\(text)") { try decode([Int].self, text).get() }
    }
    #expect(throws: PayloadDecodingError.self) { try decode(Bool.self, "trux").get() }
    #expect(throws: PayloadDecodingError.self) { try decode(Int?.self, "nulx").get() }
  }

  @Test func `nesting is limited`() {
    func nested(_ depth: Int) -> String {
      let open = String(repeating: #"{"group":{"name":"","_1":["#, count: depth)
      return open + String(repeating: #"]}}"#, count: depth)
    }
    #expect((try? decode(Shape.self, nested(40)).get()) != nil)
    #expect(throws: PayloadDecodingError.self) { try decode(Shape.self, nested(50)).get() }
    #expect(throws: PayloadDecodingError.self) { try decode(Shape.self, nested(100_000)).get() }
    let lists = String(repeating: "[", count: 100_000)
    let path = String(repeating: "[0]", count: 128)
    #expect(complaint(Endless.self, lists) == path + ": nesting deeper than 128, at byte 128")
    #expect(complaint(Empty.self, lists) == "malformed JSON, at byte 0")
  }

  private struct Endless: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      _ = try list.decode(Endless.self)
    }
  }

  @Test func `the decoder reports where a value ends, decoded or not`() throws {
    var decoder = PayloadDecoder()
    for (text, rest) in [
      (#"{"item":"a","count":1,"price":2},"next":3}"#, #","next":3}"#),
      (#"{"item":"a","count":1,"price":2 ,"more":{"a":[1,"}"]} } ]"#, " ]"),
      (#"{"price":2,"count":1,"item":"a"}"#, ""), (#"{"count":1,"item":"a","price":2}}"#, "}"),
    ] {
      #expect(try end(of: Line.self, text, &decoder) == rest)
      #expect(try end(of: Empty.self, text, &decoder) == rest)
      #expect(try end(of: First.self, text, &decoder) == rest)
    }
    #expect(try end(of: [Int].self, "[1,2 ] ,3", &decoder) == " ,3")
    #expect(try end(of: First.self, #"["a",{"b":"]"},3],4"#, &decoder) == ",4")
    #expect(try end(of: First.self, "[],4", &decoder) == ",4")
    #expect(try end(of: Int.self, "12,4", &decoder) == ",4")
    #expect(try end(of: String.self, #""a\"b"}"#, &decoder) == "}")
    #expect(try end(of: Int?.self, "null}", &decoder) == "}")
  }

  /// Inspects its value and decodes at most one element.
  private struct First: Decodable {
    init(from decoder: any Decoder) throws {
      guard var list = try? decoder.unkeyedContainer() else { return }
      if !list.isAtEnd { _ = try list.decode(String.self) }
    }
  }

  private func end<Value: Decodable>(
    of type: Value.Type, _ text: String, _ decoder: inout PayloadDecoder
  ) throws -> String {
    let lead = "lead "
    let bytes = Array((lead + text).utf8)
    let padded = bytes + Array(repeating: UInt8(ascii: "\n"), count: 65)
    let next = try unsafe padded.withUnsafeBytes {
      try unsafe decoder.decode(
        type, from: $0.baseAddress!, start: lead.utf8.count, end: bytes.count
      ).next
    }
    return String(decoding: bytes[next...], as: UTF8.self)
  }
}
