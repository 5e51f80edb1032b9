import EventEngine

/// Why the courier application says no.
public enum CourierRefusal: String, Refused, CaseIterable {
  case loginInvalid
  case passwordInvalid
  case loginTaken
  case alreadyExists

  case invalidCredentials
  case tooManyAttempts
  case notSignedIn

  case deliveryDateInPast
  case notFound
  case notYourOrder
  case orderAlreadyAccepted
  case orderAlreadyCancelled
  case orderAlreadyYours
  case orderUnavailable
  case orderNotYours
  case orderAlreadyCompleted

  public var code: String { rawValue }
}
