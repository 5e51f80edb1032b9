import Commands
import Domain
import EventEngine
import Testing

/// The result of a command, with the expectations of a test.
public struct Outcome<D: Decider>: Sendable {
  let command: D.Command?
  public let decision: Decision<D>
  /// The hashing that the command required.
  public let work: PasswordWork?
  /// The history including the new events, for the next command.
  public let thereafter: Given<D>

  /// Expects that the command is accepted with exactly these events.
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

  /// Expects that the command's form is invalid.
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

  /// Expects these values in the reply.
  @discardableResult
  public func answering(
    _ values: CommandValue..., in locale: Locale = .ru,
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

  /// Expects that the events record a refusal, and that the reply is this refusal with these
  /// values.
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

  /// Expects this hashing before the decision; nil for none.
  @discardableResult
  public func afterWork(
    _ expected: PasswordWork?, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    #expect(work == expected, sourceLocation: sourceLocation)
    return self
  }
}

/// A `FormError` without its explanation.
public enum FormFault: Equatable, Sendable {
  case unknownField(String)
  case missingField(String)
  case invalidField(String)

  init(_ error: FormError) {
    switch error {
    case .unknownField(let name, _): self = .unknownField(name)
    case .missingField(let name, _): self = .missingField(name)
    case .invalidField(let name, _): self = .invalidField(name)
    }
  }
}
