import EventStore
import Testing

struct AcceptedText: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let minified: String
  var testDescription: String { String(decoding: bytes, as: UTF8.self) }

  init(_ text: String, as minified: String? = nil) {
    bytes = Array(text.utf8)
    self.minified = minified ?? text
  }
}

struct RejectedText: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let reason: JSONSyntaxError.Reason
  let offset: Int
  var testDescription: String { String(decoding: bytes, as: UTF8.self) }

  init(_ text: String, _ reason: JSONSyntaxError.Reason, at offset: Int = 0) {
    self.init(Array(text.utf8), reason, at: offset)
  }

  init(_ bytes: [UInt8], _ reason: JSONSyntaxError.Reason, at offset: Int = 0) {
    self.bytes = bytes
    self.reason = reason
    self.offset = offset
  }

  /// A string with these bytes between the quotation marks.
  init(content: [UInt8], _ reason: JSONSyntaxError.Reason, at offset: Int = 1) {
    self.init([0x22] + content + [0x22], reason, at: offset)
  }
}

let acceptedTexts: [AcceptedText] =
  [
    // Structure.
    "null", "true", "false", "0", "\"\"", "[]", "{}", "[[]]", "[{}]", "[1]", "[null,1,\"1\",{}]",
    "[[],[[]],[[],[]]]", #"{"a":1}"#, #"{"a":{"a":{"a":1}}}"#, #"{"a":1,"A":2}"#,
    #"{"":0}"#, #"{"a":[],"b":[],"c":{}}"#, #"[{"a":1},{"a":1}]"#, #"{"a":1,"b":{"a":1,"b":2}}"#,
    // Numbers, of any size, with their spelling.
    "-0", "-1", "123", "10", "0.0", "-0.0", "0.5", "1.0", "1.50", "0e0", "0E0", "1e2", "1E2",
    "1e+2", "1E+2", "1e-2", "1.5e300", "0e+01", "1e00", "123.456e-78", "-9223372036854775808",
    "9223372036854775808", "18446744073709551616", "1e999999999", "-1e-999999999",
    "0.1000000000000000055511151231257827021181583404541015625",
    "100000000000000000000000000000000000000000000000000000000000000001",
    // Strings.
    #""plain""#, #"" ""#, #""/""#, #""\"""#, #""\\""#, #""\\\\""#, #""\b\f\n\r\t""#,
    #""\u0000""#, #""\u001f""#, #""\u000b""#, "\"\u{7F}\"", "\"é\"", "\"Привет, мир\"", "\"日本語\"",
    "\"😀\"", "\"\u{10FFFF}\"", "\"\u{FFFF}\"", "\"\u{FEFF}\"", "\"\u{2028}\u{2029}\"",
    "\"\u{D7FF}\u{E000}\"", "\"\u{80}\u{7FF}\u{800}\u{10000}\"", "\"0123456789abcdef\"",
    "\"0123456789abcde\\n0123456789abcdef\"", "\"0123456789abcdeé0123456789abcde😀\"",
    "\"e\u{301}\"", #"{"é":1,"e\#u{301}":2}"#, "\"'\"", "\"[]{},:\"",
  ].map { AcceptedText($0) } + [
    // White space.
    AcceptedText(" 1 ", as: "1"), AcceptedText("\t\n\r 1\t\n\r ", as: "1"),
    AcceptedText("[ ]", as: "[]"), AcceptedText("{ }", as: "{}"),
    AcceptedText("[ 1 , 2 ]", as: "[1,2]"), AcceptedText("[\n]", as: "[]"),
    AcceptedText("{ \"a b\" : 1 ,\n\"c\"\t:\r2 }", as: #"{"a b":1,"c":2}"#),
    AcceptedText("[1\n,{\"a\"\n:[\n]\n}\n]\n", as: #"[1,{"a":[]}]"#),
    // Redundant escapes.
    AcceptedText(#""\/""#, as: "\"/\""), AcceptedText(#""\u0041""#, as: "\"A\""),
    AcceptedText(#""\u00e9\u00E9""#, as: "\"éé\""), AcceptedText(#""\u20AC""#, as: "\"€\""),
    AcceptedText(#""\ud83d\ude00""#, as: "\"😀\""), AcceptedText(#""\uD800\uDC00""#, as: "\"𐀀\""),
    AcceptedText(#""\uDBFF\uDFFF""#, as: "\"\u{10FFFF}\""),
    AcceptedText(#""\u0022\u005c\u002F""#, as: #""\"\\/""#),
    AcceptedText(#""\u000a\u000D\u0008""#, as: #""\n\r\b""#),
    AcceptedText(#""\uFFFF\uFEFF""#, as: "\"\u{FFFF}\u{FEFF}\""),
    AcceptedText(#""\u001F""#, as: #""\u001f""#),
    AcceptedText(#"{"\u0061":1,"\u0062":2}"#, as: #"{"a":1,"b":2}"#),
  ]

let rejectedTexts: [RejectedText] =
  structureCases + numberCases + stringCases + encodingCases + duplicateCases

private let structureCases: [RejectedText] = [
  RejectedText("", .unexpectedEnd), RejectedText("  ", .unexpectedEnd, at: 2),
  RejectedText("[", .unexpectedEnd, at: 1), RejectedText("{", .unexpectedEnd, at: 1),
  RejectedText("[1", .unexpectedEnd, at: 2), RejectedText("[1,", .unexpectedEnd, at: 3),
  RejectedText(#"{"a""#, .unexpectedEnd, at: 4), RejectedText(#"{"a":"#, .unexpectedEnd, at: 5),
  RejectedText(#"{"a":1"#, .unexpectedEnd, at: 6), RejectedText(#"{"a":1,"#, .unexpectedEnd, at: 7),
  RejectedText("]", .unexpectedByte(0x5D)), RejectedText("}", .unexpectedByte(0x7D)),
  RejectedText(",", .unexpectedByte(0x2C)), RejectedText(":", .unexpectedByte(0x3A)),
  RejectedText("[}", .unexpectedByte(0x7D), at: 1),
  RejectedText("{]", .unexpectedByte(0x5D), at: 1),
  RejectedText("[1}", .unexpectedByte(0x7D), at: 2),
  RejectedText(#"{"a":1]"#, .unexpectedByte(0x5D), at: 6),
  RejectedText("[1,]", .trailingComma, at: 2), RejectedText("[1 , ]", .trailingComma, at: 3),
  RejectedText(#"{"a":1,}"#, .trailingComma, at: 6),
  RejectedText("[,]", .unexpectedByte(0x2C), at: 1),
  RejectedText("[,1]", .unexpectedByte(0x2C), at: 1),
  RejectedText("[1,,2]", .unexpectedByte(0x2C), at: 3),
  RejectedText("{,}", .unexpectedByte(0x2C), at: 1),
  RejectedText(#"{"a":1,,"b":2}"#, .unexpectedByte(0x2C), at: 7),
  RejectedText("[1 2]", .unexpectedByte(0x32), at: 3),
  RejectedText("[1:2]", .unexpectedByte(0x3A), at: 2),
  RejectedText(#"["a":1]"#, .unexpectedByte(0x3A), at: 4),
  RejectedText(#"{"a" 1}"#, .unexpectedByte(0x31), at: 5),
  RejectedText(#"{"a",1}"#, .unexpectedByte(0x2C), at: 4),
  RejectedText(#"{"a"}"#, .unexpectedByte(0x7D), at: 4),
  RejectedText(#"{"a":}"#, .unexpectedByte(0x7D), at: 5),
  RejectedText(#"{"a"::1}"#, .unexpectedByte(0x3A), at: 5),
  RejectedText("{1:2}", .unexpectedByte(0x31), at: 1),
  RejectedText("{a:1}", .unexpectedByte(0x61), at: 1),
  RejectedText("{'a':1}", .unexpectedByte(0x27), at: 1),
  RejectedText("{null:1}", .unexpectedByte(0x6E), at: 1),
  RejectedText("'a'", .unexpectedByte(0x27)),
  RejectedText("1 2", .trailingBytes, at: 2), RejectedText("{}{}", .trailingBytes, at: 2),
  RejectedText("[],", .trailingBytes, at: 2), RejectedText("[]]", .trailingBytes, at: 2),
  RejectedText("null\u{0}", .trailingBytes, at: 4), RejectedText("1//c", .trailingBytes, at: 1),
  RejectedText("/**/1", .unexpectedByte(0x2F)),
  RejectedText("[1/*c*/]", .unexpectedByte(0x2F), at: 2),
  RejectedText("\u{0}", .unexpectedByte(0)), RejectedText("\u{0C}1", .unexpectedByte(0x0C)),
  RejectedText("[\u{0B}]", .unexpectedByte(0x0B), at: 1),
  RejectedText("\u{A0}1", .unexpectedByte(0xC2)),
  RejectedText("[1]\u{A0}", .trailingBytes, at: 3),
  RejectedText("\u{2028}1", .unexpectedByte(0xE2)),
  RejectedText("nul", .unexpectedEnd), RejectedText("nulL", .invalidLiteral),
  RejectedText("nullx", .trailingBytes, at: 4), RejectedText("tru", .unexpectedEnd),
  RejectedText("True", .unexpectedByte(0x54)), RejectedText("tRue", .invalidLiteral),
  RejectedText("[truth]", .invalidLiteral, at: 1), RejectedText("falsy", .invalidLiteral),
  RejectedText("undefined", .unexpectedByte(0x75)),
]

private let numberCases: [RejectedText] = [
  RejectedText("-", .invalidNumber), RejectedText("--1", .invalidNumber),
  RejectedText("+1", .unexpectedByte(0x2B)), RejectedText(".5", .unexpectedByte(0x2E)),
  RejectedText("-.5", .invalidNumber), RejectedText("5.", .invalidNumber),
  RejectedText("01", .invalidNumber), RejectedText("00", .invalidNumber),
  RejectedText("-01", .invalidNumber), RejectedText("[1,012]", .invalidNumber, at: 3),
  RejectedText("1.e5", .invalidNumber), RejectedText("1e", .invalidNumber),
  RejectedText("1e+", .invalidNumber), RejectedText("1e-", .invalidNumber),
  RejectedText("1e+-1", .invalidNumber), RejectedText("1.5e", .invalidNumber),
  RejectedText("1ee5", .invalidNumber), RejectedText("1.2.3", .trailingBytes, at: 3),
  RejectedText("1e5.5", .trailingBytes, at: 3), RejectedText("0x10", .trailingBytes, at: 1),
  RejectedText("1_000", .trailingBytes, at: 1), RejectedText("1,000", .trailingBytes, at: 1),
  RejectedText("1a", .trailingBytes, at: 1), RejectedText("NaN", .unexpectedByte(0x4E)),
  RejectedText("Infinity", .unexpectedByte(0x49)), RejectedText("-Infinity", .invalidNumber),
  RejectedText("١", .unexpectedByte(0xD9)), RejectedText("-\u{0}", .invalidNumber),
]

private let stringCases: [RejectedText] = [
  RejectedText("\"", .unexpectedEnd, at: 1), RejectedText("\"abc", .unexpectedEnd, at: 4),
  RejectedText(#"["abc]"#, .unexpectedEnd, at: 6), RejectedText(#""\"#, .unexpectedEnd, at: 1),
  RejectedText(#""\""#, .unexpectedEnd, at: 3),
  RejectedText("\"a\u{0}b\"", .controlCharacter(0), at: 2),
  RejectedText("\"a\nb\"", .controlCharacter(0x0A), at: 2),
  RejectedText("\"\t\"", .controlCharacter(0x09), at: 1),
  RejectedText("\"\u{1F}\"", .controlCharacter(0x1F), at: 1),
  RejectedText("{\"a\nb\":1}", .controlCharacter(0x0A), at: 3),
  RejectedText("\"0123456789abcdef\r\"", .controlCharacter(0x0D), at: 17),
  RejectedText(#""\a""#, .invalidEscape, at: 1), RejectedText(#""\'""#, .invalidEscape, at: 1),
  RejectedText(#""\x41""#, .invalidEscape, at: 1), RejectedText(#""\0""#, .invalidEscape, at: 1),
  RejectedText(#""\N""#, .invalidEscape, at: 1), RejectedText("\"\\\n\"", .invalidEscape, at: 1),
  RejectedText("\"\\é\"", .invalidEscape, at: 1), RejectedText(#""\u""#, .invalidEscape, at: 1),
  RejectedText(#""\u12""#, .invalidEscape, at: 1), RejectedText(#""\u123""#, .invalidEscape, at: 1),
  RejectedText(#""\u12G4""#, .invalidEscape, at: 1),
  RejectedText(#""\u 123""#, .invalidEscape, at: 1),
  RejectedText(#""\u+123""#, .invalidEscape, at: 1),
  RejectedText(#""\U0041""#, .invalidEscape, at: 1),
  RejectedText(#""\u{41}""#, .invalidEscape, at: 1),
  RejectedText(#""\ud800""#, .loneSurrogate, at: 1),
  RejectedText(#""\uDBFF""#, .loneSurrogate, at: 1),
  RejectedText(#""\udc00""#, .loneSurrogate, at: 1),
  RejectedText(#""a\udfff""#, .loneSurrogate, at: 2),
  RejectedText(#""\ud800\ud800""#, .loneSurrogate, at: 1),
  RejectedText(#""\ud800\u0041""#, .loneSurrogate, at: 1),
  RejectedText(#""\ud800A""#, .loneSurrogate, at: 1),
  RejectedText(#""\ud800\n""#, .loneSurrogate, at: 1),
  RejectedText(#""\ude00\ud83d""#, .loneSurrogate, at: 1),
  RejectedText(#""\ud83d\ude0""#, .loneSurrogate, at: 1),
  RejectedText(#"{"\ud800":1}"#, .loneSurrogate, at: 2),
]

private let encodingCases: [RejectedText] = [
  RejectedText([0xEF, 0xBB, 0xBF], .byteOrderMark), RejectedText("\u{FEFF}{}", .byteOrderMark),
  RejectedText([0xFE, 0xFF, 0x00, 0x31], .unexpectedByte(0xFE)),
  RejectedText([0x31, 0x00], .trailingBytes, at: 1), RejectedText([0x80], .unexpectedByte(0x80)),
  RejectedText(content: [0x80], .invalidUTF8), RejectedText(content: [0xBF], .invalidUTF8),
  RejectedText(content: [0xC0, 0x80], .invalidUTF8),
  RejectedText(content: [0xC0, 0xAF], .invalidUTF8),
  RejectedText(content: [0xC1, 0xBF], .invalidUTF8), RejectedText(content: [0xC3], .invalidUTF8),
  RejectedText(content: [0xC3, 0x28], .invalidUTF8),
  RejectedText(content: [0xE0, 0x80, 0x80], .invalidUTF8),
  RejectedText(content: [0xE0, 0x9F, 0xBF], .invalidUTF8),
  RejectedText(content: [0xE2, 0x82], .invalidUTF8),
  RejectedText(content: [0xE2, 0x28, 0xA1], .invalidUTF8),
  RejectedText(content: [0xED, 0xA0, 0x80], .invalidUTF8),
  RejectedText(content: [0xED, 0xBF, 0xBF], .invalidUTF8),
  RejectedText(content: [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], .invalidUTF8),
  RejectedText(content: [0xF0, 0x80, 0x80, 0x80], .invalidUTF8),
  RejectedText(content: [0xF0, 0x8F, 0xBF, 0xBF], .invalidUTF8),
  RejectedText(content: [0xF0, 0x9F, 0x98], .invalidUTF8),
  RejectedText(content: [0xF4, 0x90, 0x80, 0x80], .invalidUTF8),
  RejectedText(content: [0xF5, 0x80, 0x80, 0x80], .invalidUTF8),
  RejectedText(content: [0xF8, 0x88, 0x80, 0x80, 0x80], .invalidUTF8),
  RejectedText(content: [0xFE], .invalidUTF8), RejectedText(content: [0xFF], .invalidUTF8),
  RejectedText(content: [0xC3, 0xA9, 0xC3], .invalidUTF8, at: 3),
  RejectedText([0x22, 0xC3], .invalidUTF8, at: 1),
  RejectedText([0x22, 0xF0, 0x9F], .invalidUTF8, at: 1),
  RejectedText([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], .invalidUTF8, at: 2),
]

private let duplicateCases: [RejectedText] = [
  RejectedText(#"{"a":1,"a":1}"#, .duplicateKey("a"), at: 7),
  RejectedText(#"{"a":1,"b":2,"a":3}"#, .duplicateKey("a"), at: 13),
  RejectedText(#"{"":1,"":2}"#, .duplicateKey(""), at: 6),
  RejectedText(#"{"a":1,"\u0061":2}"#, .duplicateKey("a"), at: 7),
  RejectedText(#"{"\u0061":1,"a":2}"#, .duplicateKey("a"), at: 12),
  RejectedText(#"{"\u00e9":1,"\u00E9":2}"#, .duplicateKey("é"), at: 12),
  RejectedText(#"{"é":1,"\u00e9":2}"#, .duplicateKey("é"), at: 8),
  RejectedText(#"{"/":1,"\/":2}"#, .duplicateKey("/"), at: 7),
  RejectedText(#"{"\ud83d\ude00":1,"😀":2}"#, .duplicateKey("😀"), at: 18),
  RejectedText(
    #"[{"x":{"long key, this":1,"long key, this":2}}]"#, .duplicateKey("long key, this"), at: 26),
  RejectedText(#"{"a":{"b":1},"c":[{"b":1}],"a":{}}"#, .duplicateKey("a"), at: 27),
]
