import EventEngine

public struct TrialStarted: EventPayload {
  public static let type: EventType = "mods.trialStarted"

  public let user: ModsUserID
  public let until: Timestamp

  public init(user: ModsUserID, until: Timestamp) {
    self.user = user
    self.until = until
  }

  public var tags: [Tag] { [user.tag] }
}

public struct SubscriptionPurchased: EventPayload {
  public static let type: EventType = "mods.subscriptionPurchased"

  public let user: ModsUserID
  public let until: Timestamp

  public init(user: ModsUserID, until: Timestamp) {
    self.user = user
    self.until = until
  }

  public var tags: [Tag] { [user.tag] }
}

public struct SubscriptionRenewed: EventPayload {
  public static let type: EventType = "mods.subscriptionRenewed"

  public let user: ModsUserID
  /// The start of what was renewed while it was live; otherwise the renewal's own time.
  public let since: Timestamp
  public let until: Timestamp

  public init(user: ModsUserID, since: Timestamp, until: Timestamp) {
    self.user = user
    self.since = since
    self.until = until
  }

  public var tags: [Tag] { [user.tag] }
}

/// It will not be renewed; until its end it goes on.
public struct SubscriptionCancelled: EventPayload {
  public static let type: EventType = "mods.subscriptionCancelled"

  public let user: ModsUserID

  public init(user: ModsUserID) { self.user = user }

  public var tags: [Tag] { [user.tag] }
}

public struct SubscriptionExpired: EventPayload {
  public static let type: EventType = "mods.subscriptionExpired"

  public let user: ModsUserID
  /// The end that has passed.
  public let until: Timestamp

  public init(user: ModsUserID, until: Timestamp) {
    self.user = user
    self.until = until
  }

  public var tags: [Tag] { [user.tag] }
}
