import Domain
import EventEngine

/// Records the end of trials and subscriptions, once each. Driven by time only; it has no commands.
public struct SubscriptionExpiries: TimeDriven {
  public typealias Event = ModsEvent
  public typealias Command = Never
  public typealias Refusal = ModsRefusal

  /// A trial or subscription whose end has not been recorded.
  private struct Running: Equatable, Codable {
    let user: ModsUserID
    let until: Timestamp
    /// The position of the event that set this end.
    let position: Position
  }

  private var running: [ModsUserID: Running] = [:]

  public init() {}

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
      .subscriptionCancelled, .subscriptionResumed, .modOpened, .modDownloaded,
      .contentLocaleChosen:
      break
    }
  }

  private mutating func run(_ user: ModsUserID, until: Timestamp, _ position: Position) {
    running[user] = Running(user: user, until: until, position: position)
  }

  /// Returns the expiries that are due, earliest end first. Linear in the number of terms whose end
  /// is not recorded.
  public func due(at now: Moment) -> [DueItem<ModsEvent>] {
    running.values
      .filter { now.time >= $0.until }
      .sorted { ($0.until, $0.position) < ($1.until, $1.position) }
      .map { over in
        let expiry = SubscriptionExpired(user: over.user, until: over.until)
        return DueItem([.subscriptionExpired(expiry)], because: over.position)
      }
  }
}
