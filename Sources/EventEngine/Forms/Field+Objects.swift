import EventStore

/// Fields whose values are objects with fields of their own, such as the lines of an order.
extension Field {
  /// A list of objects, in the order given. It may be empty.
  ///
  ///     static let lines = Field<[Line]>.objects("lines", of: [book.required, copies.required]) {
  ///       line throws(FormError) in
  ///       Line(book: try line.required(book), copies: try line.required(copies))
  ///     }
  ///
  /// A refusal names the place of the mistake: `lines[1].copies`. On a command line the value is
  /// JSON: `lines='[{"book":"42","copies":2}]'`.
  ///
  /// - Parameters:
  ///   - fields: the fields of each object. None is a ``secret(_:takes:)``: a secret must be a
  ///     field of the command itself.
  ///   - read: builds an element from the form of one object.
  public static func objects<Element: Sendable>(
    _ name: String, of fields: [FieldShape],
    read: @escaping @Sendable (Form) throws(FormError) -> Element
  ) -> Field where Value == [Element] {
    let takes = Bilingual(ru: "список; элемент — ", en: "a list; each element is ") + fields.object
    return composite(name, .objects, takes, fields) { json in
      guard case .array(let items) = json else { return .invalid }
      do throws(FormError) {
        return .value(
          try items.enumerated().map { index, item throws(FormError) in
            try value(item, at: "[\(index)]", of: fields, read)
          })
      } catch { return .refused(error) }
    }
  }

  /// An object, such as an address. See ``objects(_:of:read:)``.
  public static func object(
    _ name: String, of fields: [FieldShape],
    read: @escaping @Sendable (Form) throws(FormError) -> Value
  ) -> Field {
    composite(name, .object, fields.object, fields) { json in
      do throws(FormError) { return .value(try value(json, at: "", of: fields, read)) } catch {
        return .refused(error)
      }
    }
  }

  private static func composite(
    _ name: String, _ kind: FieldKind, _ takes: Bilingual, _ fields: [FieldShape],
    read: @escaping @Sendable (JSONValue) -> Reading<Value>
  ) -> Field {
    precondition(
      !fields.contains { $0.hasSecret },
      "The field \(name) has a secret inside an object; make it a field of the command itself.")
    var field = Field(name, kind, takes: takes, read: read)
    field.fields = fields
    return field
  }

  private static func value<Element>(
    _ json: JSONValue, at place: String, of fields: [FieldShape],
    _ read: (Form) throws(FormError) -> Element
  ) throws(FormError) -> Element {
    guard case .object(let members) = json else {
      throw .invalidField(place, takes: fields.object)
    }
    do throws(FormError) { return try read(Form(members, fields: fields)) } catch {
      throw error.renamed { "\(place).\($0)" }
    }
  }
}

extension FieldShape {
  fileprivate var hasSecret: Bool { kind == .secret || fields.contains { $0.hasSecret } }
}

extension [FieldShape] {
  /// A description of an object with these fields.
  fileprivate var object: Bilingual {
    func list(_ language: Language, _ optional: String) -> String {
      map { field in
        let isOptional = !field.isRequired && field.condition == nil
        return "\(field.name) (\(field.description[language])\(isOptional ? optional : ""))"
      }.joined(separator: ", ")
    }
    return Bilingual(
      ru: "объект с полями \(list(.ru, "; необязательно"))",
      en: "an object with \(list(.en, "; optional"))")
  }
}

extension FormError {
  /// The same error of a part of the field's value: the name is the part's path inside the value,
  /// such as `[1].copies` or `.branch`.
  @usableFromInline
  func inside(_ field: String) -> FormError {
    renamed { path in
      let isPath = path.isEmpty || path.hasPrefix("[") || path.hasPrefix(".")
      return isPath ? field + path : "\(field).\(path)"
    }
  }

  fileprivate func renamed(_ rename: (String) -> String) -> FormError {
    switch self {
    case .unknownField(let name, let known): .unknownField(rename(name), known: known)
    case .missingField(let name, let takes): .missingField(rename(name), takes: takes)
    case .missingFields(let names): .missingFields(names.map(rename))
    case .invalidField(let name, let takes): .invalidField(rename(name), takes: takes)
    }
  }
}
