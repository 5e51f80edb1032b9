import Domain
import EventEngine

/// The ratings of the application by users, and by devices without a signed-in user: stars
/// once, then a review once.
public struct AppRatings: Decider {
  public enum Command: Equatable, Sendable {
    case rate(ActorID, AppStars)
    case review(ActorID, ReviewText)
  }

  private var devices = MallDevices()
  private var users = SignedInUsers()
  private var rated: Set<MallReviewer> = []
  private var reviewed: Set<MallReviewer> = []

  public init() {}

  private static let reviewTypes = [AppRated.type, ReviewWritten.type]
  public static let factTypes =
    reviewTypes + SignedInUsers.factTypes + MallDevices.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .rate(let actor, _), .review(let actor, _):
      SignedInUsers.facts(about: actor.asUser) | .of(Self.reviewTypes, actor.asUser.tag)
        | SignedInUsers.facts(about: actor.asDevice) | MallDevices.facts(about: actor.asDevice)
        | .of(Self.reviewTypes, actor.asDevice.tag)
    }
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .device(let fact): devices.apply(fact)
    case .account(let fact): users.apply(fact)
    case .review(.rated(let fact)): rated.insert(fact.reviewer)
    case .review(.written(let fact)): reviewed.insert(fact.reviewer)
    case .code, .profile, .object, .offer, .news, .happening, .programme, .gift, .transaction:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .rate(let actor, let stars):
      let reviewer = try reviewer(actor)
      guard !rated.contains(reviewer) else { throw .alreadyRated }
      return [.appRated(AppRated(reviewer: reviewer, stars: stars))]
    case .review(let actor, let text):
      let reviewer = try reviewer(actor)
      guard rated.contains(reviewer) else { throw .notRated }
      guard !reviewed.contains(reviewer) else { throw .alreadyReviewed }
      return [.reviewWritten(ReviewWritten(reviewer: reviewer, personal: .init(text: text)))]
    }
  }

  /// The reviewer for an actor. A device can rate only while no user is signed in on it.
  private func reviewer(_ actor: ActorID) throws(MallRefusal) -> MallReviewer {
    if users.isSignedIn(actor.asUser) { return .user(actor.asUser) }
    guard devices.isInstalled(on: actor.asDevice) else { throw .notSignedIn }
    guard users.user(on: actor.asDevice) == nil else { throw .userRates }
    return .device(actor.asDevice)
  }

  public static func answer(
    to command: Command, _ events: [MallEvent], in locale: Language
  ) throws(MallRefusal) -> [CommandValue] {
    guard case .appRated(let fact)? = events.first else { return [] }
    return [CommandValue(fact.stars.nextScreen)]
  }
}

extension AppRatings {
  private static let stars = Field<AppStars>.count(
    "stars", in: AppStars.range, takes: .init(ru: "число от 1 до 5", en: "a number from 1 to 5"))
  private static let text = Field<ReviewText>.text("text")

  public static let shapes = [
    CommandShape<Command>(
      "mall.rateApp", by: .person, .init(ru: "Оценить приложение", en: "Rate the application"),
      fields: [stars.required], refusals: MallRefusal.codes(.notSignedIn, .alreadyRated)
    ) { form throws(FormError) in .rate(form.actor, try form.required(stars)) },
    CommandShape<Command>(
      "mall.writeReview", by: .person, .init(ru: "Написать отзыв", en: "Write a review"),
      fields: [text.required],
      refusals: MallRefusal.codes(.notSignedIn, .notRated, .alreadyReviewed)
    ) { form throws(FormError) in .review(form.actor, try form.required(text)) },
  ]
}

extension ActorID {
  fileprivate var asUser: MallUserID { MallUserID(rawValue: rawValue) }
  fileprivate var asDevice: MallDeviceID { MallDeviceID(rawValue: rawValue) }
}
