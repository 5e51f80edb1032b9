import EventStore

/// What kind of value a field takes; tells a command line how to read `field=value`.
public enum FieldKind: String, Sendable, CaseIterable {
  case id, text, secret, day, instant, integer, boolean, list, word
}

/// What a member of a form was read as.
public enum Reading<Value: Sendable>: Sendable {
  case value(Value)
  /// An empty text: missing where the field is required, left out where it is not.
  case empty
  case invalid

  func map<Other: Sendable>(_ transform: (Value) -> Other) -> Reading<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .empty: .empty
    case .invalid: .invalid
    }
  }
}

/// A named value that a command or a query takes, and how it is read from JSON.
public struct Field<Value: Sendable>: Sendable {
  public let name: String
  public let kind: FieldKind
  /// What the field takes, for the message of a refusal: "a day, YYYY-MM-DD".
  public let takes: Bilingual
  @usableFromInline let read: @Sendable (JSONValue) -> Reading<Value>
  /// The key of the tags that name the same thing, for an ``ID``.
  package var tagKey: String?
  /// All values that the field takes, for a word.
  package var words: [String] = []

  public init(
    _ name: String, _ kind: FieldKind, takes: Bilingual,
    read: @escaping @Sendable (JSONValue) -> Reading<Value>
  ) {
    self.name = name
    self.kind = kind
    self.takes = takes
    self.read = read
  }

  /// The field as a form must have it.
  public var required: FieldShape { FieldShape(self, isRequired: true) }

  /// The field as a form may have it.
  public var optional: FieldShape { FieldShape(self, isRequired: false) }
}

/// A field without the type of its value: what a catalog, a help text and a check of unknown and
/// missing members need to know.
public struct FieldShape: Sendable {
  public let name: String
  public let kind: FieldKind
  public let takes: Bilingual
  public let isRequired: Bool
  /// The key of the tags that name the same thing, for an ``ID``.
  package let tagKey: String?
  /// All values that the field takes, for a word; else none.
  package let words: [String]

  init(_ field: Field<some Any>, isRequired: Bool) {
    name = field.name
    kind = field.kind
    takes = field.takes
    tagKey = field.tagKey
    words = field.words
    self.isRequired = isRequired
  }
}
