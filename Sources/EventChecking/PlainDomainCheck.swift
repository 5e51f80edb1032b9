import EventEngine

/// Stories about a domain that brings no stories of its own: values of each field's kind from so
/// small a choice that commands meet the same things again and again.
final class PlainDomainCheck: DomainCheck {
  private let definition: DomainDefinition
  private let kinds: [String: FieldKind]

  init(_ definition: DomainDefinition) {
    self.definition = definition
    kinds = Dictionary(
      definition.commands.commands.flatMap(\.fields).map { ($0.name, $0.kind) },
      uniquingKeysWith: { first, _ in first })
  }

  var fold: DomainFold { definition.readModels.fold([]).fold }

  func forget() {}

  func takeViolations() -> [String] { [] }

  func weight(of command: String, at now: Timestamp) -> Int { 1 }

  func person(for command: String, _ choices: inout Choices) -> String {
    choices.pick(["kim", "lou", "max"])
  }

  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue? {
    switch kinds[field] {
    case .id: choices.text(["1", "2", "3", "kim", "lou", "max"])
    case .text, .secret: choices.text(["one", "два", "three words here", "42"])
    case .day: draft.day(choices.below(60) - 30)
    case .instant: .string(draft.now.time.description)
    case .integer: .whole(choices.pick([0, 1, 2, 5, 10, 100]))
    case .boolean: .bool(choices.once(in: 2))
    case .list: .texts((0..<choices.below(3)).map { _ in choices.pick(["1", "2", "3"]) })
    case .word, nil: nil
    }
  }

  func questions() -> [Question] {
    definition.readModels.models.flatMap { model -> [Question] in
      guard let field = model.fields.first(where: \.isRequired) else {
        return [Question(model.name)]
      }
      return ["1", "2", "3", "kim", "lou", "max"].map {
        Question(model.name, [field.name: .string($0)])
      }
    }
  }

  func look(at answers: Answers) -> [String] { [] }
}
