import EventEngine

/// The refusals of the mods application.
public enum ModsRefusal: Refused {
  case alreadyExists
  case notFound

  case alreadySubscribed
  case paywallNotShown
  /// The subscription screen may be closed after so many seconds, at least 1.
  case closeNotYetAllowed(seconds: Int)
  case trialAlreadyUsed
  case notSubscribed
  /// There is no live subscription to cancel.
  case nothingToCancel
  /// The subscription has expired.
  case nothingToResume
  case alreadyCancelled
  case notCancelled
  case subscriptionRequired

  public var code: String {
    switch self {
    case .alreadyExists: "alreadyExists"
    case .notFound: "notFound"
    case .alreadySubscribed: "alreadySubscribed"
    case .paywallNotShown: "paywallNotShown"
    case .closeNotYetAllowed: "closeNotYetAllowed"
    case .trialAlreadyUsed: "trialAlreadyUsed"
    case .notSubscribed, .nothingToCancel, .nothingToResume: "notSubscribed"
    case .alreadyCancelled: "alreadyCancelled"
    case .notCancelled: "notCancelled"
    case .subscriptionRequired: "subscriptionRequired"
    }
  }
}
