import EventEngine

/// The events grouped by topic. A fold switches over its own topics and ignores the others, so that
/// for a new event the compiler reports only the folds of its topic.
public enum MallTopic: Sendable {
  case device(DeviceFact)
  case code(CodeFact)
  case account(AccountFact)
  case profile(ProfileFact)
  case review(ReviewFact)
  case object(ObjectFact)
  case offer(OfferFact)
  case news(NewsFact)
  case happening(HappeningFact)
  case programme(ProgrammeFact)
  case gift(GiftFact)
  case transaction(PointsMoved)
}

/// The events about a device.
public enum DeviceFact: Sendable {
  case installed(AppInstalled)
  case onboardingFinished(MallOnboardingFinished)
  case pushTokenRegistered(PushTokenRegistered)
  case notificationsChanged(NotificationsChanged)
}

/// The events about a code.
public enum CodeFact: Sendable {
  case sent(CodeSent)
  case wrongEntered(WrongCodeEntered)
  case used(CodeUsed)
  case lapsed(CodeLapsed)
  case expired(CodeExpired)
}

/// The events about an account.
public enum AccountFact: Sendable {
  case registered(MallUserRegistered)
  case signedIn(MallUserSignedIn)
  case signedOut(MallUserSignedOut)
  case phoneChanged(PhoneChanged)
}

/// The events about a user's profile.
public enum ProfileFact: Sendable {
  case saved(ProfileSaved)
  case edited(ProfileEdited)
  case referralCodeEntered(ReferralCodeEntered)
  case referralSkipped(ReferralSkipped)
  case surveySubmitted(SurveySubmitted)
  case surveySkipped(SurveySkipped)

  public var user: MallUserID {
    switch self {
    case .saved(let fact): fact.user
    case .edited(let fact): fact.user
    case .referralCodeEntered(let fact): fact.user
    case .referralSkipped(let fact): fact.user
    case .surveySubmitted(let fact): fact.user
    case .surveySkipped(let fact): fact.user
    }
  }
}

/// The events about ratings and reviews of the application.
public enum ReviewFact: Sendable {
  case rated(AppRated)
  case written(ReviewWritten)
}

/// The events about an object of the mall.
public enum ObjectFact: Sendable {
  case published(ObjectPublished)
  case edited(ObjectEdited)
  case withdrawn(ObjectWithdrawn)
}

/// The events about an offer.
public enum OfferFact: Sendable {
  case published(OfferPublished)
  case edited(OfferEdited)
  case withdrawn(OfferWithdrawn)

  public var offer: MallOfferID {
    switch self {
    case .published(let fact): fact.offer
    case .edited(let fact): fact.offer
    case .withdrawn(let fact): fact.offer
    }
  }
}

/// The events about news or a promotion.
public enum NewsFact: Sendable {
  case published(NewsPublished)
  case edited(NewsEdited)
  case withdrawn(NewsWithdrawn)
}

/// The events about an event that visitors attend.
public enum HappeningFact: Sendable {
  case scheduled(HappeningScheduled)
  case edited(HappeningEdited)
  case cancelled(HappeningCancelled)
  case joined(HappeningJoined)
  case left(HappeningLeft)
}

/// The events about settings that apply to everybody.
public enum ProgrammeFact: Sendable {
  case linkSet(LinkSet)
  case pointsConfigured(PointsConfigured)
}

/// The events about an offer that a user bought.
public enum GiftFact: Sendable {
  case bought(OfferBought)
  case redemptionStarted(RedemptionStarted)
  case redemptionConfirmed(RedemptionConfirmed)
}

extension MallEvent {
  public var topic: MallTopic {
    switch self {
    case .appInstalled(let fact): .device(.installed(fact))
    case .onboardingFinished(let fact): .device(.onboardingFinished(fact))
    case .pushTokenRegistered(let fact): .device(.pushTokenRegistered(fact))
    case .notificationsChanged(let fact): .device(.notificationsChanged(fact))
    case .codeSent(let fact): .code(.sent(fact))
    case .wrongCodeEntered(let fact): .code(.wrongEntered(fact))
    case .codeUsed(let fact): .code(.used(fact))
    case .codeLapsed(let fact): .code(.lapsed(fact))
    case .codeExpired(let fact): .code(.expired(fact))
    case .userRegistered(let fact): .account(.registered(fact))
    case .userSignedIn(let fact): .account(.signedIn(fact))
    case .userSignedOut(let fact): .account(.signedOut(fact))
    case .phoneChanged(let fact): .account(.phoneChanged(fact))
    case .profileSaved(let fact): .profile(.saved(fact))
    case .profileEdited(let fact): .profile(.edited(fact))
    case .referralCodeEntered(let fact): .profile(.referralCodeEntered(fact))
    case .referralSkipped(let fact): .profile(.referralSkipped(fact))
    case .surveySubmitted(let fact): .profile(.surveySubmitted(fact))
    case .surveySkipped(let fact): .profile(.surveySkipped(fact))
    case .appRated(let fact): .review(.rated(fact))
    case .reviewWritten(let fact): .review(.written(fact))
    case .objectPublished(let fact): .object(.published(fact))
    case .objectEdited(let fact): .object(.edited(fact))
    case .objectWithdrawn(let fact): .object(.withdrawn(fact))
    case .offerPublished(let fact): .offer(.published(fact))
    case .offerEdited(let fact): .offer(.edited(fact))
    case .offerWithdrawn(let fact): .offer(.withdrawn(fact))
    case .newsPublished(let fact): .news(.published(fact))
    case .newsEdited(let fact): .news(.edited(fact))
    case .newsWithdrawn(let fact): .news(.withdrawn(fact))
    case .happeningScheduled(let fact): .happening(.scheduled(fact))
    case .happeningEdited(let fact): .happening(.edited(fact))
    case .happeningCancelled(let fact): .happening(.cancelled(fact))
    case .happeningJoined(let fact): .happening(.joined(fact))
    case .happeningLeft(let fact): .happening(.left(fact))
    case .linkSet(let fact): .programme(.linkSet(fact))
    case .pointsConfigured(let fact): .programme(.pointsConfigured(fact))
    case .offerBought(let fact): .gift(.bought(fact))
    case .redemptionStarted(let fact): .gift(.redemptionStarted(fact))
    case .redemptionConfirmed(let fact): .gift(.redemptionConfirmed(fact))
    case .pointsMoved(let fact): .transaction(fact)
    }
  }
}
