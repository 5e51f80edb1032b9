import Domain
import EventEngine

/// The rewards of the loyalty programme that are in force.
public struct LoyaltyProgramme: Projection, StoredState {
  private var plan = PointsPlan.initial

  public init() {}
}

extension LoyaltyProgramme {
  public static let shape = QueryShape<NoParameters>(
    "mall.programme",
    Bilingual(
      ru: "За что и сколько начисляется баллов", en: "What points are given for, and how many"),
    shows: ["registration", "referrer", "referred", "survey", "referralTitle"])

  public static let factTypes = [PointsConfigured.type]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .programme(let fact): plan.apply(fact)
    case .device, .code, .account, .profile, .review, .object, .offer, .news, .happening, .gift,
      .transaction:
      return
    }
  }

  public func answer(to parameters: NoParameters, _ context: QueryContext) throws(QueryRefusal)
    -> PointsPlan
  {
    plan
  }
}
