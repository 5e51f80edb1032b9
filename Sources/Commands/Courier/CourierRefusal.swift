import EventEngine

/// The refusals of the courier application.
public enum CourierRefusal: String, Refused, CaseIterable {
  case loginInvalid
  case passwordInvalid
  case loginTaken
  case alreadyExists

  case invalidCredentials
  case tooManyAttempts
  case notSignedIn

  case noSuchCourier
  /// The courier's login was erased.
  case loginErased
  case deliveryDateInPast
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
    case .noSuchCourier, .loginErased, .noOrderToCancel: Self.notFound.rawValue
    case .orderAlreadyDelivered: Self.orderAlreadyAccepted.rawValue
    default: rawValue
    }
  }
}
