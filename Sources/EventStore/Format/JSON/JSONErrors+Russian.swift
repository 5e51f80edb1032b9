extension JSONSyntaxError {
  /// The reason and its place in Russian.
  package var russian: String { "\(reason.russian), байт \(offset)" }
}

extension JSONSyntaxError.Reason {
  fileprivate var russian: String {
    switch self {
    case .unexpectedEnd: "строка кончается слишком рано"
    case .unexpectedByte(let byte): "здесь не может быть \(Self.russianName(of: byte))"
    case .trailingComma: "лишняя запятая"
    case .trailingBytes: "после значения стоит что-то ещё"
    case .notAnObject: "нужен объект"
    case .invalidNumber: "неверное число"
    case .invalidLiteral: "неверное слово"
    case .invalidEscape: "неверная последовательность после обратной косой черты"
    case .loneSurrogate: "половина суррогатной пары"
    case .controlCharacter(let byte): "управляющий символ \(Self.hexadecimal(byte)) в строке"
    case .invalidUTF8: "это не UTF-8"
    case .byteOrderMark: "в начале стоит метка порядка байтов"
    case .duplicateKey(let key): "ключ «\(key)» повторяется"
    case .tooDeep(let limit): "вложенность больше \(limit)"
    case .tooLarge(let limit): "больше \(limit) байт"
    }
  }

  private static func russianName(of byte: UInt8) -> String {
    byte > 0x20 && byte < 0x7F
      ? "символа «\(Character(Unicode.Scalar(byte)))»" : "байта \(hexadecimal(byte))"
  }
}

extension PayloadDecodingError {
  /// The member, the reason and its place in Russian.
  package var russian: String {
    (path.isEmpty ? "" : path + ": ") + "\(reason.russian), байт \(offset)"
  }
}

extension PayloadDecodingError.Reason {
  fileprivate var russian: String {
    switch self {
    case .missing: "значения нет"
    case .mismatch(let expected, let found):
      "здесь \(Self.russian(found)), а не \(Self.russian(expected))"
    case .outOfRange: "число слишком велико или слишком мало"
    case .malformed: "это не JSON"
    case .duplicate(let key): "ключ «\(key)» повторяется"
    case .tooDeep: "вложенность больше допустимой"
    case .refused: "такого значения здесь быть не может"
    }
  }

  /// The Russian name of a kind of value.
  private static func russian(_ kind: String) -> String {
    switch kind {
    case "a string": "строка"
    case "an object": "объект"
    case "an array": "массив"
    case "a boolean": "логическое значение"
    case "a number": "число"
    case "an integer": "целое число"
    default: kind
    }
  }
}
