import Domain
import EventEngine

/// The ratings and reviews by users and devices, and the links of the application.
public struct AppOpinions: StoredState {
  struct Opinion<ID: TextValue>: Identified {
    let id: ID
    /// Nil until the user or device has rated the application.
    fileprivate(set) var stars: AppStars?
    fileprivate(set) var text = PersonalValue<ReviewText>.nothing
  }

  private(set) var users = Table<Opinion<MallUserID>>()
  private(set) var devices = Table<Opinion<MallDeviceID>>()
  private(set) var links = AboutApp.Links()

  public init() {}
}

extension AppOpinions {
  public static let name = "mall.opinions"

  public static let factTypes = [
    MallUserRegistered.type, AppInstalled.type, AppRated.type, ReviewWritten.type, LinkSet.type,
  ]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(.registered(let fact)): users.append(Opinion(id: fact.user))
    case .device(.installed(let fact)): devices.append(Opinion(id: fact.device))
    case .review(let fact): apply(fact)
    case .programme(.linkSet(let fact)): links.set(fact.link, fact.url)
    case .code, .profile, .object, .offer, .news, .happening, .gift, .transaction,
      .account(.signedIn), .account(.signedOut), .account(.phoneChanged),
      .device(.onboardingFinished), .device(.pushTokenRegistered), .device(.notificationsChanged),
      .programme(.pointsConfigured):
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
      let text = PersonalValue(fact.personal?.text)
      switch fact.reviewer {
      case .user(let user): users.change(user) { $0.text = text }
      case .device(let device): devices.change(device) { $0.text = text }
      }
    }
  }
}
