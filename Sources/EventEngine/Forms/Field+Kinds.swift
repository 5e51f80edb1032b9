import EventStore

/// The kinds of field that all domains share, as the specification defines them.
extension Field {
  /// An id: 1 to 64 ASCII letters, digits, `.`, `_` and `-`. Case matters.
  public static func id(_ name: String) -> Field where Value: Identifier {
    var field = string(name, .id, takes: .idRule) { Value($0) }
    field.tagKey = (Value.self as? any TaggedIdentifier.Type)?.tagKey
    return field
  }

  /// Any JSON string, unchanged.
  ///
  /// - Parameter words: the known values, if they are few. Other values are valid, too.
  public static func verbatim(
    _ name: String, takes: Bilingual, words: [String] = []
  ) -> Field where Value == String {
    var field = string(name, .text, takes: takes) { $0 }
    field.words = words
    return field
  }

  /// A secret, unchanged and never printed.
  public static func secret(
    _ name: String, takes: Bilingual = Bilingual(ru: "строка", en: "a string")
  ) -> Field where Value == Secret {
    string(name, .secret, takes: takes) { Secret($0) }
  }

  /// A text that must satisfy `isValid`, unchanged.
  public static func matching(
    _ name: String, takes: Bilingual, where isValid: @escaping @Sendable (String) -> Bool
  ) -> Field where Value == String {
    string(name, .text, takes: takes) { isValid($0) ? $0 : nil }
  }

  /// Free text, trimmed of white space at both ends.
  public static func text(_ name: String) -> Field where Value == String {
    Field(name, .text, takes: .init(ru: "непустой текст", en: "a text that is not empty")) { json in
      guard case .string(let text) = json else { return .invalid }
      let trimmed = text.trimmed
      return trimmed.isEmpty ? .empty : .value(trimmed)
    }
  }

  /// Free text of a type of its own, trimmed of white space at both ends.
  public static func text(_ name: String) -> Field where Value: TextValue {
    Field<String>.text(name).as(Value.self)
  }

  /// A text of a type of its own that must satisfy `isValid`, unchanged.
  public static func matching(
    _ name: String, takes: Bilingual, where isValid: @escaping @Sendable (String) -> Bool
  ) -> Field where Value: TextValue {
    Field<String>.matching(name, takes: takes, where: isValid).as(Value.self)
  }

  /// A list of non-empty free texts of a type of their own. Duplicates are removed.
  public static func texts<Text: TextValue>(_ name: String, takes: Bilingual) -> Field
  where Value == [Text] {
    let texts = Field<[String]>.texts(name, takes: takes)
    return Field(name, texts.kind, takes: takes) { json in
      texts.read(json).map { $0.map(Text.init(rawValue:)) }
    }
  }

  /// A list of non-empty free texts. Duplicates are removed.
  public static func texts(_ name: String, takes: Bilingual) -> Field where Value == [String] {
    Field(name, .list, takes: takes) { json in
      guard case .array(let items) = json else { return .invalid }
      var texts: [String] = []
      var known: Set<String> = []
      for item in items {
        guard let text = item.text?.trimmed, !text.isEmpty else { return .invalid }
        if known.insert(text).inserted { texts.append(text) }
      }
      return .value(texts)
    }
  }

  /// A URL, unchanged. In an optional field an empty text is the same as no value.
  public static func url(_ name: String) -> Field where Value == WebAddress {
    Field(name, .text, takes: .urlRule) { json in
      guard case .string(let text) = json else { return .invalid }
      if text.isEmpty { return .empty }
      return WebAddress.isValid(text) ? .value(WebAddress(rawValue: text)) : .invalid
    }
  }

  /// A calendar day that exists, `YYYY-MM-DD`.
  public static func day(_ name: String) -> Field where Value == CalendarDay {
    string(
      name, .day,
      takes: .init(ru: "день календаря, ГГГГ-ММ-ДД", en: "a day of the calendar, YYYY-MM-DD")
    ) {
      CalendarDay($0)
    }
  }

  /// An instant with its offset, in RFC 3339 with up to three fractional digits.
  public static func instant(_ name: String) -> Field where Value == Timestamp {
    string(name, .instant, takes: .instantRule) { Timestamp(rfc3339: $0) }
  }

  /// One of the raw values of an enumeration.
  public static func word(_ name: String) -> Field
  where Value: CaseIterable & RawRepresentable<String> {
    let words = Value.allCases.map(\.rawValue)
    let list = words.joined(separator: ", ")
    let takes = Bilingual(ru: "одно из значений \(list)", en: "one of \(list)")
    var field = string(name, .word, takes: takes) { Value(rawValue: $0) }
    field.words = words
    return field
  }

  /// A whole number within `range`.
  public static func integer(
    _ name: String, in range: ClosedRange<Int> = Int.min...Int.max, takes: Bilingual
  ) -> Field where Value == Int {
    Field(name, .integer, takes: takes) { json in
      guard case .number(let number) = json, let value = number.wholeNumber,
        range.contains(Int(value))
      else { return .invalid }
      return .value(Int(value))
    }
  }

  /// A JSON boolean.
  public static func boolean(_ name: String) -> Field where Value == Bool {
    Field(name, .boolean, takes: .init(ru: "true или false", en: "true or false")) { json in
      guard case .bool(let value) = json else { return .invalid }
      return .value(value)
    }
  }
}

extension Field {
  /// A field that takes a string; `read` returns nil for one that is not valid.
  package static func string(
    _ name: String, _ kind: FieldKind, takes: Bilingual,
    _ read: @escaping @Sendable (String) -> Value?
  ) -> Field {
    Field(name, kind, takes: takes) { json in
      guard case .string(let text) = json, let value = read(text) else { return .invalid }
      return .value(value)
    }
  }
}

extension Field<String> {
  /// The same field with values of the type `Text`.
  private func `as`<Text: TextValue>(_: Text.Type) -> Field<Text> {
    Field<Text>(name, kind, takes: takes) { json in read(json).map(Text.init(rawValue:)) }
  }
}

extension Bilingual {
  static let idRule = Bilingual(
    ru: "от 1 до 64 латинских букв, цифр и знаков . _ -",
    en: "1 to 64 characters: ASCII letters, digits and . _ -")
  static let urlRule = Bilingual(
    ru: "адрес вида https://… или http://… без пробелов",
    en: "an address such as https://… or http://… without spaces")
  static let instantRule = Bilingual(
    ru: "момент времени по RFC 3339 со смещением от UTC, не точнее миллисекунд",
    en: "an RFC 3339 instant with its offset, no finer than milliseconds")
}
