import EventEngine
import Testing

/// The outcome of a command, with the expectations that end a sentence. Each records an issue if it
/// does not hold, and returns the outcome for the next expectation.
public struct Outcome<D: Decider>: Sendable {
  /// The command with the result of its hashing; nil if its form is invalid.
  let command: D.Command?
  /// The decision with all events folded.
  public let decision: DecisionResult<D>
  /// The hashing that the command required; nil for none.
  package let work: PasswordWork?
  /// The history with the events of the outcome, for the next sentence.
  public let thereafter: Given<D>

  /// Expects that the command is accepted with exactly these events, in this order.
  @discardableResult
  public func then(
    _ events: D.Event..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    #expect(decision == .events(events), sourceLocation: sourceLocation)
    return self
  }

  /// Expects that the command is accepted without events.
  @discardableResult
  public func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) -> Self {
    #expect(decision == .events([]), sourceLocation: sourceLocation)
    return self
  }

  /// Expects that the command is refused and nothing is recorded.
  @discardableResult
  public func thenRefused(
    _ refusal: D.Refusal, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    #expect(decision == .refused(refusal), sourceLocation: sourceLocation)
    return self
  }

  /// Expects that the command's form is invalid for this reason.
  @discardableResult
  public func thenInvalid(
    _ error: FormFault, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    guard case .badForm(let found) = decision else {
      Issue.record("expected \(error), got \(decision)", sourceLocation: sourceLocation)
      return self
    }
    #expect(FormFault(found) == error, sourceLocation: sourceLocation)
    return self
  }

  /// Expects these values in the result beside the events.
  @discardableResult
  public func answering(
    _ values: CommandValue..., in locale: Language = .ru,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    guard case .events(let events) = decision, let command else {
      Issue.record("a refused command has no value", sourceLocation: sourceLocation)
      return self
    }
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      let answer = try D.answer(to: command, events, in: locale)
      #expect(answer == values, sourceLocation: sourceLocation)
    }
    return self
  }

  /// Expects that the events record a refusal, such as a failed sign-in: the result is that refusal
  /// with these values.
  @discardableResult
  public func answeringRefusal(
    _ refusal: D.Refusal, _ values: CommandValue...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    guard case .events(let events) = decision, let command else {
      Issue.record("nothing was recorded", sourceLocation: sourceLocation)
      return self
    }
    #expect(throws: refusal, sourceLocation: sourceLocation) {
      try D.answer(to: command, events, in: .ru)
    }
    #expect(D.answer(with: refusal, events) == values, sourceLocation: sourceLocation)
    return self
  }

  /// Expects that the command required exactly this hashing; nil for none.
  @discardableResult
  public func afterWork(
    _ expected: PasswordWork?, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    #expect(work == expected, sourceLocation: sourceLocation)
    return self
  }
}

/// The kind of a `FormError` and the name of its field, without the explanations.
public enum FormFault: Equatable, Sendable {
  /// A member that is not a field.
  case unknownField(String)
  /// A required field that is absent, or the fields, separated by commas, of which an edit needs
  /// one.
  case missingField(String)
  /// A field with a value that it does not take.
  case invalidField(String)

  init(_ error: FormError) {
    switch error {
    case .unknownField(let name, _): self = .unknownField(name)
    case .missingField(let name, _): self = .missingField(name)
    case .missingFields(let names): self = .missingField(names.joined(separator: ", "))
    case .invalidField(let name, _): self = .invalidField(name)
    }
  }
}
