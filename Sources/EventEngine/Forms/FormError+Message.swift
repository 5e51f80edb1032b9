extension FormError {
  /// The code for a value that a field does not accept.
  package static let invalidCode = "invalidField"

  /// A stable ASCII code, never translated.
  public var code: String {
    switch self {
    case .unknownField: "unknownField"
    case .missingField, .missingFields: "missingField"
    case .invalidField: Self.invalidCode
    }
  }

  /// The message, which names the field and describes its valid values.
  public var message: Bilingual {
    switch self {
    case .unknownField(let name, let known):
      Bilingual(
        ru: "Поле «\(name)» неизвестно. \(Self.knownFields(known, ru: true))",
        en: "The field \"\(name)\" is unknown. \(Self.knownFields(known, ru: false))")
    case .missingField(let name, let takes):
      Bilingual(
        ru: "Не хватает поля «\(name)»; нужно: \(takes.ru)",
        en: "The field \"\(name)\" is missing; it takes: \(takes.en)")
    case .missingFields(let names):
      Bilingual(
        ru: "Укажите хотя бы одно из полей: \(names.joined(separator: ", "))",
        en: "Give at least one of the fields: \(names.joined(separator: ", "))")
    case .invalidField(let name, let takes):
      Bilingual(
        ru: "Неверное значение поля «\(name)»; нужно: \(takes.ru)",
        en: "The value of \"\(name)\" is invalid; it takes: \(takes.en)")
    }
  }

  private static func knownFields(_ names: [String], ru: Bool) -> String {
    if names.isEmpty { return ru ? "Полей здесь нет" : "There are no fields here" }
    let list = names.joined(separator: ", ")
    return ru ? "Есть поля: \(list)" : "Known fields: \(list)"
  }
}

extension FormError {
  /// The error as the problem of a command or a request.
  package func problem(in locale: Language) -> CommandResult.Problem {
    .init(.malformed, code: code, message: message[locale])
  }
}
