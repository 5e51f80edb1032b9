import EventStore

/// A field that no answer of a read model has.
package struct UnknownField: Error {
  /// The name of the read model.
  package let model: String
  /// The parameter of the request that has the field: `field` or `where`.
  package let parameter: String
  /// The member of the answer with which the field's path begins.
  package let member: String
  /// The members that answers have.
  package let known: [String]

  package var formError: FormError {
    let list = known.joined(separator: ", ")
    return .invalidField(
      parameter,
      takes: Bilingual(ru: "поле ответа \(model): \(list)", en: "a field of \(model): \(list)"))
  }
}

extension ReadModel {
  /// - Parameters:
  ///   - path: the path of a field.
  ///   - parameter: the parameter that has it: `field` or `where`.
  ///   - seen: the members of all answers, for a read model that does not list them; empty: any
  ///     member is accepted.
  /// - Throws: if no answer has the field's member, or if the path is incomplete.
  package func requireField(
    _ path: String, in parameter: String, seen: Set<String> = []
  ) throws(UnknownField) {
    let member = String(path.prefix { $0 != "." && $0 != "[" })
    let known = shows.isEmpty ? seen.sorted() : shows
    if path.isWholePath, known.isEmpty || known.contains(member) { return }
    throw UnknownField(model: name, parameter: parameter, member: member, known: known)
  }
}

extension String {
  /// Whether a path neither ends with a dot nor inside of brackets.
  package var isWholePath: Bool {
    let isOpen = unicodeScalars.last { "[]".unicodeScalars.contains($0) } == "["
    return !isOpen && unicodeScalars.last != "."
  }
}

extension JSONValue {
  /// The keys of an object; none for other values.
  var memberNames: [String] { if case .object(let object) = self { object.keys } else { [] } }
}
