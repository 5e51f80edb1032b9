import EventEngine

/// Random commands for a domain without a command source: values of each field's kind from a small
/// set, so that commands refer to the same things again and again.
final class PlainDomainCheck: DomainCheck {
  private let definition: DomainDefinition
  /// The fields by the names of the command and the field.
  private let fields: [String: [String: FieldShape]]

  /// Values for ids, those of people included.
  private static let ids = people + ["1", "2", "3"]
  private static let people = ["kim", "lou", "max"]

  init(_ definition: DomainDefinition) {
    self.definition = definition
    fields = Dictionary(
      definition.commands.commands.map { command in
        (
          command.name,
          Dictionary(command.fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  var fold: DomainFold { definition.readModels.fold([]).fold }

  func discard() {}

  func takeViolations() -> [String] { [] }

  func noteTick(at now: Moment) {}

  func weight(of command: String, at now: Timestamp) -> Int { 1 }

  func person(for command: String, _ choices: inout Choices) -> String {
    choices.pick(Self.people)
  }

  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue? {
    fields[draft.command]?[field].flatMap { value(of: $0, in: draft, &choices) }
  }

  private func value(
    of shape: FieldShape, in draft: Draft, _ choices: inout Choices
  ) -> JSONValue? {
    switch shape.kind {
    case .day: return draft.day(choices.below(60) - 30)
    case .instant: return .string(draft.now.time.rfc3339)
    case .list: return .texts(choices.some(of: ["1", "2", "3"]))
    // A long text is hardly ever used twice: if it is personal and also in public data, the domain
    // has copied it.
    case .text where choices.below(3) == 2:
      return .string("the \(shape.name) \(100_000 + choices.below(900_000))")
    case .object: return object(of: shape, in: draft, &choices)
    case .objects:
      return .array((0..<choices.below(4)).map { _ in object(of: shape, in: draft, &choices) })
    case .id, .text, .secret, .integer, .boolean, .word:
      return choices.pickAny(Self.samples(of: shape))
    }
  }

  private func object(
    of shape: FieldShape, in draft: Draft, _ choices: inout Choices
  ) -> JSONValue {
    var members = JSONObject()
    for field in shape.fields where field.isRequired || choices.below(2) == 1 {
      members[field.name] = value(of: field, in: draft, &choices)
    }
    return .object(members)
  }

  func time(of draft: Draft, _ choices: inout Choices) -> Timestamp? { nil }

  /// Values of the field's kind that are usually valid.
  private static func samples(of field: FieldShape) -> [JSONValue] {
    switch field.kind {
    case .id: ids.map(JSONValue.string)
    case .text: ["one", "два", "42"]
    case .secret: ["a secret of the tests", "another secret of theirs"]
    case .day: ["2026-05-08"]
    case .instant: ["2026-05-08T12:00:00Z"]
    case .integer: [0, 1, 2, 5, 10, 100].map(JSONValue.whole)
    case .boolean: [.bool(false), .bool(true)]
    case .list: [["1"], ["2", "3"]]
    case .word: field.words.map(JSONValue.string)
    case .object: [.object(sampleMembers(of: field))]
    case .objects: [[], .array([.object(sampleMembers(of: field))])]
    }
  }

  private static func sampleMembers(of field: FieldShape) -> JSONObject {
    JSONObject(
      field.fields.filter(\.isRequired).compactMap { inner in
        samples(of: inner).first.map { .init(key: inner.name, value: $0) }
      })
  }

  /// Queries to each read model, so many that each sample value of a field occurs; at most one
  /// optional field in each.
  func questions() -> [Question] {
    definition.readModels.models.flatMap { model -> [Question] in
      let fields = model.fields.map { (shape: $0, values: Self.samples(of: $0)) }
        .filter { !$0.values.isEmpty }
      let required = fields.filter(\.shape.isRequired)
      func parameters(_ number: Int) -> JSONObject {
        JSONObject(
          required.map { .init(key: $0.shape.name, value: $0.values[number % $0.values.count]) })
      }
      let count = required.map(\.values.count).max() ?? 1
      var questions = (0..<count).map { Question(model.name, parameters($0)) }
      for field in fields where !field.shape.isRequired {
        for (number, value) in field.values.enumerated() {
          var parameters = parameters(number)
          parameters[field.shape.name] = value
          questions.append(Question(model.name, parameters))
        }
      }
      return questions
    }
  }

  func check(_ answers: Answers) -> [String] { [] }
}
