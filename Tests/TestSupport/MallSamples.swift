import Domain
import EventEngine

extension MallEvent {
  /// One complete sample of each event.
  package static let samples = chain(sample(after:))

  private static let phone = MallPhone(rawValue: "+79161234567")
  private static let code = SentCode.of("eva", "c-1")

  /// The sample after `event`. A new event does not compile until it is added to the chain.
  private static func sample(after event: MallEvent?) -> MallEvent? {
    switch event {
    case nil: .installed("d-1")
    case .appInstalled: .onboarded("d-1")
    case .onboardingFinished: .pushToken("f00d-cafe", on: "d-1")
    case .pushTokenRegistered: .notifications(true, on: "d-1", ["скидки", .mallEvents])
    case .notificationsChanged:
      .sent("0412", .register, code, to: phone, replacing: .of("eva", "c-0", on: "d-0"))
    case .codeSent: .mistyped(code, of: phone, on: "d-2")
    case .wrongCodeEntered: .used(code, of: phone)
    case .codeUsed: .lapsed(code)
    case .codeLapsed: .expired(code)
    case .codeExpired: .registered("eva")
    case .userRegistered: .signedIn("eva", then: .profile)
    case .userSignedIn: .signedOut("eva")
    case .userSignedOut: .movedTo("+79990000000", from: phone, "eva")
    case .phoneChanged: .named("eva")
    case .profileSaved: .renamed("eva", "Ева Иванова", "ivanova@mail.ru")
    case .profileEdited: .brought("eva", by: "ivan", "XYZ789", points: 40, referrerPoints: 60)
    case .referralCodeEntered: .noReferral("eva")
    case .referralSkipped: .surveyed("eva")
    case .surveySubmitted: .noSurvey("eva")
    case .surveySkipped: .rated(.user("eva"), 4)
    case .appRated: .reviewed(.device("d-1"), "Не хватает карты")
    case .reviewWritten, .objectPublished, .objectEdited, .objectWithdrawn, .offerPublished,
      .offerEdited, .offerWithdrawn, .newsPublished, .newsEdited, .newsWithdrawn,
      .happeningScheduled, .happeningEdited, .happeningCancelled, .linkSet, .pointsConfigured,
      .pointsMoved, .offerBought, .redemptionStarted, .redemptionConfirmed, .happeningJoined,
      .happeningLeft:
      content(after: event)
    }
  }

  private static func content(after event: MallEvent?) -> MallEvent? {
    switch event {
    case .reviewWritten: .published("nike")
    case .objectPublished: .edited("nike", .nike)
    case .objectEdited: .withdrawn("nike")
    case .objectWithdrawn: .offered("socks")
    case .offerPublished: .reoffered("socks", .socks, movedFrom: "puma")
    case .offerEdited: .withdrawn("socks", of: "nike")
    case .offerWithdrawn: .published(news: "sale", .sale)
    case .newsPublished: .edited(news: "sale", .opening)
    case .newsEdited: .withdrawn(news: "sale")
    case .newsWithdrawn: .scheduled("concert")
    case .happeningScheduled: .rescheduled("concert", .concert)
    case .happeningEdited: .cancelled("concert")
    case .happeningCancelled: .link(.route, to: "https://yandex.ru/maps")
    case .linkSet: .configured(.initial)
    case .pointsConfigured:
      .moved(-40, .purchase, "eva", title: "Носки", object: "nike", objectName: "Nike")
    case .pointsMoved: .bought("socks", by: "eva")
    case .offerBought: .redeeming("socks", by: "eva")
    case .redemptionStarted: .redeemed("socks", by: "eva")
    case .redemptionConfirmed: .joined("concert", by: "eva")
    case .happeningJoined: .left("concert", by: "eva")
    case nil, .appInstalled, .onboardingFinished, .pushTokenRegistered, .notificationsChanged,
      .codeSent, .wrongCodeEntered, .codeUsed, .codeLapsed, .codeExpired, .userRegistered,
      .userSignedIn, .userSignedOut, .phoneChanged, .profileSaved, .profileEdited,
      .referralCodeEntered, .referralSkipped, .surveySubmitted, .surveySkipped, .appRated,
      .happeningLeft:
      nil
    }
  }
}
