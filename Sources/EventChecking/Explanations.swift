import EventEngine

/// The explanations that the laws check. Tests of the laws replace one of these functions by a
/// faulty one.
struct Explanations: Sendable {
  var history:
    @Sendable (FollowedAnswer, String?, inout JournalReader, Position) throws -> AnswerHistory = {
      try $0.history(of: $1, in: &$2, through: $3)
    }
  var intervals:
    @Sendable (FollowedAnswer, AnswerCondition, inout JournalReader, Position) throws ->
      [HistoryInterval] = { answer, condition, reader, last in
        try answer.intervals(in: &reader, through: last) { try condition.holds(for: $1()) }
      }
  var differences:
    @Sendable (FollowedAnswer, inout JournalReader, ClosedRange<Position>) throws -> [DatedChange] =
      {
        try $0.differences(in: &$1, from: $2.lowerBound, to: $2.upperBound)
      }
  var allDifferences:
    @Sendable ([DomainDefinition], inout JournalReader, ClosedRange<Position>, QueryContext) throws
      -> [(AnswerKey, [DatedChange])] = {
        // In half of the stories, the answers are compared in parts, as those of a large journal.
        try $0.differences(
          in: &$1, from: $2.lowerBound, to: $2.upperBound, $3, without: [],
          mostBytes: $1.head.rawValue.isMultiple(of: 2) ? 2000 : .max)
      }
  var answer: @Sendable (FollowedAnswer, inout JournalReader, Position) throws -> JSONValue? = {
    try $0.answer(in: &$1, through: $2)
  }
  var effects: @Sendable ([AnswerEffect]) -> [AnswerEffect] = { $0 }
  var rehearsed: @Sendable (CommandResult) -> CommandResult = { $0 }
}
