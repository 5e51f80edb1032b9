import Domain
import EventEngine

/// Why the mall's application says no.
public enum MallRefusal: Refused {
  case notSignedIn
  case notFound(Thing)
  case alreadyExists
  case alreadyDone

  case phoneInvalid
  case accountNotFound
  case phoneTaken
  case tooManyAttempts
  case resendTooSoon
  case codeExpired
  case codeIncorrect

  case nameInvalid
  case emailInvalid
  case profileExists
  case referralClosed
  case referralCodeNotFound
  case ownReferralCode
  case surveyClosed
  case futureDateOfBirth
  case alreadyRated
  case notRated
  case alreadyReviewed

  case validityOfNews
  case eventCancelled
  case eventOver

  case alreadyOwned
  case offerWithdrawn
  case notOwned
  case alreadyStarted
  case redemptionNotStarted
  case alreadyRegistered
  case eventFull
  case insufficientPoints(missing: Points)

  /// What there is none of, or none any more.
  public enum Thing: CaseIterable, Sendable {
    case device, object, offer, news, event, profile
  }

  public var code: String {
    switch self {
    case .notSignedIn: "notSignedIn"
    case .notFound: "notFound"
    case .alreadyExists: "alreadyExists"
    case .alreadyDone: "alreadyDone"
    case .phoneInvalid: "phoneInvalid"
    case .accountNotFound: "accountNotFound"
    case .phoneTaken: "phoneTaken"
    case .tooManyAttempts: "tooManyAttempts"
    case .resendTooSoon: "resendTooSoon"
    case .codeExpired: "codeExpired"
    case .codeIncorrect: "codeIncorrect"
    case .nameInvalid: "nameInvalid"
    case .emailInvalid: "emailInvalid"
    case .profileExists: "profileExists"
    case .referralClosed: "referralClosed"
    case .referralCodeNotFound: "referralCodeNotFound"
    case .ownReferralCode: "ownReferralCode"
    case .surveyClosed: "surveyClosed"
    case .futureDateOfBirth, .validityOfNews: FormError.invalidCode
    case .alreadyRated: "alreadyRated"
    case .notRated: "notRated"
    case .alreadyReviewed: "alreadyReviewed"
    case .eventCancelled: "eventCancelled"
    case .eventOver: "eventOver"
    case .alreadyOwned: "alreadyOwned"
    case .offerWithdrawn: "offerWithdrawn"
    case .notOwned: "notOwned"
    case .alreadyStarted: "alreadyStarted"
    case .redemptionNotStarted: "redemptionNotStarted"
    case .alreadyRegistered: "alreadyRegistered"
    case .eventFull: "eventFull"
    case .insufficientPoints: "insufficientPoints"
    }
  }
}
