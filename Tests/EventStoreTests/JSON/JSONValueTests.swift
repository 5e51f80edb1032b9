import EventStore
import Testing

struct `JSON values` {
  @Test func `numbers of equal value have one canonical spelling`() {
    let spellings: [String: [String]] = [
      "0": ["0", "-0", "0.0", "-0.00", "0e5", "0e-999999999999999999999", "-0E+10"],
      "1": ["1", "1.0", "1e0", "10e-1", "0.1e1", "0.001E3", "1000e-3", "1.000e+00"],
      "-1500": ["-1500", "-1.5e3", "-15E+2", "-1500.00", "-0.15e4"],
      "0.05": ["0.05", "5e-2", "0.5e-1", "0.0500", "500e-4"],
      "0.0000015": ["0.0000015", "15e-7", "1.5e-6"],
      "1.5e-7": ["0.00000015", "1.5e-7", "15e-8"],
      "123456789012345678901": ["123456789012345678901", "1.23456789012345678901e20"],
      "1e+21": ["1000000000000000000000", "1e21", "10e20"],
      "1.234567890123456789012e+21": ["1234567890123456789012", "1234567890123456789.012e3"],
      "1e+999999999": ["1e999999999", "10e999999998", "0.1e1000000000"],
      "-2.5e-999999999": ["-2.5e-999999999", "-25e-1000000000"],
      "1e+99999999999999999": ["1e99999999999999999", "1e+00099999999999999999"],
      "1e100000000000000000": ["1e100000000000000000", "1E100000000000000000"],
      "0.1": ["0.1", "0.10", "1e-1"],
      "0.1000000000000000055511151231257827": ["0.1000000000000000055511151231257827"],
    ]
    for (canonical, spelled) in spellings {
      #expect(spelled.map { JSONNumber($0)?.canonical } == spelled.map { _ in canonical })
      #expect(JSONNumber(canonical)?.canonical == canonical)
    }
  }

  @Test func `exact integers are digits in the range of 64 bits`() {
    let integers = [
      "0", "-0", "7", "-7", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
      "-9223372036854775809", "1.0", "1e2", "99999999999999999999",
    ].map { JSONNumber($0)?.exactInteger }
    #expect(integers == [0, 0, 7, -7, .max, .min, nil, nil, nil, nil, nil])
  }

  @Test func `whole numbers have no fraction, in any spelling`() {
    let integers = [
      "0", "-0", "7", "7.0", "7.00e0", "70e-1", "0.7E+1", "-7.0", "1e2", "0e99999999999999999999",
      "9223372036854775807.0", "-922337203685477580.8e1",
    ].map { JSONNumber($0)?.wholeNumber }
    #expect(integers == [0, 0, 7, 7, 7, 7, 7, -7, 100, 0, .max, .min])
    for other in [
      "7.5", "75e-1", "1e-1", "9223372036854775808", "9223372036854775808.0", "1e19", "1e99",
      "1e99999999999999999999",
    ] { #expect(JSONNumber(other)?.wholeNumber == nil, "\(other)") }
  }

  @Test func `only the text of a single number is a number`() {
    for text in ["", " 1", "1 ", "01", "+1", "1.", "-", "1e", "NaN", "0x1", "1\u{0}"] {
      #expect(JSONNumber(text) == nil)
    }
    #expect(JSONNumber(-12) == JSONNumber("-12"))
    #expect(JSONNumber("1") != JSONNumber("1.0"))
  }

  @Test func `strings and keys are compared by scalars`() throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    #expect(JSONValue.string(composed) != .string(decomposed))
    let object: JSONObject = [composed: 1, decomposed: 2]
    #expect(object[composed] == 1)
    #expect(object[decomposed] == 2)
    #expect(object["cafe"] == nil)
    #expect(Set([JSONValue.string(composed), .string(decomposed)]).count == 2)
  }

  @Test func `an object keeps its order through changes`() {
    var object: JSONObject = ["b": 1, "a": 2, "c": 3]
    object["a"] = nil
    object["b"] = 4
    object["d"] = 5
    object["x"] = nil
    #expect(object.keys == ["b", "c", "d"])
    #expect(JSONValue.object(object).description == #"{"b":4,"c":3,"d":5}"#)
  }

