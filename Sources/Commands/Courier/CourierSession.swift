import Domain
import EventEngine

/// The couriers who are signed in. Other deciders contain this decider and forward events to it.
public struct CourierSession: Decider {
  public enum Command: Equatable, Sendable {
    case signOut(CourierID)
  }

  private var signedIn: Set<CourierID> = []

  public init() {}

  public static let factTypes = [CourierSignedIn.type, CourierSignedOut.type]

  /// The query for the sign-ins and sign-outs of `courier`.
  static func facts(about courier: CourierID) -> Query { .of(factTypes, courier.tag) }

  public func boundary(of command: Command) -> Query {
    switch command {
    case .signOut(let courier): Self.facts(about: courier)
    }
  }

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierSignedIn(let payload): signedIn.insert(payload.courier)
    case .courierSignedOut(let payload): signedIn.remove(payload.courier)
    case .courierRegistered, .signInFailed, .passwordForgotten, .passwordReset, .orderPlaced,
      .orderCancelled, .orderAccepted, .orderCompleted, .orderReleased, .orderWithdrawn,
      .ordersRefreshed, .acceptedOrdersViewed, .deliveryReminderSent:
      break
    }
  }

  func isSignedIn(_ courier: CourierID) -> Bool { signedIn.contains(courier) }

  func requireSignedIn(_ courier: CourierID) throws(CourierRefusal) {
    guard isSignedIn(courier) else { throw .notSignedIn }
  }

  public func decide(_ command: Command, at now: Moment) throws(CourierRefusal) -> [CourierEvent] {
    switch command {
    case .signOut(let courier):
      try requireSignedIn(courier)
      return [.courierSignedOut(CourierSignedOut(courier: courier))]
    }
  }
}

extension CourierSession {
  public static let shapes = [
    CommandShape<Command>(
      "courier.signOut", by: .person, .init(ru: "Выйти из приложения", en: "Sign out"),
      refusals: CourierRefusal.codes(.notSignedIn)
    ) { form in .signOut(form.courier) }
  ]
}

extension CommandForm {
  /// The courier who sent the command.
  var courier: CourierID { CourierID(rawValue: actor.rawValue) }
}
