import Domain
import EventEngine

/// The point accounts of all users and of the programme.
public struct PointAccounts: StoredState {
  struct Account: Identified {
    let id: MallUserID
    fileprivate(set) var points = Points.zero
  }

  private(set) var programme = Points.zero
  private(set) var users = Table<Account>()

  public init() {}
}

extension PointAccounts {
  public static let name = "mall.accounts"

  public static let factTypes = [MallUserRegistered.type, PointsMoved.type]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(.registered(let fact)): users.append(Account(id: fact.user))
    case .transaction(let fact):
      programme += -fact.points
      users.change(fact.user) { $0.points += fact.points }
    case .device, .code, .profile, .review, .object, .offer, .news, .happening, .programme, .gift,
      .account(.signedIn), .account(.signedOut), .account(.phoneChanged):
      return
    }
  }
}
