import EventEngine

/// The laws of a story, in groups: those that take the least time first.
///
/// Once a story has broken a law, simpler stories are only checked for the group of that law, since
/// they must break the same law.
struct StoryLaws {
  let journals: TrialJournals
  /// The explanations to check, which takes longer than all other laws; nil for none.
  let explanations: Explanations?
  /// The groups to check after the run. The run itself checks the domain's invariants.
  var groups: Range<Int>

  /// All groups.
  static let all = 0..<5

  /// Runs a story and checks its laws.
  mutating func violation(
    in runner: inout StoryRunner, _ run: (inout StoryRunner) throws -> Violation?
  ) -> Violation? {
    do {
      if let violation = try run(&runner) {
        groups = 0..<0
        return violation
      }
      for group in groups {
        if let violation = try violation(in: runner.story, ofGroup: group) {
          groups = group..<group + 1
          return violation
        }
      }
      return nil
    } catch {
      let law =
        error is JournalError ? "the journal can be read" : "a law is checked without an error"
      return Violation(law, "\(error)")
    }
  }

  private func violation(in story: Story, ofGroup group: Int) throws -> Violation? {
    let directory = story.journal.directory
    switch group {
    case 0:
      return try RecordLaws(readModels: story.domains.map(\.readModels)).violation(in: directory)
    case 1:
      return try FoldLaws(domains: story.domains, directory: directory, zone: story.zone)
        .violation()
    case 2: return try ErasureLaws.violation(in: story)
    case 3:
      var decisions = DecisionLaws(story: story, journals: journals)
      if let explanations { decisions.rehearsed = explanations.rehearsed }
      return try decisions.violation()
    default:
      guard let explanations else { return nil }
      return try ExplanationLaws(
        domains: story.domains, directory: directory, zone: story.zone, explanations: explanations
      ).violation()
    }
  }
}
