import Domain
import EventStore

/// Where are all the points? Every transaction takes from one account what it gives to another, so
/// the sum is always zero.
public struct PointsLedger: Projection, FoldedState {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The programme's, then the users' in the order of registration.
    public let accounts: [Account]
    public let sum: Points
  }

  public struct Account: Encodable, Equatable, Sendable {
    public let account: String
    public let points: Points
  }

  private struct UserAccount: Identified {
    let id: MallUserID
    var points = Points.zero
  }

  private var programme = Points.zero
  private var users = Table<UserAccount>()

  public init() {}
}

extension PointsLedger {
  public static let shape = QueryShape<MallMomentParameters>(
    ofMoment: "mall.ledger", Bilingual(ru: "Счета баллов", en: "The accounts of points"))

  public static let factTypes = [MallUserRegistered.type, PointsMoved.type]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(.registered(let fact)): users.append(UserAccount(id: fact.user))
    case .transaction(let fact):
      programme += -fact.points
      users.change(fact.user) { $0.points += fact.points }
    case .device, .code, .profile, .review, .object, .offer, .news, .happening, .programme, .gift,
      .account(.signedIn), .account(.signedOut), .account(.phoneChanged):
      return
    }
  }

  public func answer(
    to parameters: MallMomentParameters, _ asking: Asking
  ) throws(QueryRefusal) -> Answer {
    let accounts =
      [Account(account: "programme", points: programme)]
      + users.rows.map { Account(account: $0.id.rawValue, points: $0.points) }
    return Answer(accounts: accounts, sum: accounts.reduce(.zero) { $0 + $1.points })
  }
}
