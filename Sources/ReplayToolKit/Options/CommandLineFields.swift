import EventEngine

/// The fields of a command or the parameters of a read model as arguments: `book=42 days=mon,wed
/// limits:={"day":3} password=@FILE`.
struct CommandLineFields {
  private(set) var members = JSONObject()
  /// The names of the secret fields whose values are on the command line, where other users can see
  /// them.
  private(set) var exposedSecrets: [String] = []
  private var hasReadInput = false

  /// - Parameters:
  ///   - what: the owner of the fields, for messages: `library.lend`.
  ///   - form: the form of a word, as in the help.
  /// - Throws: `UsageError`, and `ToolFailure` for a file that cannot be read.
  init(
    _ words: [String], of what: String, _ fields: [FieldShape], form: String = "field=value"
  ) throws {
    for word in words {
      guard let (before, text) = word.divided(at: "=") else {
        throw UsageError(
          ru: "ожидается \(form), а не «\(word)»", en: "expected \(form), not \"\(word)\"")
      }
      try take(before, text, what, fields)
    }
  }

  /// The parameters of a read model.
  init(_ words: [String], of model: ReadModel) throws {
    if let field = words.first(where: model.shows.contains) {
      let why = "\(toolName) why \(model.name) \(words.map(\.shellWord).joined(separator: " "))"
      throw UsageError(
        ru: "«\(field)» — поле ответа, а ожидается parameter=value; изменения поля выводит \(why)",
        en: "\"\(field)\" is a field of the answer, but parameter=value is expected; \(why) "
          + "explains the field")
    }
    try self.init(words, of: model.name, model.fields, form: "parameter=value")
  }

  mutating func add(_ name: String, _ text: String) { members[name] = .string(text) }

  private mutating func take(
    _ before: String, _ text: String, _ what: String, _ fields: [FieldShape]
  ) throws {
    let isJSON = before.last == ":"
    let name = isJSON ? String(before.dropLast()) : before
    guard let field = fields.first(where: { $0.name == name }) else {
      throw Self.unknown(name, of: what, fields)
    }
    if members[name] != nil {
      throw UsageError(
        ru: "«\(name)» задано дважды",
        en: "\"\(name)\" is given twice")
    }
    let isRead = !isJSON && text.unicodeScalars.first == "@"
    if field.kind == .secret && !isRead { exposedSecrets.append(name) }
    let value =
      isRead ? try contents(of: String(text.unicodeScalars.dropFirst()), for: field) : text
    members[name] =
      isJSON ? try Self.json(value, for: "\(name):=") : try Self.value(value, of: field)
  }

  private static func unknown(
    _ name: String, of what: String, _ fields: [FieldShape]
  ) -> UsageError {
    let names = fields.map(\.name)
    if let nearest = Spelling.nearest(to: name, in: names) {
      return .unknown(.field(of: what), name, nearest: nearest)
    }
    let list = names.joined(separator: ", ")
    let known =
      names.isEmpty
      ? Bilingual(ru: "полей у неё нет", en: "it has no fields")
      : Bilingual(
        ru: names.count == 1 ? "поле: \(list)" : "поля: \(list)",
        en: names.count == 1 ? "its field is \(list)" : "its fields are \(list)")
    return UsageError(
      ru: "у \(what) нет поля «\(name)»; \(known.ru)",
      en: "\(what) has no field \"\(name)\"; \(known.en)")
  }

  /// Converts a text to a value of the field's kind. A text that cannot be converted stays a text,
  /// which the field then refuses.
  private static func value(
    _ text: String, of field: FieldShape
  ) throws(UsageError) -> JSONValue {
    switch field.kind {
    case .integer: return JSONNumber(text).map { .number($0) } ?? .string(text)
    case .boolean:
      return text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text)
    case .list:
      return .array(text.isEmpty ? [] : text.commaSeparated.map { .string($0) })
    case .object, .objects:
      do throws(UsageError) { return try json(text, for: "\(field.name)=") } catch {
        // A text that begins like JSON is meant as such: a shell, for example, removes quotes that are not
        // quoted themselves.
        if let first = text.first(where: { !$0.isWhitespace }), "{[".contains(first) { throw error }
        return .string(text)
      }
    case .id, .text, .secret, .day, .instant, .word: return .string(text)
    }
  }

  private static func json(_ text: String, for name: String) throws(UsageError) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try JSONParser.parse(text, limits: JSONLimits(depth: Limits.nesting))
    } catch {
      throw UsageError(
        ru: "\(name) принимает JSON: \(error.text.ru)", en: "\(name) takes JSON: \(error)")
    }
  }

  /// Returns the contents of a file or of standard input without the final line end. A secret typed
  /// on a terminal is not shown.
  private mutating func contents(of path: String, for field: FieldShape) throws -> String {
    let name = field.name
    if path.isEmpty {
      throw UsageError(
        ru: "\(name)=@ требует файла: \(name)=@FILE или \(name)=@-",
        en: "\(name)=@ needs a file: \(name)=@FILE or \(name)=@-")
    }
    if path == "-" {
      if hasReadInput {
        throw UsageError(
          ru: "со стандартного ввода можно прочитать только одно поле",
          en: "only one field can be read from standard input")
      }
      hasReadInput = true
      if field.kind == .secret, LineInput(limit: 1).isTerminal,
        let secret = Prompt.secret("\(name): ")
      {
        return secret
      }
    }
    guard let text = try TextFile.read(path, limit: Limits.commandBytes) else {
      throw ToolFailure(
        .malformedInput,
        ru: "\(name)=@\(path): это не текст UTF-8", en: "\(name)=@\(path): not UTF-8 text")
    }
    return text
  }
}

/// A small file that holds one value.
enum TextFile {
  /// Returns the text of a file, or of standard input for `-`, without the final line end; nil if
  /// it is not UTF-8.
  static func read(_ path: String, limit: Int) throws(ToolFailure) -> String? {
    let name = path == "-" ? .standardInput : Bilingual(untranslated: path)
    var bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile.contents(of: path == "-" ? nil : path, limit: limit + 1)
    } catch {
      throw ToolFailure(error.status, .reading(name, error))
    }
    if bytes.count > limit {
      throw ToolFailure(
        .malformedInput,
        ru: "\(name.ru): больше \(limit) байт", en: "\(name.en) holds more than \(limit) bytes")
    }
    if bytes.last == 0x0a {
      bytes.removeLast()
      if bytes.last == 0x0d { bytes.removeLast() }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
