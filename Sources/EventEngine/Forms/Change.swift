import EventStore

/// What an edit does to a value.
public enum Change<Value: Sendable>: Sendable {
  case kept
  case cleared
  case changed(Value)

  /// The new value; nil when it stays as it was, or is none.
  public var value: Value? {
    switch self {
    case .changed(let value): value
    case .kept, .cleared: nil
    }
  }
}

extension Change: Equatable where Value: Equatable {}

extension Form {
  /// What an edit does to a field: left out, it stays; an empty text clears it where that is
  /// allowed.
  public func change<Value>(
    _ field: Field<Value>, canClear: Bool = false
  ) throws(FormError) -> Change<Value> {
    guard has(field) else { return .kept }
    if let value = try optional(field) { return .changed(value) }
    guard canClear else { throw .invalidField(field.name, takes: field.takes) }
    return .cleared
  }

  /// An edit changes at least one of these.
  public func requireAny(of fields: FieldShape...) throws(FormError) {
    try requireAny(of: fields)
  }

  public func requireAny(of fields: [FieldShape]) throws(FormError) {
    if fields.contains(where: { has($0.name) }) { return }
    throw .missingField(
      fields.map(\.name).joined(separator: ", "),
      takes: Bilingual(ru: "хотя бы одно из этих полей", en: "at least one of these fields"))
  }
}
