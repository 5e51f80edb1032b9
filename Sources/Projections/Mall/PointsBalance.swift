import Domain
import EventStore

/// How many points does a user have?
public struct PointsBalance: Projection, FoldedState {
  public struct Answer: Encodable, Equatable, Sendable {
    public let points: Points
  }

  private struct Account: Identified {
    let id: MallUserID
    var points = Points.zero
  }

  private var accounts = Table<Account>()

  public init() {}
}

extension PointsBalance {
  public static let shape = QueryShape<MallUserParameters>(
    ofUser: "mall.balance", Bilingual(ru: "Баллы пользователя", en: "A user's points"))

  public static let factTypes = [MallUserRegistered.type, PointsMoved.type]

  public func facts(for parameters: MallUserParameters) -> Query {
    .of(Self.factTypes, parameters.user.tag)
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(.registered(let fact)): accounts.append(Account(id: fact.user))
    case .transaction(let fact): accounts.change(fact.user) { $0.points += fact.points }
    case .device, .code, .profile, .review, .object, .offer, .news, .happening, .programme, .gift,
      .account(.signedIn), .account(.signedOut), .account(.phoneChanged):
      return
    }
  }

  public static func keys(touchedBy event: Recorded<MallEvent>) -> [JSONObject] {
    keysByUser(touchedBy: event)
  }

  public func answer(
    to parameters: MallUserParameters, _ asking: Asking
  ) throws(QueryRefusal) -> Answer {
    Answer(points: try accounts.require(parameters.user).points)
  }
}
