import EventEngine

/// A request of a session, parsed without reading the journal.
struct SessionRequest {
  enum Body {
    case command(CommandInput)
    case append(AppendRequest)
    case show(ShowRequest)
    case read(ReadRequest)
    case explain(ExplainRequest)
    case follow(FollowRequest)
    case unfollow
    /// The engine's version and the journal's head.
    case session
    case stats
    case catalog(Language)
    /// A malformed request, with the problem to answer.
    case malformed(CommandResult.Problem)
  }

  /// The kinds of requests. Consecutive requests of one kind are answered together.
  enum Kind { case command, append, reading, alone }

  let body: Body
  /// The JSON text or number that the answers repeat.
  let ref: JSONValue?

  var kind: Kind {
    switch body {
    case .command: .command
    case .append: .append
    case .show, .read, .explain, .session, .stats, .follow: .reading
    case .unfollow, .catalog, .malformed: .alone
    }
  }

  /// Returns nil for a blank line.
  init?(_ line: LineInput.Line, locale: Language) {
    guard let read = CommandInput(line) else { return nil }
    guard case .success(let json) = read.json, case .object(var object) = json else {
      body = .malformed(Self.unknown(line.number, read.syntaxError, locale))
      ref = nil
      return
    }
    let language = object["locale"]?.text.flatMap(Language.init(rawValue:)) ?? locale
    do throws(FormError) {
      ref = try Self.takeRef(from: &object)
    } catch {
      ref = nil
      body = .malformed(error.problem(in: language))
      return
    }
    if object["command"] != nil {
      body = .command(CommandInput(.success(.object(object)), line: line.number))
      return
    }
    do throws(FormError) {
      body =
        try Self.body(of: object, line: line.number, locale: locale)
        ?? .malformed(Self.unknown(line.number, nil, language))
    } catch {
      body = .malformed(error.problem(in: language))
    }
  }

  private static func takeRef(from object: inout JSONObject) throws(FormError) -> JSONValue? {
    guard let ref = object["ref"] else { return nil }
    switch ref {
    case .string, .number:
      object["ref"] = nil
      return ref
    case .null:
      object["ref"] = nil
      return nil
    case .bool, .array, .object:
      throw .invalidField(
        "ref", takes: Bilingual(ru: "строка или число", en: "a text or a number"))
    }
  }

  /// Returns nil for an object that is no request.
  private static func body(
    of object: JSONObject, line: Int, locale: Language
  ) throws(FormError) -> Body? {
    if object["show"] != nil { return .show(try ShowRequest(object, locale: locale)) }
    if object["append"] != nil { return .append(try AppendRequest(object)) }
    if object["read"] != nil { return .read(try ReadRequest(object)) }
    if var request = try ExplainRequest(object, locale: locale) {
      request.line = line
      return .explain(request)
    }
    if object["follow"] != nil { return .follow(try FollowRequest(object)) }
    if object["unfollow"] != nil {
      _ = try Form(object, fields: [truth("unfollow").required]).required(truth("unfollow"))
      return .unfollow
    }
    if object["session"] != nil {
      _ = try Form(object, fields: [version.required]).required(version)
      return .session
    }
    if object["stats"] != nil {
      _ = try Form(object, fields: [truth("stats").required]).required(truth("stats"))
      return .stats
    }
    if object["catalog"] != nil {
      let form = try Form(object, fields: [truth("catalog").required, language.optional])
      _ = try form.required(truth("catalog"))
      return .catalog(try form.optional(language) ?? locale)
    }
    return nil
  }

  /// The version of this protocol.
  private static let version = Field<Int>.integer(
    "session", in: 1...1,
    takes: Bilingual(ru: "1, версия этого протокола", en: "1, the version of this protocol"))
  private static let language = Field<Language>.word("locale")

  private static func truth(_ name: String) -> Field<Bool> {
    Field(name, .boolean, takes: Bilingual(ru: "true", en: "true")) { json in
      if case .bool(true) = json { .value(true) } else { .invalid }
    }
  }

  /// - Parameter error: the reason why the line is not valid JSON; nil if it is valid.
  private static func unknown(
    _ line: Int, _ error: JSONSyntaxError?, _ locale: Language
  ) -> CommandResult.Problem {
    let names = [
      "command", "dryRun", "show", "why", "when", "diff", "trace", "audit", "append", "read",
      "follow", "unfollow", "session", "stats", "catalog",
    ]
    if let error {
      let text = Bilingual(
        ru: "Это не запрос: \(error.text.ru)", en: "This is not a request: \(error.text.en)")
      return .init(.malformed, code: "malformedRequest", message: text[locale], line: line)
    }
    let text = Bilingual(
      ru: "Это не запрос: нужен объект JSON с одним из полей \(names.joined(separator: ", "))",
      en:
        "This is not a request: expected a JSON object with one of \(names.joined(separator: ", "))"
    )
    return .init(.malformed, code: "malformedRequest", message: text[locale], line: line)
  }
}

/// A request for events as they come.
struct FollowRequest {
  let query: Query
  /// The position after which events are wanted; nil for the end of the journal.
  let after: Position?

  private static let query = Field<JSONObject>.members("follow")
  private static let after = Field<Int>.count("after")

  init(_ object: JSONObject) throws(FormError) {
    let form = try Form(object, fields: [Self.query.required, Self.after.optional])
    query = try Query(form.required(Self.query))
    after = try form.optional(Self.after).map { Position($0) }
  }
}

extension ShowRequest {
  private static let model = Field<String>.verbatim(
    "show", takes: Bilingual(ru: "название модели", en: "the name of a read model"))
  private static let parameters = Field<JSONObject>.members("parameters")
  private static let language = Field<Language>.word("locale")
  private static let fields = [
    model.required, parameters.optional, AsOfParameters.instant.optional,
    AsOfParameters.position.optional,
    language.optional,
  ]

  init(_ object: JSONObject, locale: Language) throws(FormError) {
    let form = try Form(object, fields: Self.fields)
    self.init(
      model: try form.required(Self.model),
      parameters: try form.optional(Self.parameters) ?? JSONObject(),
      asOf: try AsOfParameters(form), locale: try form.optional(Self.language) ?? locale)
  }
}

// MARK: - Fields of requests to the store

extension Field<JSONObject> {
  static func members(_ name: String) -> Field {
    Field(name, .text, takes: Bilingual(ru: "объект JSON", en: "a JSON object")) { json in
      if case .object(let object) = json { .value(object) } else { .invalid }
    }
  }
}

extension Field<[JSONValue]> {
  static func items(_ name: String, takes: Bilingual) -> Field {
    Field(name, .list, takes: takes) { json in
      if case .array(let items) = json { .value(items) } else { .invalid }
    }
  }
}

extension Field<[String]> {
  /// A list of texts without normalisation.
  static func strings(_ name: String, takes: Bilingual, longest: Int, most: Int) -> Field {
    Field(name, .list, takes: takes) { json in
      guard case .array(let items) = json, items.count <= most else { return .invalid }
      var texts: [String] = []
      for item in items {
        guard case .string(let text) = item, (1...longest).contains(text.utf8.count) else {
          return .invalid
        }
        texts.append(text)
      }
      return .value(texts)
    }
  }
}

extension Field<Int> {
  static func count(_ name: String) -> Field {
    .integer(
      name, in: 0...Int.max, takes: Bilingual(ru: "целое число от 0", en: "a whole number from 0"))
  }
}
