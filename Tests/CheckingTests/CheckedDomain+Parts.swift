import Checking
import Commands
import Domain
import EventChecking
import EventEngine
import Projections

extension CheckedDomain {
  /// A domain assembled from parts, some of which may have planted bugs.
  init<Source: CommandSource & SendableMetatype, Laws: DomainLaws & SendableMetatype>(
    _ commands: DomainCommands, _ readModels: ReadModels, _ source: Source.Type, _ laws: Laws.Type
  ) where Source.Event == Laws.Event {
    self.init(
      DomainDefinition(commands.domain, commands: commands, readModels: readModels), source, laws)
  }

  /// The courier service with a planted read model.
  static func courier(_ model: any Projection<CourierEvent>.Type) -> CheckedDomain {
    CheckedDomain(.courier, .courier(with: model), CourierSource.self, CourierLaws.self)
  }

  /// The courier service with these deciders.
  static func courier(
    _ deciders: [any Decider<CourierEvent>.Type],
    reminders: [any Decider<CourierEvent>.Type] = [DeliveryReminders.self]
  ) -> CheckedDomain {
    CheckedDomain(
      DomainCommands("courier", of: CourierEvent.self, deciders + reminders), .courier,
      CourierSource.self,
      CourierLaws.self)
  }

  /// The habit tracker with these deciders.
  static func habits(_ deciders: [any Decider<HabitsEvent>.Type]) -> CheckedDomain {
    CheckedDomain(
      DomainCommands("habits", of: HabitsEvent.self, deciders), .habits, HabitsSource.self,
      HabitsLaws.self)
  }

  /// The mall with these deciders.
  static func mall(_ deciders: [any Decider<MallEvent>.Type]) -> CheckedDomain {
    CheckedDomain(
      DomainCommands("mall", of: MallEvent.self, deciders), .mall, MallSource.self, MallLaws.self)
  }

  /// The mods catalogue with these deciders.
  static func mods(_ deciders: [any Decider<ModsEvent>.Type]) -> CheckedDomain {
    CheckedDomain(
      DomainCommands("mods", of: ModsEvent.self, deciders), .mods, ModsSource.self, ModsLaws.self)
  }

  /// The NFT shop with these deciders.
  static func nft(_ deciders: [any Decider<NFTEvent>.Type]) -> CheckedDomain {
    CheckedDomain(
      DomainCommands("nft", of: NFTEvent.self, deciders), .nft, NFTSource.self, NFTLaws.self)
  }
}
