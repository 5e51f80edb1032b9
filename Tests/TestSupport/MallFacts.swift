import Domain
import EventEngine

/// Shorthands for events of the mall's users and devices, with defaults for irrelevant values.
extension MallEvent {
  package static func installed(_ device: MallDeviceID) -> MallEvent {
    .appInstalled(
      AppInstalled(device: device, os: "iOS", osVersion: "15.4", model: "iPhone 13"))
  }

  package static func onboarded(_ device: MallDeviceID) -> MallEvent {
    .onboardingFinished(MallOnboardingFinished(device: device))
  }

  package static func pushToken(_ token: PushToken, on device: MallDeviceID) -> MallEvent {
    .pushTokenRegistered(PushTokenRegistered(device: device, personal: .init(token: token)))
  }

  package static func notifications(
    _ isEnabled: Bool, on device: MallDeviceID, _ topics: [NotificationTopic]
  ) -> MallEvent {
    .notificationsChanged(
      NotificationsChanged(device: device, isEnabled: isEnabled, topics: topics))
  }

  package static func sent(
    _ digits: CodeDigits, _ purpose: CodePurpose, _ code: SentCode, to phone: MallPhone,
    replacing replaced: SentCode? = nil
  ) -> MallEvent {
    .codeSent(
      CodeSent(
        code: code, purpose: purpose, replaces: replaced,
        personal: .init(phone: phone, phoneKey: .forTests(phone), digits: digits)))
  }

  package static func mistyped(
    _ code: SentCode, of phone: MallPhone, on device: MallDeviceID? = nil
  ) -> MallEvent {
    .wrongCodeEntered(
      WrongCodeEntered(
        code: code, enteredOn: device ?? code.device,
        personal: .init(phoneKey: .forTests(phone))))
  }

  package static func used(_ code: SentCode, of phone: MallPhone) -> MallEvent {
    .codeUsed(CodeUsed(code: code, personal: .init(phoneKey: .forTests(phone))))
  }

  package static func lapsed(_ code: SentCode) -> MallEvent {
    .codeLapsed(CodeLapsed(code: code))
  }

  package static func expired(_ code: SentCode) -> MallEvent {
    .codeExpired(CodeExpired(code: code))
  }

  package static func registered(
    _ user: MallUserID, on device: MallDeviceID = "d-1", _ phone: MallPhone = "+79161234567",
    code: ReferralCode = "ABC234"
  ) -> MallEvent {
    .userRegistered(
      MallUserRegistered(
        user: user, device: device,
        personal: .init(
          phone: phone, phoneKey: .forTests(phone), referralCode: code,
          referralKey: .forTests(code))))
  }

  package static func signedIn(
    _ user: MallUserID, on device: MallDeviceID = "d-1", then screen: MallScreen = .home
  ) -> MallEvent {
    .userSignedIn(MallUserSignedIn(user: user, device: device, screen: screen))
  }

  package static func signedOut(
    _ user: MallUserID, from device: MallDeviceID = "d-1"
  ) -> MallEvent {
    .userSignedOut(MallUserSignedOut(user: user, device: device))
  }

  package static func movedTo(
    _ phone: MallPhone, from former: MallPhone?, _ user: MallUserID,
    on device: MallDeviceID = "d-1"
  ) -> MallEvent {
    .phoneChanged(
      PhoneChanged(
        user: user, device: device,
        personal: .init(
          phone: phone, phoneKey: .forTests(phone),
          formerPhoneKey: former.map(MallPhoneKey.forTests))))
  }

  package static func named(
    _ user: MallUserID, _ name: FullName = "Ева Петрова", _ email: EmailAddress = "eva@mail.ru",
    points: Points = 100
  ) -> MallEvent {
    .profileSaved(
      ProfileSaved(user: user, points: points, personal: .init(name: name, email: email)))
  }

  package static func renamed(
    _ user: MallUserID, _ name: FullName? = nil, _ email: EmailAddress? = nil
  ) -> MallEvent {
    .profileEdited(ProfileEdited(user: user, personal: .init(name: name, email: email)))
  }

  package static func brought(
    _ user: MallUserID, by referrer: MallUserID, _ code: ReferralCode, points: Points = 50,
    referrerPoints: Points = 50
  ) -> MallEvent {
    .referralCodeEntered(
      ReferralCodeEntered(
        user: user, referrer: referrer, points: points, referrerPoints: referrerPoints,
        personal: .init(code: code)))
  }

  package static func noReferral(_ user: MallUserID) -> MallEvent {
    .referralSkipped(ReferralSkipped(user: user))
  }

  package static func surveyed(
    _ user: MallUserID, born: String = "1990-02-28", haveKids: Bool = true, points: Points = 30
  ) -> MallEvent {
    .surveySubmitted(
      SurveySubmitted(
        user: user, points: points,
        personal: .init(dateOfBirth: day(born), haveKids: haveKids)))
  }

  package static func noSurvey(_ user: MallUserID) -> MallEvent {
    .surveySkipped(SurveySkipped(user: user))
  }

  package static func rated(_ reviewer: MallReviewer, _ stars: AppStars) -> MallEvent {
    .appRated(AppRated(reviewer: reviewer, stars: stars))
  }

  package static func reviewed(_ reviewer: MallReviewer, _ text: ReviewText) -> MallEvent {
    .reviewWritten(ReviewWritten(reviewer: reviewer, personal: .init(text: text)))
  }
}

extension SentCode {
  /// Shorthand for a sent code.
  package static func of(
    _ user: MallUserID, _ id: MallCodeID, on device: MallDeviceID = "d-1"
  ) -> SentCode {
    SentCode(id: id, device: device, user: user)
  }
}
