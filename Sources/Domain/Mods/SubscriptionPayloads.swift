import EventEngine

public struct TrialStarted: ModsUserFact {
  public static let type: EventType = "mods.trialStarted"

  public let user: ModsUserID
  public let until: Timestamp

  public init(user: ModsUserID, until: Timestamp) {
    self.user = user
    self.until = until
  }
}

public struct SubscriptionPurchased: ModsUserFact {
  public static let type: EventType = "mods.subscriptionPurchased"

  public let user: ModsUserID
  public let until: Timestamp

  public init(user: ModsUserID, until: Timestamp) {
    self.user = user
    self.until = until
  }
}

public struct SubscriptionRenewed: ModsUserFact {
  public static let type: EventType = "mods.subscriptionRenewed"

  public let user: ModsUserID
  /// The start of the renewed subscription if it was live; otherwise the time of the renewal.
  public let since: Timestamp
  public let until: Timestamp

  public init(user: ModsUserID, since: Timestamp, until: Timestamp) {
    self.user = user
    self.since = since
    self.until = until
  }
}

/// A subscription was cancelled: it stays live until its end and is not renewed.
public struct SubscriptionCancelled: ModsUserFact {
  public static let type: EventType = "mods.subscriptionCancelled"

  public let user: ModsUserID

  public init(user: ModsUserID) { self.user = user }
}

/// The cancellation of a live subscription was taken back. Its end is unchanged.
public struct SubscriptionResumed: ModsUserFact {
  public static let type: EventType = "mods.subscriptionResumed"

  public let user: ModsUserID

  public init(user: ModsUserID) { self.user = user }
}

public struct SubscriptionExpired: ModsUserFact {
  public static let type: EventType = "mods.subscriptionExpired"

  public let user: ModsUserID
  /// The end of the expired subscription.
  public let until: Timestamp

  public init(user: ModsUserID, until: Timestamp) {
    self.user = user
    self.until = until
  }
}
