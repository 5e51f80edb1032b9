import Commands
import Domain
import EventEngine
import Testing

@Suite struct `The shapes of the mall's commands` {
  /// `name (actor): fields — refusals`, an optional field with `?`.
  private func lines<Command>(_ shapes: [CommandShape<Command>]) -> [String] {
    shapes.map { shape in
      let fields = shape.fields.map { "\($0.name)\($0.isRequired ? "" : "?")" }
      let key = shape.needsKey ? ", needs key" : ""
      return "\(shape.name) (\(shape.actor.rawValue)\(key)): \(fields.joined(separator: " "))"
        + " — \(shape.refusals.joined(separator: " "))"
    }
  }

  private var device: [String] {
    lines(MallDevices.shapes) + lines(VerificationCodes.shapes) + lines(MallSession.shapes)
  }

  private var user: [String] {
    lines(MallRegistration.shapes) + lines(MallProfiles.shapes) + lines(AppRatings.shapes)
      + lines(MallGifts.shapes) + lines(HappeningPlaces.shapes)
  }

  private var admin: [String] {
    lines(MallObjects.shapes) + lines(MallOffers.shapes) + lines(MallNews.shapes)
      + lines(MallHappenings.shapes) + lines(MallProgramme.shapes)
  }

  @Test func `of devices and accounts are those of the interface`() {
    #expect(
      device == [
        "mall.installApp (person): os osVersion model — alreadyExists",
        "mall.finishOnboarding (person):  — notFound alreadyDone",
        "mall.registerPushToken (person): token — notFound",
        "mall.setNotifications (person): enabled topics? — notFound",
        "mall.requestCode (person, needs key): phone purpose — notFound phoneInvalid notSignedIn"
          + " accountNotFound phoneTaken tooManyAttempts resendTooSoon",
        "mall.verifyCode (person, needs key): phone code — notFound phoneInvalid codeExpired"
          + " codeIncorrect",
        "mall.signOut (person): device? — notSignedIn",
      ])
  }

  @Test func `of users are those of the interface`() {
    #expect(
      user == [
        "mall.saveProfile (person): name email — notSignedIn nameInvalid emailInvalid"
          + " profileExists",
        "mall.enterReferralCode (person, needs key): code — notSignedIn referralClosed"
          + " referralCodeNotFound ownReferralCode",
        "mall.skipReferral (person):  — notSignedIn referralClosed",
        "mall.submitSurvey (person): dateOfBirth haveKids — invalidField notSignedIn"
          + " surveyClosed",
        "mall.skipSurvey (person):  — notSignedIn surveyClosed",
        "mall.editProfile (person): name? email? — notSignedIn nameInvalid emailInvalid notFound",
        "mall.rateApp (person): stars — notSignedIn alreadyRated",
        "mall.writeReview (person): text — notSignedIn notRated alreadyReviewed",
        "mall.buyOffer (person): offer — notSignedIn notFound alreadyOwned offerWithdrawn"
          + " insufficientPoints",
        "mall.startRedemption (person): offer — notSignedIn notOwned alreadyStarted",
        "mall.confirmRedemption (person): offer — notSignedIn notOwned redemptionNotStarted",
        "mall.registerForEvent (person): event — notSignedIn notFound eventCancelled eventOver"
          + " alreadyRegistered eventFull insufficientPoints",
      ])
  }

  @Test func `of the admin are those of the interface`() {
    let object = "category subcategory? name aliases? floor site? logo description onHome?"
    let offer = "title price image disclaimer description terms confirmation onHome?"
    #expect(
      admin == [
        "mall.publishObject (admin): object? \(object) — alreadyExists",
        "mall.editObject (admin): object \(optional(object)) — notFound",
        "mall.withdrawObject (admin): object — notFound",
        "mall.publishOffer (admin): offer? object \(offer) — notFound alreadyExists",
        "mall.editOffer (admin): offer object? \(optional(offer)) — notFound",
        "mall.withdrawOffer (admin): offer — notFound",
        "mall.publishNews (admin): news? kind title image description validUntil? onMain?"
          + " — invalidField alreadyExists",
        "mall.editNews (admin): news kind? title? image? description? validUntil? onMain?"
          + " — notFound invalidField",
        "mall.withdrawNews (admin): news — notFound",
        "mall.scheduleEvent (admin): event? title date price capacity? image description onMain?"
          + " onHome? — alreadyExists",
        "mall.editEvent (admin): event title? date? price? capacity? image? description? onMain?"
          + " onHome? — notFound eventCancelled",
        "mall.cancelEvent (admin): event — notFound eventCancelled eventOver",
        "mall.setLink (admin): link url — ",
        "mall.configurePoints (admin): registration referrer referred survey referralTitle — ",
      ])
  }

  /// The fields as an edit takes them.
  private func optional(_ fields: String) -> String {
    fields.split(separator: " ").map { $0.hasSuffix("?") ? $0 : $0 + "?" }.joined(separator: " ")
  }

  @Test func `refuse with every code there is`() {
    let codes = (device + user + admin).flatMap { line in
      line.split(separator: " — ", omittingEmptySubsequences: false).last?
        .split(separator: " ").map(String.init) ?? []
    }
    #expect(Set(codes) == Set(`What the mall's application says`.refusals.map(\.code)))
  }
}
