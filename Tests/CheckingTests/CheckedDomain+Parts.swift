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
}
