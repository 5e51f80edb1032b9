import EventStore

/// The reason why the form of a command or a query is wrong, independent of any state.
public enum FormError: Error, Hashable, Sendable {
  /// The form has a member that is not a field; `known` are the names of the fields.
  case unknownField(String, known: [String])
  /// A required field is absent; `takes` describes its valid values.
  case missingField(String, takes: Bilingual)
  /// None of these fields is present, of which an edit needs at least one.
  case missingFields([String])
  /// A field has a value that it does not take; `takes` describes the valid ones.
  case invalidField(String, takes: Bilingual)
}

/// The members of a JSON object, checked against a list of fields.
public struct Form: Sendable {
  private let members: JSONObject

  /// Checks for unknown members first, then for missing ones. A member that is `null` counts as
  /// absent.
  ///
  /// - Parameter edits: fields of which at least one must be present; empty: no such fields.
  package init(
    _ members: JSONObject, fields: [FieldShape], edits: [FieldShape] = []
  ) throws(FormError) {
    try self.init(known: members, fields: fields)
    try checkMissing(fields, edits: edits)
  }

  /// Checks for unknown members only. The caller must call ``checkMissing(_:edits:)`` afterwards.
  package init(known members: JSONObject, fields: [FieldShape]) throws(FormError) {
    // The members are nearly always in the order of the fields.
    var next = 0
    for index in members.members.indices {
      let key = members.members[index].key
      if !Self.advance(&next, past: key, among: fields) {
        throw .unknownField(key, known: fields.map(\.name))
      }
    }
    self.members = members
  }

  /// Moves `next` past the field with this name; returns false if there is none. The search starts
  /// at `next`.
  private static func advance(
    _ next: inout Int, past name: String, among fields: [FieldShape]
  ) -> Bool {
    for step in fields.indices {
      let place = next + step < fields.count ? next + step : next + step - fields.count
      if fields[place].name.hasSameBytes(as: name) {
        next = place + 1
        return true
      }
    }
    return false
  }

  /// Throws if a required member is missing, or if `edits` lists fields and none of them is
  /// present.
  package func checkMissing(
    _ fields: [FieldShape], edits: [FieldShape] = []
  ) throws(FormError) {
    for field in fields where isRequired(field) && !has(field.name) {
      throw .missingField(field.name, takes: field.takes)
    }
    try requireAny(of: edits)
  }

  private func isRequired(_ field: FieldShape) -> Bool {
    if let condition = field.condition {
      value(condition.field)?.text == condition.word
    } else {
      field.isRequired
    }
  }

  @usableFromInline
  func value(_ name: String) -> JSONValue? {
    switch members[name] {
    case nil, .null: nil
    case .string(let text): .string(text.inCanonicalOrder)
    case let value?: value
    }
  }

  /// The value of a required field.
  ///
  /// Inlined, like `optional(_:)`, where the type of the field is known.
  @inlinable
  public func required<Value>(_ field: Field<Value>) throws(FormError) -> Value {
    guard let value = value(field.name) else {
      throw .missingField(field.name, takes: field.takes)
    }
    switch field.read(value) {
    case .value(let value): return value
    case .empty, .invalid: throw .invalidField(field.name, takes: field.takes)
    case .refused(let error): throw error.inside(field.name)
    }
  }

  /// The value of a field; nil if it is absent, or empty in a field that may be empty.
  @inlinable
  public func optional<Value>(_ field: Field<Value>) throws(FormError) -> Value? {
    guard let value = value(field.name) else { return nil }
    switch field.read(value) {
    case .value(let value): return value
    case .empty: return nil
    case .invalid: throw .invalidField(field.name, takes: field.takes)
    case .refused(let error): throw error.inside(field.name)
    }
  }

  /// Whether the member is present and not `null`.
  package func has(_ field: Field<some Any>) -> Bool { has(field.name) }

  func has(_ name: String) -> Bool { value(name) != nil }
}
