import Domain
import EventEngine

/// The allocation of places at events. No registration exceeds the capacity, however many processes
/// register visitors; only an edit can lower the capacity below the number of visitors.
public struct HappeningPlaces: Decider {
  public enum Command: Equatable, Sendable {
    case register(MallUserID, for: HappeningID)
    case leave(MallUserID, HappeningID)
  }

  private var users = SignedInUsers()
  private var happenings = HappeningRegistry()
  private var steps = RegistrationSteps()
  private var balances = PointBalances()

  public init() {}

  public static let factTypes =
    SignedInUsers.factTypes + HappeningRegistry.factTypes + RegistrationSteps.factTypes
    + PointBalances.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .register(let user, let event):
      SignedInUsers.facts(about: user) | HappeningRegistry.facts(about: event)
        | RegistrationSteps.facts(about: user) | PointBalances.facts(about: user)
    case .leave(let user, let event):
      SignedInUsers.facts(about: user) | HappeningRegistry.facts(about: event)
    }
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(let fact): users.apply(fact)
    case .profile(let fact): steps.apply(fact)
    case .happening(let fact): happenings.apply(fact)
    case .transaction(let fact): balances.apply(fact)
    case .programme(let fact): balances.apply(fact)
    case .device, .code, .review, .object, .offer, .news, .gift: break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .register(let user, let id):
      try users.requireSignedIn(user)
      let happening = try happenings.upcoming(id, at: now)
      guard happening.places[user] == nil else { throw .alreadyRegistered }
      guard !happening.isFull else { throw .eventFull }
      let price = happening.content.price
      try balances.requirePoints(price, of: user, steps)
      return [.happeningJoined(HappeningJoined(user: user, event: id, price: price))]
        + MallEvent.moving(-price, .event, of: user, title: happening.content.title)
    case .leave(let user, let id):
      try users.requireSignedIn(user)
      let happening = try happenings.upcoming(id, at: now)
      guard let place = happening.places[user] else { throw .notRegistered }
      return [.happeningLeft(HappeningLeft(user: user, event: id, refund: place.price))]
        + MallEvent.moving(place.price, .refund, of: user, title: happening.content.title)
    }
  }

  public static let shapes = [
    CommandShape<Command>(
      "mall.registerForEvent", by: .person,
      .init(ru: "Зарегистрироваться на мероприятие", en: "Register for an event"),
      fields: [MallFields.event.required],
      refusals: MallRefusal.codes(
        .notSignedIn, .notFound(.event), .eventCancelled, .eventOver, .alreadyRegistered,
        .eventFull, .insufficientPoints(missing: .zero, surveyPays: true))
    ) { form throws(FormError) in
      .register(form.mallUser, for: try form.required(MallFields.event))
    },
    CommandShape<Command>(
      "mall.leaveEvent", by: .person,
      .init(
        ru: "Отказаться от участия в мероприятии и вернуть баллы",
        en: "Cancel a registration for an event and get the points back"),
      fields: [MallFields.event.required],
      refusals: MallRefusal.codes(
        .notSignedIn, .notFound(.event), .eventCancelled, .eventOver, .notRegistered)
    ) { form throws(FormError) in
      .leave(form.mallUser, try form.required(MallFields.event))
    },
  ]
}
