import EventStore

/// The effect of an edit on a value.
public enum Change<Value: Sendable>: Sendable {
  /// The form does not mention the value.
  case kept
  /// The form has an empty text: the value is removed.
  case cleared
  /// The form has this new value.
  case changed(Value)

  /// The new value; nil if the value is unchanged or cleared.
  public var value: Value? {
    switch self {
    case .changed(let value): value
    case .kept, .cleared: nil
    }
  }
}

extension Change: Equatable where Value: Equatable {}

extension Form {
  /// The effect of an edit on a field. An absent field is unchanged; an empty text clears one that
  /// is ``Field/clearable``.
  package func change<Value>(_ field: Field<Value>) throws(FormError) -> Change<Value> {
    guard has(field) else { return .kept }
    if let value = try optional(field) { return .changed(value) }
    guard field.isClearable else { throw .invalidField(field.name, takes: field.takes) }
    return .cleared
  }

  /// Throws if none of these fields is present.
  package func requireAny(of fields: [FieldShape]) throws(FormError) {
    if fields.isEmpty || fields.contains(where: { has($0.name) }) { return }
    throw .missingFields(fields.map(\.name))
  }
}
