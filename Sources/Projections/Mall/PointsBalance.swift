import Domain
import EventEngine

/// The number of points of a user.
public struct PointsBalance: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let points: Points
  }

  public let state: PointAccounts

  public init(_ state: PointAccounts) { self.state = state }
}

extension PointsBalance {
  public static let shape = QueryShape<MallUserID>(
    "mall.balance", Bilingual(ru: "Баллы пользователя", en: "A user's points"),
    shows: ["points"], of: MallQueryFields.user)

  public func facts(for user: MallUserID) -> Query {
    .of(State.factTypes, user.tag)
  }

  public func answer(to user: MallUserID, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    Answer(points: try state.users.require(user).points)
  }
}
