import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// The texts of every refusal of the applications, in both languages.
@Suite struct RefusalTextsTests {
  struct Texts: CustomTestStringConvertible, Sendable {
    let domain: DomainCommands
    let codes: Set<String>
    let lines: String
    var testDescription: String { domain.domain }

    init(_ domain: DomainCommands, _ refusals: [some Refused]) {
      self.domain = domain
      codes = Set(refusals.map(\.code))
      lines = refusals.map { refusal in
        "\(refusal.code)\n  \(refusal.message(in: .ru))\n  \(refusal.message(in: .en))\n"
      }.joined()
    }
  }

  static let applications = [
    Texts(.courier, courier), Texts(.habits, habits),
    Texts(.mall, mall), Texts(.mods, mods), Texts(.nft, nft),
  ]

  @Test(arguments: applications)
  func `are those that were recorded, and each is named by a command`(texts: Texts) throws {
    try Snapshot.expect(texts.lines, equals: "\(texts.domain.domain)/refusals.txt")
    // The text of a wrong field names the field: a form has it, not the domain.
    let named = Set(texts.domain.commands.flatMap(\.refusals))
    #expect(named.symmetricDifference(texts.codes).subtracting(["invalidField"]).isEmpty)
  }

  private static let courier: [CourierRefusal] = [
    .loginInvalid, .passwordInvalid, .loginTaken, .alreadyExists(field: "order", id: "o-1"),
    .invalidCredentials, .tooManyAttempts(seconds: 900), .notSignedIn, .noSuchCourier,
    .loginErased, .deliveryDateInPast(today: "2026-05-09 (Europe/Moscow)"), .notFound,
    .noOrderToCancel, .notYourOrder, .orderAlreadyAccepted, .orderAlreadyDelivered,
    .orderAlreadyCancelled, .orderAlreadyYours, .orderUnavailable, .orderNotYours,
    .orderAlreadyCompleted, .orderNotAccepted,
  ]

  private static let habits: [HabitsRefusal] = [
    .onboardingFinished, .noSuchCategory, .noSuchTracker, .categoryExists,
    .alreadyExists(field: "tracker", id: "t1"), .titleTooLong, .scheduleOfIrregularEvent,
    .alreadyPinned, .notPinned,
    .dateInFuture(day("2026-05-12"), today: "2026-05-09 (Europe/Moscow)"),
    .notScheduled(day("2026-05-05"), inForce: [.mon, .fri]), .alreadyMarked, .notDone,
  ]

  private static let mall: [MallRefusal] =
    [
      .notSignedIn, .notOnDevice, .userRates, .alreadyExists(field: "offer", id: "socks"),
      .alreadyInstalled, .alreadyDone,
      .phoneInvalid, .accountNotFound,
      .phoneTaken(by: .register), .phoneTaken(by: .changePhone), .tooManyAttempts,
      .resendTooSoon(seconds: 9),
      .codeExpired, .codeIncorrect, .profileInvalid([.name]), .profileInvalid([.email]),
      .profileInvalid([.name, .email]), .profileExists, .referralClosed,
      .referralBeforeProfile, .referralCodeNotFound, .ownReferralCode, .surveyClosed,
      .surveyNotYet(after: .profile), .surveyNotYet(after: .referral),
      .futureDateOfBirth(today: "2026-05-09 (Europe/Moscow)"),
      .alreadyRated, .notRated,
      .alreadyReviewed, .validityOfNews, .validityOfPromotion, .eventCancelled, .eventOver,
      .alreadyOwned, .offerWithdrawn, .notOwned, .alreadyStarted, .redemptionNotStarted,
      .alreadyRegistered, .eventFull, .notRegistered,
      .insufficientPoints(missing: 30, surveyPays: true),
      .insufficientPoints(missing: 30, surveyPays: true, after: .profile),
      .insufficientPoints(missing: 30, savingPays: true, surveyPays: true, after: .profile),
      .insufficientPoints(missing: 30, surveyPays: true, after: .referral),
      .insufficientPoints(missing: 30, surveyPays: false),
      .insufficientPoints(missing: 30, invitingPays: false, surveyPays: true),
      .insufficientPoints(missing: 30, invitingPays: false, surveyPays: true, after: .profile),
      .insufficientPoints(missing: 30, invitingPays: false, surveyPays: false),
    ] + MallRefusal.Thing.allCases.map(MallRefusal.notFound)

  private static let mods: [ModsRefusal] = [
    .alreadyExists, .notFound, .alreadySubscribed, .paywallNotShown,
    .closeNotYetAllowed(seconds: 1), .closeNotYetAllowed(seconds: 120),
    .closeNotYetAllowed(seconds: 3541), .closeNotYetAllowed(seconds: 1_000_000), .trialAlreadyUsed,
    .notSubscribed, .nothingToCancel,
    .nothingToResume,
    .alreadyCancelled, .notCancelled, .subscriptionRequired,
  ]

  private static let nft: [NFTRefusal] =
    [
      .unknownUser("anna"), .unknownNFT("n-1"), .unknownCollection("c-1"),
      .unknownCurrency("RUB"), .unknownOrder("o-1"),
      .alreadyRegistered, .alreadyExists(field: "nft", id: "n-1"), .currencyExists, .alreadyLiked,
      .notLiked, .alreadyInCart,
      .notInCart,
      .own("n-1", "Кот"), .ownInCart("n-1", "Кот"), .reserved("n-1", "Кот"), .cartEmpty,
      .paymentInProgress("o-1", hasFailed: false), .paymentInProgress("o-1", hasFailed: true),
    ]
    + [.failed, .cancelled, .expired, .paid].map { .paymentNotPending("o-1", $0) }
    + [.pending, .cancelled, .expired, .paid].map { .paymentNotFailed("o-1", $0) }
}
