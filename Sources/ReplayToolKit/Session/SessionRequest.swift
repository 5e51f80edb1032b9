import EventEngine

/// A request of a session, parsed without a look at the journal.
enum SessionRequest {
  case command(ReadCommand)
  case show(ShowRequest)
  case append(AppendRequest)
  case read(ReadRequest)
  /// A malformed request, with its answer.
  case malformed(CommandResult.Problem)

  /// The kinds of requests. Consecutive requests of one kind are answered together.
  enum Kind { case command, append, reading, malformed }

  var kind: Kind {
    switch self {
    case .command: .command
    case .append: .append
    case .show, .read: .reading
    case .malformed: .malformed
    }
  }

  /// Returns nil for a blank line.
  init?(_ line: LineInput.Line, locale: Language) {
    guard let read = ReadCommand(line) else { return nil }
    // A line that is not JSON gets the answer of a malformed command.
    guard case .success(let json) = read.json, case .object(let object) = json,
      object["command"] == nil
    else {
      self = .command(read)
      return
    }
    do throws(FormError) {
      if object["show"] != nil {
        self = .show(try ShowRequest(object, locale: locale))
      } else if object["append"] != nil {
        self = .append(try AppendRequest(object))
      } else if object["read"] != nil {
        self = .read(try ReadRequest(object))
      } else {
        self = .malformed(Self.unknown(line.number, locale))
      }
    } catch {
      self = .malformed(error.problem(in: Self.locale(of: object) ?? locale))
    }
  }

  private static func locale(of object: JSONObject) -> Language? {
    object["locale"]?.text.flatMap(Language.init(rawValue:))
  }

  private static func unknown(_ line: Int, _ locale: Language) -> CommandResult.Problem {
    let text = Bilingual(
      ru: "Это не запрос: нужно поле «command», «show», «append» или «read»",
      en: "This is not a request: it needs \"command\", \"show\", \"append\" or \"read\"")
    return .init(.malformed, code: "malformedCommand", message: text[locale], line: line)
  }
}

extension ShowRequest {
  private static let model = Field<String>.verbatim(
    "show", takes: Bilingual(ru: "название модели", en: "the name of a read model"))
  private static let parameters = Field<JSONObject>.members("parameters")
  private static let language = Field<Language>.word("locale")
  private static let fields = [
    model.required, parameters.optional, AsOf.instant.optional, AsOf.position.optional,
    language.optional,
  ]

  init(_ object: JSONObject, locale: Language) throws(FormError) {
    let form = try Form(object, fields: Self.fields)
    self.init(
      model: try form.required(Self.model),
      parameters: try form.optional(Self.parameters) ?? JSONObject(),
      asOf: try AsOf(form), locale: try form.optional(Self.language) ?? locale)
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
