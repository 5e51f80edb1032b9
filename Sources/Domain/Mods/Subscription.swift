import EventEngine

/// The state of one user's subscription, folded from the user's events.
public struct Subscription: Codable, Equatable, Sendable {
  public enum State: String, Codable, Sendable {
    case none, trial, active, cancelled, expired
  }

  /// A trial or a paid subscription, current or past.
  private struct Term: Codable, Equatable {
    enum Kind: String, Codable { case trial, active }

    var kind: Kind
    var since: Timestamp
    var until: Timestamp
    var isCancelled = false
    var isExpiryRecorded = false
  }

  private var term: Term?
  public private(set) var isTrialUsed = false

  public init() {}

  public mutating func apply(_ event: ModsEvent, at time: Timestamp) {
    switch event {
    case .trialStarted(let fact):
      term = Term(kind: .trial, since: time, until: fact.until)
      isTrialUsed = true
    case .subscriptionPurchased(let fact):
      term = Term(kind: .active, since: time, until: fact.until)
    case .subscriptionRenewed(let fact):
      term = Term(kind: .active, since: fact.since, until: fact.until)
    case .subscriptionCancelled: term?.isCancelled = true
    case .subscriptionResumed: term?.isCancelled = false
    case .subscriptionExpired: term?.isExpiryRecorded = true
    case .modPublished, .modEdited, .modWithdrawn, .modTranslated, .paywallConfigured,
      .requestSecretRotated, .legalDocumentSet, .launched, .paywallShown, .paywallDismissed,
      .modOpened, .modDownloaded, .contentLocaleChosen:
      break
    }
  }

  /// The event types that `apply` handles.
  public static let factTypes =
    termTypes + [
      SubscriptionCancelled.type, SubscriptionResumed.type, SubscriptionExpired.type,
    ]

  /// The types of the events that set the end of a term.
  public static let termTypes = [
    TrialStarted.type, SubscriptionPurchased.type, SubscriptionRenewed.type,
  ]

  /// The state at `now`. A subscription is expired from its end on, and not before, whether or not
  /// the expiry has been recorded.
  public func state(at now: Timestamp) -> State {
    guard let term else { return .none }
    if now >= term.until { return .expired }
    if term.isCancelled { return .cancelled }
    return switch term.kind {
    case .trial: .trial
    case .active: .active
    }
  }

  public func isLive(at now: Timestamp) -> Bool {
    switch state(at: now) {
    case .trial, .active, .cancelled: true
    case .none, .expired: false
    }
  }

  /// The start of the current or last trial or subscription.
  public var since: Timestamp? { term?.since }

  /// The end of the current or last trial or subscription, past or future.
  public var until: Timestamp? { term?.until }

  /// The end of the term, if it has passed and no event has recorded the expiry.
  public func unrecordedExpiry(at now: Timestamp) -> Timestamp? {
    guard let term, !term.isExpiryRecorded, now >= term.until else { return nil }
    return term.until
  }
}
