import EventEngine

/// The events of the mall's application.
public enum MallEvent: Event {
  case appInstalled(AppInstalled)
  case onboardingFinished(MallOnboardingFinished)
  case pushTokenRegistered(PushTokenRegistered)
  case notificationsChanged(NotificationsChanged)
  case codeSent(CodeSent)
  case wrongCodeEntered(WrongCodeEntered)
  case codeUsed(CodeUsed)
  case codeLapsed(CodeLapsed)
  case codeExpired(CodeExpired)
  case userRegistered(MallUserRegistered)
  case userSignedIn(MallUserSignedIn)
  case userSignedOut(MallUserSignedOut)
  case phoneChanged(PhoneChanged)
  case profileSaved(ProfileSaved)
  case profileEdited(ProfileEdited)
  case referralCodeEntered(ReferralCodeEntered)
  case referralSkipped(ReferralSkipped)
  case surveySubmitted(SurveySubmitted)
  case surveySkipped(SurveySkipped)
  case appRated(AppRated)
  case reviewWritten(ReviewWritten)
  case objectPublished(ObjectPublished)
  case objectEdited(ObjectEdited)
  case objectWithdrawn(ObjectWithdrawn)
  case offerPublished(OfferPublished)
  case offerEdited(OfferEdited)
  case offerWithdrawn(OfferWithdrawn)
  case newsPublished(NewsPublished)
  case newsEdited(NewsEdited)
  case newsWithdrawn(NewsWithdrawn)
  case happeningScheduled(HappeningScheduled)
  case happeningEdited(HappeningEdited)
  case happeningCancelled(HappeningCancelled)
  case linkSet(LinkSet)
  case pointsConfigured(PointsConfigured)
  case pointsMoved(PointsMoved)
  case offerBought(OfferBought)
  case redemptionStarted(RedemptionStarted)
  case redemptionConfirmed(RedemptionConfirmed)
  case happeningJoined(HappeningJoined)
  case happeningLeft(HappeningLeft)

  public static let catalog = EventCatalog<MallEvent>()
    .current(appInstalled)
    .current(onboardingFinished)
    .current(pushTokenRegistered)
    .current(notificationsChanged)
    .current(codeSent)
    .current(wrongCodeEntered)
    .current(codeUsed)
    .current(codeLapsed)
    .current(codeExpired)
    .current(userRegistered)
    .current(userSignedIn)
    .current(userSignedOut)
    .current(phoneChanged)
    .current(profileSaved)
    .current(profileEdited)
    .current(referralCodeEntered)
    .current(referralSkipped)
    .current(surveySubmitted)
    .current(surveySkipped)
    .current(appRated)
    .current(reviewWritten)
    .current(objectPublished)
    .current(objectEdited)
    .current(objectWithdrawn)
    .current(offerPublished)
    .current(offerEdited)
    .current(offerWithdrawn)
    .current(newsPublished)
    .current(newsEdited)
    .current(newsWithdrawn)
    .current(happeningScheduled)
    .current(happeningEdited)
    .current(happeningCancelled)
    .current(linkSet)
    .current(pointsConfigured)
    .current(pointsMoved)
    .current(offerBought)
    .current(redemptionStarted)
    .current(redemptionConfirmed)
    .current(happeningJoined)
    .current(happeningLeft)

  public var payload: any EventPayload {
    switch self {
    case .appInstalled(let payload): payload
    case .onboardingFinished(let payload): payload
    case .pushTokenRegistered(let payload): payload
    case .notificationsChanged(let payload): payload
    case .codeSent(let payload): payload
    case .wrongCodeEntered(let payload): payload
    case .codeUsed(let payload): payload
    case .codeLapsed(let payload): payload
    case .codeExpired(let payload): payload
    case .userRegistered(let payload): payload
    case .userSignedIn(let payload): payload
    case .userSignedOut(let payload): payload
    case .phoneChanged(let payload): payload
    case .profileSaved(let payload): payload
    case .profileEdited(let payload): payload
    case .referralCodeEntered(let payload): payload
    case .referralSkipped(let payload): payload
    case .surveySubmitted(let payload): payload
    case .surveySkipped(let payload): payload
    case .appRated(let payload): payload
    case .reviewWritten(let payload): payload
    case .objectPublished(let payload): payload
    case .objectEdited(let payload): payload
    case .objectWithdrawn(let payload): payload
    case .offerPublished(let payload): payload
    case .offerEdited(let payload): payload
    case .offerWithdrawn(let payload): payload
    case .newsPublished(let payload): payload
    case .newsEdited(let payload): payload
    case .newsWithdrawn(let payload): payload
    case .happeningScheduled(let payload): payload
    case .happeningEdited(let payload): payload
    case .happeningCancelled(let payload): payload
    case .linkSet(let payload): payload
    case .pointsConfigured(let payload): payload
    case .pointsMoved(let payload): payload
    case .offerBought(let payload): payload
    case .redemptionStarted(let payload): payload
    case .redemptionConfirmed(let payload): payload
    case .happeningJoined(let payload): payload
    case .happeningLeft(let payload): payload
    }
  }

  /// The types of events about an object itself.
  public static let objectTypes = [ObjectPublished.type, ObjectEdited.type, ObjectWithdrawn.type]
  /// The types of events about an offer itself.
  public static let offerTypes = [OfferPublished.type, OfferEdited.type, OfferWithdrawn.type]

  public static let typesDueForErasure = [CodeSent.type]

  /// The delay from sending a code to erasing its data, in milliseconds. The last wrong try can be
  /// made just before the code expires, and counts for 24 hours.
  public static let erasureDelay = SentCode.lifetime + SentCode.memory

  /// The code whose data, and the tries to enter it, must be erased after the delay.
  public var dueForErasure: [Tag] {
    if case .codeSent(let fact) = self { [fact.code.id.tag] } else { [] }
  }
}
