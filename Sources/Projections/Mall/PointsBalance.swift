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
  public static let shape = QueryShape<MallUserParameters>(
    ofUser: "mall.balance", Bilingual(ru: "Баллы пользователя", en: "A user's points"),
    shows: ["points"])

  public func facts(for parameters: MallUserParameters) -> Query {
    .of(State.factTypes, parameters.user.tag)
  }

  public func answer(
    to parameters: MallUserParameters, _ asking: QueryContext
  ) throws(QueryRefusal) -> Answer {
    Answer(points: try state.users.require(parameters.user).points)
  }
}
