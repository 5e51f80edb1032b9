import EventEngine
import TestSupport
import Testing

/// The changes between two answers contain all that differs, except the order of a list that has
/// gained or lost elements. So the changes that explain an answer lead to it.
@Suite struct `The changes of an answer` {
  private let samples: [[JSONValue?]]

  /// Random answers, three at a time.
  init() throws {
    var random = SeededRandom(seed: 1)
    samples = try (0..<300).map { _ in try (0..<3).map { _ in try Self.answer(&random) } }
  }

  @Test func `lead to the later one, step by step and at once`() {
    for answers in samples {
      var patched = answers[0]
      for (before, after) in zip(answers, answers.dropFirst()) {
        patched = AnswerPatch.applied(FieldChange.between(before, after), to: patched)
        #expect(AnswerPatch.areAlike(patched, after), "\(answers)")
      }
      let direct = AnswerPatch.applied(FieldChange.between(answers[0], answers[2]), to: answers[0])
      #expect(AnswerPatch.areAlike(direct, answers[2]), "\(answers)")
    }
  }

  @Test func `do not lead to the later one if one of them is missing`() {
    var count = 0
    for answers in samples {
      let changes = FieldChange.between(answers[0], answers[1])
      guard let first = changes.first, !first.field.hasSuffix("[]") else { continue }
      count += 1
      let patched = AnswerPatch.applied(Array(changes.dropFirst()), to: answers[0])
      #expect(!AnswerPatch.areAlike(patched, answers[1]), "without \(first)")
    }
    #expect(count > 100)
  }

  /// An answer with lists of each kind: plain values, objects with identities, and elements that
  /// are compared place by place.
  private static func answer(_ random: inout SeededRandom) throws -> JSONValue? {
    func list(_ most: Int, _ element: () -> String) -> String {
      "[\((0..<random.below(most + 1)).map { _ in element() }.joined(separator: ","))]"
    }
    func things(_ names: [String], _ members: () -> String) -> String {
      let chosen = names.shuffled(using: &random).prefix(random.below(names.count + 1))
      return "[\(chosen.map { #"{"id":"\#($0)",\#(members())}"# }.joined(separator: ","))]"
    }
    if random.below(8) == 0 { return nil }
    var members = [
      #""total":\#(random.below(3))"#, #""tags":\#(list(3) { "\(random.below(3))" })"#,
      #""items":\#(things(["a", "b", "c"]) { #""n":\#(random.below(2)),"parts":\#(things(["p", "q"]) { #""n":\#(random.below(2))"# })"# })"#,
      #""points":\#(list(3) { #"{"x":\#(random.below(2)).5,"y":[[\#(random.below(2))]]}"# })"#,
    ]
    if random.below(2) == 0 { members.append(#""note":\#(["null", #""x""#][random.below(2)])"#) }
    if random.below(2) == 0 { members.append(#""inner":{"n":\#(random.below(2))}"#) }
    return try JSONParser.parse(Array("{\(members.joined(separator: ","))}".utf8))
  }
}
