import Commands
import EventStore
import Projections

/// A domain of the engine: its commands and its read models. Made when they are first asked for: a
/// lone command needs no more than its own domain.
struct RegisteredDomain: Sendable {
  /// What the names of its commands and read models begin with.
  let name: String
  private let makeCommands: @Sendable () -> DomainCommands
  private let makeReadModels: @Sendable () -> ReadModels

  private init(
    _ name: String, commands: @autoclosure @escaping @Sendable () -> DomainCommands,
    readModels: @autoclosure @escaping @Sendable () -> ReadModels
  ) {
    self.name = name
    makeCommands = commands
    makeReadModels = readModels
  }

  /// Every domain; a new one is one line here.
  static let all = [
    RegisteredDomain("courier", commands: .courier, readModels: .courier),
    RegisteredDomain("habits", commands: .habits, readModels: .habits),
    RegisteredDomain("mall", commands: .mall, readModels: .mall),
    RegisteredDomain("mods", commands: .mods, readModels: .mods),
    RegisteredDomain("nft", commands: .nft, readModels: .nft),
  ]

  var commands: DomainCommands { makeCommands() }

  var readModels: ReadModels { makeReadModels() }

  static var commands: [DomainCommands] { all.map(\.commands) }

  static var readModels: [ReadModel] { all.flatMap(\.readModels.models) }

  /// The types of event that the domains record.
  static var eventTypes: [EventType] {
    all.flatMap(\.readModels.eventShapes).filter { !$0.isRetired }.map(\.type)
  }

  /// - Parameter names: empty: all.
  static func readModels(named names: [String]) -> [ReadModel] {
    readModels.filter { names.isEmpty || names.contains($0.name) }
  }

  /// What the answers of these read models are given from, each state once, the domains in order.
  ///
  /// - Parameters:
  ///   - names: of read models; empty: all.
  ///   - parts: whether those are meant, too, that answer only some questions.
  static func states(of names: [String], withParts parts: Bool = false) -> [ReadState] {
    let models = readModels(named: names)
    let all = models.map(\.state) + (parts ? models.flatMap(\.parts) : [])
    var seen: Set<String> = []
    return all.filter { seen.insert($0.name).inserted }
  }

  /// What is needed to carry out a command of this name: its domain, or all of them where it
  /// belongs to none.
  static func commands(for name: String) -> [DomainCommands] {
    owner(of: name).map { [$0.commands] } ?? commands
  }

  static func readModel(named name: String) -> ReadModel? {
    owner(of: name)?.readModels.models.first { $0.name == name }
  }

  /// Whose command, read model or event type has this name.
  static func owner(of name: String) -> RegisteredDomain? {
    all.first { name.hasPrefix("\($0.name).") }
  }
}
