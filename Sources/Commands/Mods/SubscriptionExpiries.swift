import Domain
import EventEngine

/// Records once that a trial or a subscription has ended. Time alone drives it; nobody commands it.
public struct SubscriptionExpiries: TimeDriven {
  public typealias Command = Never
  public typealias Refusal = ModsRefusal

  /// What has an end that nobody has recorded yet.
  private struct Running: Equatable, Codable {
    let user: ModsUserID
    let until: Timestamp
    /// Of the event that this end is from.
    let position: Position
  }

  private var running: [ModsUserID: Running] = [:]

  public init() {}

  public static let shapes: [CommandShape<Never>] = []

  public static let factTypes = [
    TrialStarted.type, SubscriptionPurchased.type, SubscriptionRenewed.type,
    SubscriptionExpired.type,
  ]
  public static let dueFacts = Query.of(factTypes)

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    switch event.event {
    case .trialStarted(let fact): run(fact.user, until: fact.until, event.position)
    case .subscriptionPurchased(let fact): run(fact.user, until: fact.until, event.position)
    case .subscriptionRenewed(let fact): run(fact.user, until: fact.until, event.position)
    case .subscriptionExpired(let fact): running[fact.user] = nil
    case .modPublished, .modEdited, .modWithdrawn, .modTranslated, .paywallConfigured,
      .requestSecretRotated, .legalDocumentSet, .launched, .paywallShown, .paywallDismissed,
      .subscriptionCancelled, .modOpened, .modDownloaded, .contentLocaleChosen:
      break
    }
  }

  private mutating func run(_ user: ModsUserID, until: Timestamp, _ position: Position) {
    running[user] = Running(user: user, until: until, position: position)
  }

  /// The earliest end first. Costs as many steps as there are ends not yet recorded.
  public func due(at now: Moment) -> [DueItem<ModsEvent>] {
    running.values
      .filter { now.time >= $0.until }
      .sorted { ($0.until, $0.position) < ($1.until, $1.position) }
      .map { over in
        let expiry = SubscriptionExpired(user: over.user, until: over.until)
        return DueItem([.subscriptionExpired(expiry)], because: over.position)
      }
  }

  public func boundary(of command: Never) -> Query {}

  public func decide(_ command: Never, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {}
}
