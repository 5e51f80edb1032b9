import Domain
import EventEngine

/// Opening and downloading mods. A download needs a live subscription.
public struct ModDownloads: Decider {
  public enum Command: Equatable, Sendable {
    case open(ModPath, by: ModsUserID)
    case download(ModPath, by: ModsUserID)
  }

  private var mods = ModPublication()
  private var subscriptions = Subscriptions()

  public init() {}

  public static let factTypes = ModPublication.factTypes + Subscriptions.factTypes
  public static let globalTypes = Subscriptions.globalTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .open(let path, _): ModPublication.facts(about: path)
    case .download(let path, let user):
      ModPublication.facts(about: path) | Subscriptions.facts(about: user)
    }
  }

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    mods.apply(event)
    subscriptions.apply(event)
  }

  public func decide(_ command: Command, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {
    switch command {
    case .open(let path, let user):
      try mods.requirePublished(path)
      return [.modOpened(ModOpened(user: user, path: path))]
    case .download(let path, let user):
      let archive = try mods.requirePublished(path)
      guard subscriptions.isLive(user, at: now) else {
        return [subscriptions.configuration.showing(to: user, insteadOf: path)]
      }
      return [.modDownloaded(ModDownloaded(user: user, path: path, archive: archive))]
    }
  }

  /// Refuses a download without a subscription, although the screen shown instead is recorded.
  public static func answer(
    to command: Command, _ events: [ModsEvent], in locale: Language
  ) throws(ModsRefusal) -> [CommandValue] {
    switch command {
    case .open: return []
    case .download:
      guard case .modDownloaded(let fact)? = events.first else { throw .subscriptionRequired }
      return [CommandValue("archive", fact.archive.rawValue)]
    }
  }

  public static func answer(
    with refusal: ModsRefusal, _ events: [ModsEvent]
  ) -> [CommandValue] {
    guard case .paywallShown(let showing)? = events.first else { return [] }
    return CommandValue.paywall(showing)
  }
}

extension ModDownloads {
  public static let shapes = [
    CommandShape<Command>(
      "mods.openMod", by: .person, .init(ru: "Открыть экран мода", en: "Open a mod's screen"),
      fields: [ModPublication.path.required], refusals: ModsRefusal.codes(.notFound)
    ) { form throws(FormError) in
      .open(try form.required(ModPublication.path), by: form.modsUser)
    },
    CommandShape<Command>(
      "mods.download", by: .person, .init(ru: "Скачать мод", en: "Download a mod"),
      fields: [ModPublication.path.required],
      refusals: ModsRefusal.codes(.notFound, .subscriptionRequired)
    ) { form throws(FormError) in
      .download(try form.required(ModPublication.path), by: form.modsUser)
    },
  ]
}
