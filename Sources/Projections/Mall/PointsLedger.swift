import Domain
import EventEngine

/// All accounts of points. Every transaction takes from one account what it adds to another, so the
/// sum is always zero.
public struct PointsLedger: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The programme's account, then the users' in the order of registration.
    public let accounts: [Account]
    public let sum: Points
  }

  public struct Account: Encodable, Equatable, Sendable {
    public let account: String
    public let points: Points
  }

  public let state: PointAccounts

  public init(_ state: PointAccounts) { self.state = state }
}

extension PointsLedger {
  public static let shape = QueryShape<MallMomentParameters>(
    ofMoment: "mall.ledger",
    Bilingual(ru: "Счета баллов и их сумма", en: "All accounts of points, and their sum"),
    shows: ["accounts", "sum"])

  public func answer(
    to parameters: MallMomentParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    let accounts =
      [Account(account: "programme", points: state.programme)]
      + state.users.rows.map { Account(account: $0.id.rawValue, points: $0.points) }
    return Answer(accounts: accounts, sum: accounts.reduce(.zero) { $0 + $1.points })
  }
}
