import EventStore

/// The kind of value that a field takes, which decides how a command line reads `field=value`.
public enum FieldKind: String, Sendable, CaseIterable {
  /// A text that names one thing.
  case id
  /// A text of any content.
  case text
  /// A text that no output shows.
  case secret
  /// A calendar day, `YYYY-MM-DD`.
  case day
  /// An instant in the format of RFC 3339.
  case instant
  /// A whole number.
  case integer
  /// `true` or `false`.
  case boolean
  /// An array of texts.
  case list
  /// One of a fixed set of texts.
  case word
  /// An object with fields of its own.
  case object
  /// An array of such objects.
  case objects
}

/// The result of reading one member of a form.
public enum Reading<Value: Sendable>: Sendable {
  /// The value that was read.
  case value(Value)
  /// An empty text: invalid if the field is required, otherwise the same as no value.
  case empty
  /// The JSON is not a valid value.
  case invalid
  /// A part of the JSON is wrong: the error names it by its path inside the value, such as
  /// `[1].copies`.
  case refused(FormError)

  func map<Other: Sendable>(_ transform: (Value) -> Other) -> Reading<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .empty: .empty
    case .invalid: .invalid
    case .refused(let error): .refused(error)
    }
  }
}

/// A named parameter of a command or a query, with the function that reads it from JSON.
public struct Field<Value: Sendable>: Sendable {
  /// The name of the member.
  public let name: String
  /// The kind of its value.
  package let kind: FieldKind
  /// A description of the valid values, for the message of a refusal: "a day, YYYY-MM-DD".
  @usableFromInline package let takes: Bilingual
  @usableFromInline let read: @Sendable (JSONValue) -> Reading<Value>
  /// The key of the tags that name the same thing, if the value is an ``ID``.
  package var tagKey: String?
  /// The known values, if they are few, such as those of an enumeration; otherwise empty.
  package var words: [String] = []
  /// The fields of an object, or of each object of a list; otherwise empty.
  var fields: [FieldShape] = []
  /// Whether an empty text in an edit removes the value.
  private(set) var isClearable = false

  /// - Parameter read: reads the value of the member, which is present and not `null`.
  public init(
    _ name: String, _ kind: FieldKind, takes: Bilingual,
    read: @escaping @Sendable (JSONValue) -> Reading<Value>
  ) {
    self.name = name
    self.kind = kind
    self.takes = takes
    self.read = read
  }

  /// The field, required.
  public var required: FieldShape { FieldShape(self, isRequired: true) }

  /// The field, optional.
  public var optional: FieldShape { FieldShape(self, isRequired: false) }

  /// The field with a value that an edit may remove, by an empty text.
  public var clearable: Self {
    var field = self
    field.isClearable = true
    return field
  }

  /// The field, required if the field `other` of the form has the value `word`, otherwise optional.
  /// Its description names the condition.
  ///
  /// - Parameter note: a note on the other case, such as "refused for news"; nil: none.
  public func required(
    if other: Field<some Any>, is word: String, otherwise note: Bilingual? = nil
  ) -> FieldShape {
    var shape = optional
    shape.condition = (other.name, word)
    return shape.noting(
      Bilingual(
        ru: "обязательно, если \(other.name) = \(word)" + (note.map { "; \($0.ru)" } ?? ""),
        en: "required if \(other.name) = \(word)" + (note.map { "; \($0.en)" } ?? "")))
  }
}

/// A field without the type of its value, for catalogs, help texts and the check for unknown and
/// missing members.
public struct FieldShape: Sendable {
  /// The name of the member.
  package let name: String
  /// The kind of its value.
  package let kind: FieldKind
  /// A description of the valid values but an empty text.
  private(set) var description: Bilingual
  /// Whether the member must be present in every form.
  package let isRequired: Bool
  /// The key of the tags that name the same thing, if the value is an ``ID``.
  package let tagKey: String?
  /// The known values, if they are few, such as those of an enumeration; otherwise empty.
  package let words: [String]
  /// The fields of an object, or of each object of a list; otherwise empty.
  package let fields: [FieldShape]
  /// The condition under which this field is required: the field `field` of the form has the value
  /// `word`. It replaces `isRequired`; nil: no condition.
  var condition: (field: String, word: String)?
  /// Whether the field is one of those that an edit changes.
  private var isEdited = false
  private let isClearable: Bool
  private let read: @Sendable (JSONValue) -> Reading<Void>

  init(_ field: Field<some Any>, isRequired: Bool) {
    name = field.name
    kind = field.kind
    description = field.takes
    tagKey = field.tagKey
    words = field.words
    fields = field.fields
    self.isRequired = isRequired
    isClearable = field.isClearable
    read = { [read = field.read] json in read(json).map { _ in } }
  }

  /// Whether a value is valid for the field.
  package func accepts(_ value: JSONValue) -> Bool {
    if case .value = read(value) { true } else { false }
  }

  /// The same field with a note after the description of its valid values, such as a limit that the
  /// decider checks: "a text that is not empty (at most 38 characters)".
  public func noting(_ note: Bilingual) -> FieldShape {
    var shape = self
    shape.description = description + Bilingual(ru: " (\(note.ru))", en: " (\(note.en))")
    return shape
  }

  /// The same field in a form that edits something.
  var inEdit: FieldShape {
    var shape = self
    shape.isEdited = true
    return shape
  }

  /// A description of the valid values, for the message of a refusal.
  package var takes: Bilingual {
    if isEdited { return isClearable ? description + .emptyRemoves : description }
    guard !isRequired, condition == nil, case .empty = read(.string("")) else { return description }
    return description + .emptyIsAbsent
  }
}

extension Bilingual {
  fileprivate static let emptyIsAbsent = Bilingual(
    ru: " (пустой: как без поля)", en: " (empty: left out)")
  fileprivate static let emptyRemoves = Bilingual(
    ru: " (пустой: убирает значение)", en: " (empty: removes the value)")
}
