import EventEngine

/// The refusals of the courier application.
public enum CourierRefusal: Refused, Hashable {
  case loginInvalid
  case passwordInvalid
  case loginTaken
  /// The id that the sender has chosen is taken.
  case alreadyExists(field: String, id: String)

  case invalidCredentials
  /// The login is locked for so many seconds, at least 1.
  case tooManyAttempts(seconds: Int)
  case notSignedIn

  case noSuchCourier
  /// The courier's login was erased.
  case loginErased
  /// `today` is the local day of the order, with its zone.
  case deliveryDateInPast(today: String)
  case notFound
  /// The customer's order to be cancelled does not exist.
  case noOrderToCancel
  case notYourOrder
  case orderAlreadyAccepted
  /// A completed order cannot be cancelled for its customer.
  case orderAlreadyDelivered
  case orderAlreadyCancelled
  case orderAlreadyYours
  case orderUnavailable
  case orderNotYours
  case orderAlreadyCompleted
  case orderNotAccepted

  public var code: String {
    switch self {
    case .loginInvalid: "loginInvalid"
    case .passwordInvalid: "passwordInvalid"
    case .loginTaken: "loginTaken"
    case .alreadyExists: "alreadyExists"
    case .invalidCredentials: "invalidCredentials"
    case .tooManyAttempts: "tooManyAttempts"
    case .notSignedIn: "notSignedIn"
    case .deliveryDateInPast: "deliveryDateInPast"
    case .noSuchCourier, .loginErased, .notFound, .noOrderToCancel: "notFound"
    case .notYourOrder: "notYourOrder"
    case .orderAlreadyAccepted, .orderAlreadyDelivered: "orderAlreadyAccepted"
    case .orderAlreadyCancelled: "orderAlreadyCancelled"
    case .orderAlreadyYours: "orderAlreadyYours"
    case .orderUnavailable: "orderUnavailable"
    case .orderNotYours: "orderNotYours"
    case .orderAlreadyCompleted: "orderAlreadyCompleted"
    case .orderNotAccepted: "orderNotAccepted"
    }
  }
}
