import EventEngine

/// The application was started.
public struct ModsLaunched: EventPayload {
  public static let type: EventType = "mods.launched"

  public let user: ModsUserID

  public init(user: ModsUserID) { self.user = user }

  public var tags: [Tag] { [user.tag] }
}

/// A showing keeps its variation and delay, whatever is configured meanwhile.
public struct PaywallShown: EventPayload {
  public static let type: EventType = "mods.paywallShown"

  public let user: ModsUserID
  public let variation: PaywallVariation
  public let closeDelay: WholeSeconds
  /// The mod whose download was refused, where that is why it was shown.
  public let refusedDownload: ModPath?

  public init(
    user: ModsUserID, variation: PaywallVariation, closeDelay: WholeSeconds,
    refusedDownload: ModPath?
  ) {
    self.user = user
    self.variation = variation
    self.closeDelay = closeDelay
    self.refusedDownload = refusedDownload
  }

  public var tags: [Tag] { [user.tag] }
}

public struct PaywallDismissed: EventPayload {
  public static let type: EventType = "mods.paywallDismissed"

  public let user: ModsUserID

  public init(user: ModsUserID) { self.user = user }

  public var tags: [Tag] { [user.tag] }
}
