import Commands
import Domain
import EventStore
import Projections
import PropertyTesting

/// A domain as `check` tries it out: its commands, its read models, who sends what, and its laws.
public struct CheckedDomain: Sendable {
  public let commands: DomainCommands
  public let readModels: ReadModels
  let start: @Sendable () -> any DomainCheck

  public init<Source: CommandSource & SendableMetatype, Laws: DomainLaws & SendableMetatype>(
    _ commands: DomainCommands, _ readModels: ReadModels, _ source: Source.Type,
    _ laws: Laws.Type
  ) where Source.Event == Laws.Event {
    self.commands = commands
    self.readModels = readModels
    let name = commands.domain
    start = { TypedDomainCheck<Source, Laws>(name) }
  }

  public var name: String { commands.domain }

  /// Every domain; a new one is one line here.
  public static let all = [
    CheckedDomain(.courier, .courier, CourierSource.self, CourierLaws.self),
    CheckedDomain(.habits, .habits, HabitsSource.self, HabitsLaws.self),
    CheckedDomain(.mall, .mall, MallSource.self, MallLaws.self),
    CheckedDomain(.mods, .mods, ModsSource.self, ModsLaws.self),
    CheckedDomain(.nft, .nft, NFTSource.self, NFTLaws.self),
  ]
}

/// What a domain knows while one trial is under way.
protocol DomainCheck: AnyObject {
  var fold: DomainFold { get }
  /// Forgets what was folded.
  func forget()
  /// What may not have happened, since it was last asked.
  func takeViolations() -> [String]
  func weight(of command: String, at now: Timestamp) -> Int
  func person(for command: String, _ choices: inout Choices) -> String
  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue?
  func questions() -> [Question]
  func look(at answers: Answers) -> [String]
}

final class TypedDomainCheck<Source: CommandSource, Laws: DomainLaws>: DomainCheck, EventFold
where Source.Event == Laws.Event {
  private let domain: String
  private var source = Source()
  private var laws = Laws()
  private var violations: [String] = []

  init(_ domain: String) { self.domain = domain }

  var fold: DomainFold { DomainFold(domain: domain, [self]) }

  func forget() {
    source = Source()
    laws = Laws()
  }

  let factTypes = Source.Event.catalog.shapes.map(\.type)

  func apply(_ event: Recorded<Source.Event>) {
    source.learn(event)
    violations += laws.enter(event)
  }

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

  func questions() -> [Question] { laws.questions() }

  func look(at answers: Answers) -> [String] { laws.look(at: answers) }
}
