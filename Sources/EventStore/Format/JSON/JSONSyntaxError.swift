/// The reason why some bytes are not acceptable JSON, and the place.
///
/// RFC 8259 leaves some choices to a reader. This one always makes the strictest: UTF-8 only, no
/// byte order mark, no lone surrogates, no duplicate keys in one object.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Reason: Hashable, Sendable {
    /// The text ends too early.
    case unexpectedEnd
    /// A byte that is not allowed here.
    case unexpectedByte(UInt8)
    /// A comma with nothing after it.
    case trailingComma
    /// Something other than white space after the value.
    case trailingBytes
    /// The text is a value other than an object.
    case notAnObject
    /// A number that RFC 8259 §6 does not allow, such as `01`, `+1` or `1.`.
    case invalidNumber
    /// A word other than `true`, `false` and `null`.
    case invalidLiteral
    /// A backslash followed by a character that RFC 8259 §7 does not allow.
    case invalidEscape
    /// An escaped UTF-16 surrogate without its partner.
    case loneSurrogate
    /// A control character inside a string, which must be escaped.
    case controlCharacter(UInt8)
    /// Bytes that are not UTF-8: overlong, truncated, a surrogate, or beyond U+10FFFF.
    case invalidUTF8
    /// The text begins with U+FEFF, which RFC 8259 §8.1 forbids.
    case byteOrderMark
    /// A key that occurs twice in one object, compared unescaped.
    case duplicateKey(String)
    /// Containers nested deeper than allowed.
    case tooDeep(limit: Int)
    /// A text longer than allowed, in bytes.
    case tooLarge(limit: Int)
  }

  /// The kind of error.
  package let reason: Reason
  /// The offset of the offending byte, number, literal or key, in bytes from 0.
  public let offset: Int

  /// An error at `offset`.
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// One line of plain English, such as `duplicate key "a" at byte 17`.
  public var description: String { "\(reason) at byte \(offset)" }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
  /// The reason in plain English.
  package var description: String {
    switch self {
    case .unexpectedEnd: "unexpected end"
    case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
    case .trailingComma: "trailing comma"
    case .trailingBytes: "unexpected data after the value"
    case .notAnObject: "expected an object"
    case .invalidNumber: "invalid number"
    case .invalidLiteral: "invalid word"
    case .invalidEscape: "invalid escape"
    case .loneSurrogate: "unpaired surrogate"
    case .controlCharacter(let byte): "unescaped control character \(Self.hexadecimal(byte))"
    case .invalidUTF8: "invalid UTF-8"
    case .byteOrderMark: "byte order mark"
    case .duplicateKey(let key): "duplicate key \(JSONWriter.quoted(key))"
    case .tooDeep(let limit): "nesting deeper than \(limit)"
    case .tooLarge(let limit): "more than \(limit) bytes"
    }
  }

  private static func name(of byte: UInt8) -> String {
    byte > 0x20 && byte < 0x7F
      ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(hexadecimal(byte))"
  }

  /// Such as `0x0a`.
  package static func hexadecimal(_ byte: UInt8) -> String {
    "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

/// Limits on the size of a JSON text.
package struct JSONLimits: Hashable, Sendable {
  /// The maximum nesting depth: an array in an object has depth 2.
  package let depth: Int
  /// The maximum length of the whole text in bytes, white space included.
  package let bytes: Int

  /// - Parameters:
  ///   - depth: at most 512, so that values can be written and released by recursion.
  ///   - bytes: 64 MiB by default.
  package init(depth: Int = 64, bytes: Int = 64 << 20) {
    self.depth = min(depth, 512)
    self.bytes = bytes
  }
}
