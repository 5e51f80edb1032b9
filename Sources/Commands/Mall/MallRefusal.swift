import Domain
import EventEngine

/// The refusals of the mall's application.
public enum MallRefusal: Refused {
  case notSignedIn
  /// A user who is signed in, but not on the device to sign out of.
  case notOnDevice
  /// A device tries to rate while a user is signed in on it.
  case userRates
  case notFound(Thing)
  case alreadyExists
  case alreadyInstalled
  case alreadyDone

  case phoneInvalid
  case accountNotFound
  case phoneTaken(by: CodePurpose)
  case tooManyAttempts
  case resendTooSoon
  case codeExpired
  case codeIncorrect

  /// All fields that are wrong, at least one.
  case profileInvalid([ProfileField])
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
  case validityOfPromotion
  case eventCancelled
  case eventOver

  case alreadyOwned
  case offerWithdrawn
  case notOwned
  case alreadyStarted
  case redemptionNotStarted
  case alreadyRegistered
  case eventFull
  case notRegistered
  case insufficientPoints(missing: Points, surveyIsOpen: Bool)

  /// The kinds of things that `notFound` distinguishes in its messages.
  public enum Thing: CaseIterable, Sendable {
    case device, object, offer, news, event, profile
  }

  public var code: String {
    switch self {
    case .notOnDevice, .userRates: Self.notSignedIn.code
    case .alreadyInstalled: Self.alreadyExists.code
    case .profileInvalid(let fields): fields.first == .email ? "emailInvalid" : "nameInvalid"
    case .futureDateOfBirth, .validityOfNews, .validityOfPromotion: FormError.invalidCode
    default: String("\(self)".prefix { $0 != "(" })
    }
  }

  public var members: [CommandValue] {
    guard case .profileInvalid(let fields) = self else { return [] }
    return [CommandValue("fields", .array(fields.map { .string($0.rawValue) }))]
  }
}
