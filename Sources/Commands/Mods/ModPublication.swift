import Domain
import EventEngine

/// Which mods there are: published, edited, translated and withdrawn by the editors. A path that
/// was used once is never free again.
public struct ModPublication: Decider {
  public enum Command: Equatable, Sendable {
    case publish(ModPublished)
    case edit(ModEdited)
    case withdraw(ModPath)
    case translate(ModTranslated)
  }

  /// Where a mod's archive lies; nil once the mod is withdrawn.
  private var archives: [ModPath: WebAddress?] = [:]

  public init() {}

  public static let factTypes = [ModPublished.type, ModEdited.type, ModWithdrawn.type]

  /// What it depends on whether a mod is there.
  private static func existence(of path: ModPath) -> Query {
    .of([ModPublished.type, ModWithdrawn.type], path.tag)
  }

  /// What it depends on where a mod's archive lies.
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
      .subscriptionRenewed, .subscriptionCancelled, .subscriptionExpired, .modOpened,
      .modDownloaded, .contentLocaleChosen:
      break
    }
  }

  /// The archive of a mod that is there.
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
    to command: Command, _ events: [ModsEvent], in locale: Locale
  ) throws(ModsRefusal) -> [CommandValue] {
    switch command {
    case .publish(let mod): [CommandValue("path", mod.path.rawValue)]
    case .edit, .withdraw, .translate: []
    }
  }
}