  @Test func `a text is parsed with the limits of a command`() throws {
    let text = #"{"b":[1.50,null,"\u0041"],"a":true}"#
    #expect(try JSONValue(json: text.utf8).description == #"{"b":[1.50,null,"A"],"a":true}"#)
    #expect(throws: JSONSyntaxError(.duplicateKey("a"), at: 7)) {
      try JSONValue(json: #"{"a":1,"a":2}"#.utf8)
    }
    #expect(throws: JSONSyntaxError(.tooDeep(limit: 64), at: 64)) {
      try JSONValue(json: repeatElement(UInt8(ascii: "["), count: 65))
    }
    #expect(throws: JSONSyntaxError(.tooLarge(limit: 8 << 20), at: 8 << 20)) {
      try JSONValue(json: repeatElement(UInt8(ascii: " "), count: (8 << 20) + 1))
    }
  }

  @Test func `the canonical form sorts keys by bytes and spells numbers by value`() throws {
    let value = try JSONParser.parse(
      #"{"я":1,"a":[{"z":1.0,"B":10e-1},{}],"😀":-0,"\uffff":null,"":true,"aa":"\/\u0041"}"#)
    var writer = JSONWriter()
    writer.canonical(value)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"":true,"a":[{"B":1,"z":1},{}],"aa":"/A","я":1,"\#u{FFFF}":null,"😀":0}"#)
  }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

struct `The JSON writer` {
  @Test func `separates members and elements by commas`() {
    var writer = JSONWriter(bytes: Array("> ".utf8))
    writer.beginObject()
    writer.literalKey("empty")
    writer.beginObject()
    writer.endObject()
    writer.key("list")
    writer.beginArray()
    writer.int(1)
    writer.int(Int64.min)
    writer.int(UInt64.max)
    writer.int(UInt128.max)
    writer.int(Int8(-1))
    writer.bool(true)
    writer.bool(false)
    writer.null()
    writer.string("a")
    writer.string("b")
    writer.raw(#"{"raw":0}"#.utf8)
    writer.beginArray()
    writer.endArray()
    writer.beginArray()
    writer.int(0)
    writer.endArray()
    writer.endArray()
    writer.literalKey("last")
    let isWritten = writer.double(0.5)
    writer.endObject()
    #expect(isWritten)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"> {"empty":{},"list":[1,-9223372036854775808,18446744073709551615,"#
        + #"340282366920938463463374607431768211455,-1,true,false,null,"a","b",{"raw":0},[],[0]],"#
        + #""last":0.5}"#)
  }

  @Test func `integers of every length are written exactly`() {
    var powers: [Int64] = [0]
    for exponent in 0..<19 {
      let power = (0..<exponent).reduce(Int64(1)) { power, _ in power * 10 }
      powers += [power - 1, power, power + 1, -power, power * 9]
    }
    for number in powers {
      var writer = JSONWriter()
      writer.int(number)
      #expect(String(decoding: writer.bytes, as: UTF8.self) == "\(number)")
    }
  }

  @Test func `escapes only what must be escaped, anywhere in a text`() {
    func written(_ text: String) -> String {
      var writer = JSONWriter()
      writer.string(text)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    #expect(
      written("\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{E}\u{1F}")
        == #""\u0000\u0001\b\t\n\u000b\f\r\u000e\u001f""#)
    #expect(written("\"\\/\u{7F}é😀\u{2028}") == "\"\\\"\\\\/\u{7F}é😀\u{2028}\"")
    for length in 0..<70 {
      let plain = String(repeating: "x", count: length)
      #expect(written(plain) == "\"\(plain)\"")
      for place in 0..<length {
        let text = plain.prefix(place) + "\n" + plain.dropFirst(place + 1)
        #expect(written(String(text)) == "\"\(text.replacing("\n", with: "\\n"))\"")
      }
    }
  }

  @Test func `writes the shortest form of floating point numbers, integers without a point`() {
    let written = [2, -2, 0, -0.0, 0.1, 1.5e300, 2.5e-308, 1e15, 9_007_199_254_740_992, 1e16, 1e22]
      .map { (value: Double) -> String in
        var writer = JSONWriter()
        let isWritten = writer.double(value)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(isWritten && JSONNumber(text) != nil && Double(text) == value)
        return text
      }
    #expect(
      written == [
        "2", "-2", "0", "-0", "0.1", "1.5e+300", "2.5e-308", "1000000000000000",
        "9007199254740992", "1e+16", "1e+22",
      ])
    var writer = JSONWriter()
    let refused = [writer.double(.nan), writer.double(.infinity), writer.float(-.infinity)]
    #expect(refused == [false, false, false])
    #expect(writer.bytes.isEmpty)
  }
}
