import Domain
import EventStore

/// Which events does the mall hold?
public struct Happenings: Projection, FoldedState {
  public struct Answer: Encodable, Equatable, Sendable {
    public let events: [HappeningCard]
  }

  private var happenings = KnownHappenings()
  private var users = KnownUsers()

  public init() {}
}

extension Happenings {
  public static let shape = QueryShape<MallViewerParameters>(
    toViewer: "mall.events", Bilingual(ru: "Мероприятия", en: "The mall's events"))

  public static let factTypes = KnownHappenings.factTypes + KnownUsers.factTypes

  public func facts(for parameters: MallViewerParameters) -> Query {
    Query.of(KnownHappenings.factTypes).adding(parameters.user)
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .happening(let fact): happenings.apply(fact, event)
    case .account(let fact): users.apply(fact)
    case .device, .code, .profile, .review, .object, .offer, .news, .programme, .gift,
      .transaction:
      return
    }
  }

  public func answer(
    to parameters: MallViewerParameters, _ asking: Asking
  ) throws(QueryRefusal) -> Answer {
    try users.require(parameters.user)
    let today = asking.moment(parameters.now).day
    return Answer(
      events: happenings.upcoming(on: today).map { happenings.card(of: $0, for: parameters.user) })
  }
}
