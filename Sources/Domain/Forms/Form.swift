import EventStore

/// What is wrong with the form of a command or a query, before anybody looked at its meaning.
public enum FormError: Error, Hashable, Sendable {
  case unknownField(String, known: [String])
  case missingField(String, takes: Bilingual)
  case invalidField(String, takes: Bilingual)
}

/// The members of a JSON object that somebody filled in, checked against the fields they may be.
public struct Form: Sendable {
  private let members: JSONObject

  /// Checks for unknown members first, then for missing ones. A member that is `null` counts as
  /// left out.
  public init(_ members: JSONObject, fields: [FieldShape]) throws(FormError) {
    try Self.checkUnknown(members, fields: fields)
    for field in fields where field.isRequired && Self.value(field.name, in: members) == nil {
      throw .missingField(field.name, takes: field.takes)
    }
    self.members = members
  }

  /// Refuses members that no field is named after.
  public static func checkUnknown(
    _ members: JSONObject, fields: [FieldShape]
  ) throws(FormError) {
    for index in members.members.indices {
      let key = members.members[index].key
      if !fields.contains(where: { $0.name == key }) {
        throw .unknownField(key, known: fields.map(\.name))
      }
    }
  }

  private static func value(_ name: String, in members: JSONObject) -> JSONValue? {
    switch members[name] {
    case nil, .null: nil
    case let value?: value
    }
  }

  @usableFromInline
  func value(_ name: String) -> JSONValue? { Self.value(name, in: members) }

  /// The value of a field that the form was checked to have.
  ///
  /// Inlined, like the other, where the type of the field is known.
  @inlinable
  public func required<Value>(_ field: Field<Value>) throws(FormError) -> Value {
    guard let value = value(field.name) else {
      throw .missingField(field.name, takes: field.takes)
    }
    switch field.read(value) {
    case .value(let value): return value
    case .empty, .invalid: throw .invalidField(field.name, takes: field.takes)
    }
  }

  /// The value of a field, nil when it was left out or is an empty text.
  @inlinable
  public func optional<Value>(_ field: Field<Value>) throws(FormError) -> Value? {
    guard let value = value(field.name) else { return nil }
    switch field.read(value) {
    case .value(let value): return value
    case .empty: return nil
    case .invalid: throw .invalidField(field.name, takes: field.takes)
    }
  }

  /// Whether the member is there and not `null`.
  public func has(_ field: Field<some Any>) -> Bool { has(field.name) }

  func has(_ name: String) -> Bool { value(name) != nil }
}
