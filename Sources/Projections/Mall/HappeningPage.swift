import Domain
import EventEngine

/// The page of one event of the mall.
public struct HappeningPage: Projection {
  public struct Parameters: Equatable, Sendable {
    public var event: HappeningID
    public var user: MallUserID?
  }

  /// The card followed by the details.
  public typealias Answer = Joined<HappeningCard, Details>

  public struct Details: Encodable, Equatable, Sendable {
    public let description: MallText
    public let cancelled: Bool
  }

  public let state: MallHappenings

  public init(_ state: MallHappenings) { self.state = state }
}

extension HappeningPage {
  /// Accepts `now` as the list of events does, but ignores it, since the page also shows events
  /// that are over.
  public static let shape = QueryShape<Parameters>(
    "mall.event", Bilingual(ru: "Одно мероприятие", en: "One event of the mall"),
    about: .tag("event"),
    shows: [
      "event", "title", "image", "date", "price", "registered", "placesLeft", "description",
      "cancelled",
    ],
    fields: [
      MallQueryFields.event.required, MallQueryFields.user.optional, Field.now.optional,
    ]
  ) { form throws(FormError) in
    let event = try form.required(MallQueryFields.event)
    let user = try form.optional(MallQueryFields.user)
    _ = try form.optional(Field.now)
    return Parameters(event: event, user: user)
  }

  public func facts(for parameters: Parameters) -> Query {
    Query.of(HappeningRegistry.factTypes, parameters.event.tag).adding(parameters.user)
  }

  /// A registration, or its end, also changes the page for the visitor.
  public static func keys(touchedBy event: Recorded<MallEvent>) -> [JSONObject] {
    let keys = keysByTag(touchedBy: event)
    return switch event.event.topic {
    case .happening(.joined(let fact)): keys + [MallQueryFields.key(fact.event, for: fact.user)]
    case .happening(.left(let fact)): keys + [MallQueryFields.key(fact.event, for: fact.user)]
    case .device, .code, .account, .profile, .review, .object, .offer, .news, .programme, .gift,
      .transaction, .happening(.scheduled), .happening(.edited), .happening(.cancelled):
      keys
    }
  }

  /// The registrations, which lead an audit to the page for each visitor. A registration changes
  /// the places left on every page; an audit names only the page without a visitor and the page for
  /// the new visitor.
  public static func others(touchedBy event: Recorded<MallEvent>) -> Query? {
    switch event.event.topic {
    case .happening(.edited(let fact)): .of([HappeningJoined.type], fact.event.tag)
    case .happening(.cancelled(let fact)): .of([HappeningJoined.type], fact.event.tag)
    case .device, .code, .account, .profile, .review, .object, .offer, .news, .programme, .gift,
      .transaction, .happening(.scheduled), .happening(.joined), .happening(.left):
      nil
    }
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    try state.users.require(query.user)
    guard let item = state.happenings[query.event] else {
      throw .notFound(MallReadModelTexts.unknown(query.event))
    }
    return Answer(
      state.happenings.card(of: item, for: query.user),
      Details(description: item.content.content.description, cancelled: item.isWithdrawn))
  }
}
