import Domain
import EventEngine

/// The users' balances, which are the sums of their transactions, and the rewards that could raise
/// them.
struct PointBalances: Equatable {
  private var points: [MallUserID: Points] = [:]
  private var plan = PointsPlan.initial

  static let factTypes = [PointsMoved.type, PointsConfigured.type]

  static func facts(about user: MallUserID) -> Query {
    .of([PointsMoved.type], user.tag) | PointsPlan.facts
  }

  mutating func apply(_ fact: PointsMoved) { points[fact.user, default: .zero] += fact.points }

  mutating func apply(_ fact: ProgrammeFact) { plan.apply(fact) }

  /// Refuses a price that exceeds the user's balance.
  func requirePoints(
    _ price: Points, of user: MallUserID, _ steps: RegistrationSteps
  ) throws(MallRefusal) {
    let balance = points[user] ?? .zero
    guard balance >= price else {
      throw .insufficientPoints(
        missing: price - balance,
        savingPays: plan.registration > .zero && steps.nextStep(of: user) == .profile,
        invitingPays: plan.referrer > .zero,
        surveyPays: plan.survey > .zero && steps.isSurveyOpen(for: user),
        after: steps.stepBeforeSurvey(of: user))
    }
  }
}

extension MallEvent {
  /// The transaction of an amount; empty if the amount is zero.
  static func moving(
    _ points: Points, _ kind: TransactionKind, of user: MallUserID, title: MallTitle? = nil,
    object: MallObjectID? = nil, objectName: MallObjectName? = nil
  ) -> [MallEvent] {
    if points == .zero { return [] }
    return [
      .pointsMoved(
        PointsMoved(
          user: user, kind: kind, points: points, title: title, object: object,
          objectName: objectName))
    ]
  }
}
