import EventEngine

/// The application was started.
public struct ModsLaunched: ModsUserFact {
  public static let type: EventType = "mods.launched"

  public let user: ModsUserID

  public init(user: ModsUserID) { self.user = user }
}

/// The subscription screen was shown. Its variation and delay don't change with later
/// configurations.
public struct PaywallShown: ModsUserFact {
  public static let type: EventType = "mods.paywallShown"

  public let user: ModsUserID
  public let variation: PaywallVariation
  public let closeDelay: WholeSeconds
  /// The mod whose refused download caused the screen to appear, if any.
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
}

public struct PaywallDismissed: ModsUserFact {
  public static let type: EventType = "mods.paywallDismissed"

  public let user: ModsUserID

  public init(user: ModsUserID) { self.user = user }
}
