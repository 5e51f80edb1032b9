import Domain
import EventEngine

/// The mods of the catalogue: published, edited, translated and withdrawn by the admin. A path is
/// never reused.
public struct ModPublication: Decider {
  public enum Command: Equatable, Sendable {
    case publish(ModPublished)
    case edit(ModEdited)
    case withdraw(ModPath)
    case translate(ModTranslated)
  }

  /// The address of each mod's archive; nil once the mod is withdrawn.
  private var archives: [ModPath: WebAddress?] = [:]

  public init() {}

  public static let factTypes = [ModPublished.type, ModEdited.type, ModWithdrawn.type]

  /// The query for the publication and the withdrawal of a mod.
  private static func existence(of path: ModPath) -> Query {
    .of([ModPublished.type, ModWithdrawn.type], path.tag)
  }

  /// The query for the archive of a mod.
  static func facts(about path: ModPath) -> Query { .of(factTypes, path.tag) }

  public func boundary(of command: Command) -> Query {
    switch command {
    case .publish(let mod): .of([ModPublished.type], mod.path.tag)
    case .edit(let edit): Self.existence(of: edit.path)
    case .withdraw(let path): Self.existence(of: path)
    case .translate(let translation): Self.existence(of: translation.path)
    }
  }

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    switch event.event {
    case .modPublished(let fact): archives[fact.path] = .some(fact.archive)
    case .modEdited(let fact):
      if let archive = fact.archive { archives[fact.path] = .some(archive) }
    case .modWithdrawn(let fact): archives[fact.path] = .some(nil)
    case .modTranslated, .paywallConfigured, .requestSecretRotated, .legalDocumentSet, .launched,
      .paywallShown, .paywallDismissed, .trialStarted, .subscriptionPurchased,
      .subscriptionRenewed, .subscriptionCancelled, .subscriptionResumed, .subscriptionExpired,
      .modOpened, .modDownloaded, .contentLocaleChosen:
      break
    }
  }

  /// Returns the archive of a mod; refuses if the mod is unknown or withdrawn.
  @discardableResult
  func requirePublished(_ path: ModPath) throws(ModsRefusal) -> WebAddress {
    guard let archive = archives[path] ?? nil else { throw .notFound }
    return archive
  }

  public func decide(_ command: Command, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {
    switch command {
    case .publish(let mod):
      if archives[mod.path] != nil { throw .alreadyExists }
      return [.modPublished(mod)]
    case .edit(let edit):
      try requirePublished(edit.path)
      return [.modEdited(edit)]
    case .withdraw(let path):
      try requirePublished(path)
      return [.modWithdrawn(ModWithdrawn(path: path))]
    case .translate(let translation):
      try requirePublished(translation.path)
      return [.modTranslated(translation)]
    }
  }

  public static func answer(
    to command: Command, _ events: [ModsEvent], in locale: Language
  ) throws(ModsRefusal) -> [CommandValue] {
    switch command {
    case .publish(let mod): [CommandValue("path", mod.path.rawValue)]
    case .edit, .withdraw, .translate: []
    }
  }
}
