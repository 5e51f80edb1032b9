import EventEngine

/// A domain with everything that a check needs: its commands, its read models, its command source
/// and its laws.
public struct CheckedDomain: Sendable {
  package let definition: DomainDefinition
  let start: @Sendable () -> any DomainCheck

  /// A domain with a command source and laws of its own.
  public init<Source: CommandSource & SendableMetatype, Laws: DomainLaws & SendableMetatype>(
    _ definition: DomainDefinition, _ source: Source.Type, _ laws: Laws.Type
  ) where Source.Event == Laws.Event {
    self.definition = definition
    start = { TypedDomainCheck<Source, Laws>(definition.name) }
  }

  /// A domain without a command source and laws of its own: its commands get random values of each
  /// field's kind, and only the general laws are checked. A domain that accepts no such values needs
  /// a source: `Check.failure(runs:)` and the tool's `check` then fail.
  public init(_ definition: DomainDefinition) {
    self.definition = definition
    start = { PlainDomainCheck(definition) }
  }

  /// The name of the domain.
  package var name: String { definition.name }
  package var commands: DomainCommands { definition.commands }
  /// The read models of the domain.
  package var readModels: ReadModels { definition.readModels }
}

/// The command source and the laws of a domain, with their state during one trial.
protocol DomainCheck: AnyObject {
  var fold: DomainFold { get }
  /// Resets the state to its initial value.
  func discard()
  /// Returns the violations found since the last call.
  func takeViolations() -> [String]
  /// Checks what is due right after a tick.
  func noteTick(at now: Moment)
  func weight(of command: String, at now: Timestamp) -> Int
  func person(for command: String, _ choices: inout Choices) -> String
  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue?
  func time(of draft: Draft, _ choices: inout Choices) -> Timestamp?
  func questions() -> [Question]
  func check(_ answers: Answers) -> [String]
}

final class TypedDomainCheck<Source: CommandSource, Laws: DomainLaws>: DomainCheck, EventFold
where Source.Event == Laws.Event {
  private let domain: String
  private var source = Source()
  private var laws = Laws()
  private var violations: [String] = []

  init(_ domain: String) { self.domain = domain }

  var fold: DomainFold { DomainFold(domain: domain, [self]) }

  func discard() {
    source = Source()
    laws = Laws()
  }

  let factTypes = Source.Event.catalog.shapes.map(\.type)

  func apply(_ event: Recorded<Source.Event>) {
    source.apply(event)
    violations += laws.check(event)
  }

  func noteTick(at now: Moment) { violations += laws.check(afterTickAt: now) }

  func takeViolations() -> [String] {
    defer { violations = [] }
    return violations
  }

  func weight(of command: String, at now: Timestamp) -> Int {
    source.weight(of: command, at: now)
  }

  func person(for command: String, _ choices: inout Choices) -> String {
    source.person(for: command, &choices)
  }

  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue? {
    source.value(of: field, in: draft, &choices)
  }

  func time(of draft: Draft, _ choices: inout Choices) -> Timestamp? {
    source.time(of: draft, &choices)
  }

  func questions() -> [Question] { laws.questions() }

  func check(_ answers: Answers) -> [String] { laws.check(answers) }
}
