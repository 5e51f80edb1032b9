import Domain
import EventEngine

extension CourierEvent {
  /// One complete sample of each event.
  package static let samples = chain(sample(after:))

  /// The sample after `event`. A new event does not compile until it is added to the chain.
  private static func sample(after event: CourierEvent?) -> CourierEvent? {
    switch event {
    case nil: .registered("ivan", login: "IvanLogin")
    case .courierRegistered: .signedIn("ivan", login: "IvanLogin")
    case .courierSignedIn: .signInFailed("OlegLogin")
    case .signInFailed: .passwordForgotten(PasswordForgotten())
    case .passwordForgotten: .signedOut("ivan")
    case .courierSignedOut: .passwordReset("ivan", login: "IvanLogin", password: "9876")
    case .passwordReset: .placed("o-1", color: "синий", comment: "Домофон сломан")
    case .orderPlaced: .cancelled("o-1")
    case .orderCancelled: .accepted("o-1", by: "ivan")
    case .orderAccepted: .completed("o-1", by: "ivan")
    case .orderCompleted: .released("o-1", from: "ivan")
    case .orderReleased: .withdrawn("o-1", from: "ivan")
    case .orderWithdrawn: .refreshed("ivan", metro: ["Сокол", "Аэропорт"])
    case .ordersRefreshed: .viewedMine("ivan")
    case .acceptedOrdersViewed: .reminded(of: "o-1", "ivan")
    case .deliveryReminderSent: nil
    }
  }
}
