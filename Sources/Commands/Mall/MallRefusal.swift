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
  /// The id that the sender has chosen is taken.
  case alreadyExists(field: String, id: String)
  case alreadyInstalled
  case alreadyDone

  case phoneInvalid
  case accountNotFound
  case phoneTaken(by: CodePurpose)
  case tooManyAttempts
  /// Another code may be sent after so many seconds, at least 1.
  case resendTooSoon(seconds: Int)
  case codeExpired
  case codeIncorrect

  /// All fields that are wrong, at least one.
  case profileInvalid([ProfileField])
  case profileExists
  case referralClosed
  /// The referral code comes after the profile, which is missing.
  case referralBeforeProfile
  case referralCodeNotFound
  case ownReferralCode
  case surveyClosed
  /// An earlier step is still open.
  case surveyNotYet(after: StepBeforeSurvey)
  /// `today` is the local day of the command, with its zone.
  case futureDateOfBirth(today: String)
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
  /// `savingPays`: the profile is not saved yet, and saving it brings points. `invitingPays`:
  /// inviting a friend brings points. `surveyPays`: the survey is open and brings points. `after`:
  /// the step before the survey; nil where it can be taken now.
  case insufficientPoints(
    missing: Points, savingPays: Bool = false, invitingPays: Bool = true, surveyPays: Bool,
    after: StepBeforeSurvey? = nil)

  /// The steps that have to be passed before the survey.
  public enum StepBeforeSurvey: CaseIterable, Sendable {
    case profile, referral
  }

  /// The kinds of things that `notFound` distinguishes in its messages.
  public enum Thing: CaseIterable, Sendable {
    case device, object, offer, news, event, profile
  }

  public var code: String {
    switch self {
    case .notSignedIn, .notOnDevice, .userRates: "notSignedIn"
    case .notFound: "notFound"
    case .alreadyExists, .alreadyInstalled: "alreadyExists"
    case .alreadyDone: "alreadyDone"
    case .phoneInvalid: "phoneInvalid"
    case .accountNotFound: "accountNotFound"
    case .phoneTaken: "phoneTaken"
    case .tooManyAttempts: "tooManyAttempts"
    case .resendTooSoon: "resendTooSoon"
    case .codeExpired: "codeExpired"
    case .codeIncorrect: "codeIncorrect"
    case .profileInvalid(let fields): fields.first == .email ? "emailInvalid" : "nameInvalid"
    case .profileExists: "profileExists"
    case .referralClosed, .referralBeforeProfile: "referralClosed"
    case .referralCodeNotFound: "referralCodeNotFound"
    case .ownReferralCode: "ownReferralCode"
    case .surveyClosed, .surveyNotYet: "surveyClosed"
    case .futureDateOfBirth, .validityOfNews, .validityOfPromotion: FormError.invalidCode
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
    case .notRegistered: "notRegistered"
    case .insufficientPoints: "insufficientPoints"
    }
  }

  public var members: [CommandValue] {
    guard case .profileInvalid(let fields) = self else { return [] }
    return [CommandValue("fields", .array(fields.map { .string($0.rawValue) }))]
  }
}
