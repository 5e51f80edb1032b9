import Domain
import EventEngine

/// A user's referral code and the points earned with it.
public struct ReferralPage: Projection, StoredState {
  public struct Answer: Encodable, Equatable, Sendable {
    public let code: String
    /// The number of users invited with the code.
    public let invited: Int
    /// The points earned by invitations.
    public let points: Points
  }

  private struct Referrer: Identified {
    let id: MallUserID
    /// Nil once erased.
    let code: ReferralCode?
    var invited = 0
    var points = Points.zero
  }

  private var referrers = Table<Referrer>()

  public init() {}
}

extension ReferralPage {
  public static let shape = QueryShape<MallUserID>(
    "mall.referral",
    Bilingual(ru: "Промокод пользователя", en: "The code with which a user invites friends"),
    shows: ["code", "invited", "points"], of: MallQueryFields.user)

  public static let factTypes = [MallUserRegistered.type, ReferralCodeEntered.type]

  public func facts(for user: MallUserID) -> Query {
    .of(Self.factTypes, user.tag)
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(.registered(let fact)):
      referrers.append(Referrer(id: fact.user, code: fact.personal?.referralCode))
    case .profile(.referralCodeEntered(let fact)):
      referrers.change(fact.referrer) { referrer in
        referrer.invited += 1
        referrer.points += fact.referrerPoints
      }
    case .device, .code, .review, .object, .offer, .news, .happening, .programme, .gift,
      .transaction, .account(.signedIn), .account(.signedOut), .account(.phoneChanged),
      .profile(.saved), .profile(.edited), .profile(.referralSkipped), .profile(.surveySubmitted),
      .profile(.surveySkipped):
      return
    }
  }

  public func answer(to user: MallUserID, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let referrer = try referrers.require(user)
    return Answer(
      code: referrer.code?.rawValue ?? Bilingual.erased[context.locale],
      invited: referrer.invited, points: referrer.points)
  }
}
