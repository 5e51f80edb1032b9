import EventChecking
import EventEngine

extension CheckedDomain {
  /// A domain assembled from parts, some of which may have planted bugs.
  init<Source: CommandSource & SendableMetatype, Laws: DomainLaws & SendableMetatype>(
    _ commands: DomainCommands, _ readModels: ReadModels, _ source: Source.Type, _ laws: Laws.Type
  ) where Source.Event == Laws.Event {
    self.init(
      DomainDefinition(commands.domain, commands: commands, readModels: readModels), source, laws)
  }
}
