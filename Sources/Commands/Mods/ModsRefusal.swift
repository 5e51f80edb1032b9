import EventEngine

/// The refusals of the mods application.
public enum ModsRefusal: String, Refused, CaseIterable {
  case alreadyExists
  case notFound

  case alreadySubscribed
  case paywallNotShown
  case closeNotYetAllowed
  case trialAlreadyUsed
  case notSubscribed
  case alreadyCancelled
  case notCancelled
  case subscriptionRequired
}
