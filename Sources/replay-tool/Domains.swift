import Commands
import Projections

/// A domain of the engine: its commands and its read models.
struct RegisteredDomain: Sendable {
  let commands: DomainCommands
  let readModels: ReadModels

  /// Every domain; a new one is one line here.
  static let all = [
    RegisteredDomain(commands: .courier, readModels: .courier),
    RegisteredDomain(commands: .habits, readModels: .habits),
    RegisteredDomain(commands: .mall, readModels: .mall),
    RegisteredDomain(commands: .mods, readModels: .mods),
    RegisteredDomain(commands: .nft, readModels: .nft),
  ]

  static var commands: [DomainCommands] { all.map(\.commands) }

  static var readModels: [ReadModel] { all.flatMap(\.readModels.models) }
}
