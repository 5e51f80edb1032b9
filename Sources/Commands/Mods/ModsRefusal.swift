import EventEngine

/// Why the application with mods says no.
public enum ModsRefusal: String, Refused, CaseIterable {
  case alreadyExists
  case notFound

  case alreadySubscribed
  case paywallNotShown
  case closeNotYetAllowed
  case trialAlreadyUsed
  case notSubscribed
  case alreadyCancelled
  case subscriptionRequired

  public var code: String { rawValue }
}
