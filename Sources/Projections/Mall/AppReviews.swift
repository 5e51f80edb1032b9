import Domain
import EventStore

/// What do users, and devices that nobody was signed in on, think of the application?
public struct AppReviews: Projection, FoldedState {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The users' in the order of registration, then the devices' in that of installation.
    public let reviews: [Review]
  }

  public struct Review: Equatable, Sendable {
    public let reviewer: MallReviewer
    public let stars: AppStars
    /// Nil while it is only rated.
    public let text: String?
  }

  private struct Opinion<ID: TextValue>: Identified {
    let id: ID
    /// Nil until it is rated.
    var stars: AppStars?
    var text = Told<ReviewText>.nothing
  }

  private var users = Table<Opinion<MallUserID>>()
  private var devices = Table<Opinion<MallDeviceID>>()

  public init() {}
}

extension AppReviews.Review: Encodable {
  private enum CodingKeys: CodingKey { case user, device, stars, text }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch reviewer {
    case .user(let user): try container.encode(user, forKey: .user)
    case .device(let device): try container.encode(device, forKey: .device)
    }
    try container.encode(stars, forKey: .stars)
    try container.encode(text, forKey: .text)
  }
}

extension AppReviews {
  public static let shape = QueryShape<MallMomentParameters>(
    ofMoment: "mall.reviews", Bilingual(ru: "Отзывы о приложении", en: "Reviews of the application")
  )

  public static let factTypes = [
    MallUserRegistered.type, AppInstalled.type, AppRated.type, ReviewWritten.type,
  ]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(.registered(let fact)): users.append(Opinion(id: fact.user))
    case .device(.installed(let fact)): devices.append(Opinion(id: fact.device))
    case .review(let fact): apply(fact)
    case .code, .profile, .object, .offer, .news, .happening, .programme, .gift, .transaction,
      .account(.signedIn), .account(.signedOut), .account(.phoneChanged),
      .device(.onboardingFinished), .device(.pushTokenRegistered), .device(.notificationsChanged):
      return
    }
  }

  private mutating func apply(_ fact: ReviewFact) {
    switch fact {
    case .rated(let fact):
      switch fact.reviewer {
      case .user(let user): users.change(user) { $0.stars = fact.stars }
      case .device(let device): devices.change(device) { $0.stars = fact.stars }
      }
    case .written(let fact):
      let text = Told(fact.personal?.text)
      switch fact.reviewer {
      case .user(let user): users.change(user) { $0.text = text }
      case .device(let device): devices.change(device) { $0.text = text }
      }
    }
  }

  public func answer(
    to parameters: MallMomentParameters, _ asking: Asking
  ) throws(QueryRefusal) -> Answer {
    let ofUsers = users.rows.compactMap { user in
      user.stars.map { stars in
        Review(reviewer: .user(user.id), stars: stars, text: user.text.text(in: asking.locale))
      }
    }
    let ofDevices = devices.rows.compactMap { device in
      device.stars.map { stars in
        Review(
          reviewer: .device(device.id), stars: stars, text: device.text.text(in: asking.locale))
      }
    }
    return Answer(reviews: ofUsers + ofDevices)
  }
}
