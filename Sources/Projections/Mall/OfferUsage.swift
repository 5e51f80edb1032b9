import Domain
import EventEngine

/// The used offers with their users.
public struct OfferUsage: Projection, StoredState {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The uses, newest first.
    public let used: [Use]
  }

  public struct Use: Codable, Equatable, Sendable {
    public let user: MallUserID
    public let offer: MallOfferID
    /// The title at the time of the confirmation.
    public let title: MallTitle
    public let at: Timestamp
  }

  private var used = SegmentedArray<Use>()

  public init() {}
}

extension OfferUsage {
  public static let shape = QueryShape<MallMomentParameters>(
    ofMoment: "mall.usage",
    Bilingual(ru: "Использованные предложения", en: "The offers that were used"), shows: ["used"])

  public static let factTypes = [RedemptionConfirmed.type]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .gift(.redemptionConfirmed(let fact)):
      used.append(Use(user: fact.user, offer: fact.offer, title: fact.title, at: event.time))
    case .device, .code, .account, .profile, .review, .object, .offer, .news, .happening,
      .programme, .transaction, .gift(.bought), .gift(.redemptionStarted):
      return
    }
  }

  public func answer(
    to parameters: MallMomentParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    Answer(used: used.reversed())
  }
}
