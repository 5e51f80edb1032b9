import Domain
import EventEngine

/// An order as a courier's screen shows it.
public struct OrderCard: Equatable, Sendable {
  public enum Status: String, Encodable, Sendable {
    case available, accepted, completed, cancelled
  }

  /// What can be done with the order.
  public enum Button: String, Encodable, Sendable {
    case accept, complete
  }

  public let order: OrderID
  public let status: Status
  public let button: Button?
  public let buttonText: String?
  public let address: String
  public let deliveryDate: CalendarDay
  public let metro: MetroStation
  public let overdue: Bool
  public let firstName: String
  public let lastName: String
  public let phone: String
  public let color: String
  public let comment: OrderComment?
  public let courier: CourierID?
  public let acceptedAt: Timestamp?
  public let completedAt: Timestamp?

  init(_ known: OrderRecord, at now: Moment, in locale: Locale) {
    let erased = CourierReadModelTexts.erased[locale]
    order = known.id
    status = Status(known.progress)
    button = Button(known.progress)
    buttonText = button.map { CourierReadModelTexts.label(of: $0)[locale] }
    let personal = known.placed.personal
    address = personal?.address.rawValue ?? erased
    deliveryDate = known.placed.deliveryDate
    metro = known.placed.metro
    overdue =
      known.progress.isOpen
      && DeliveryDeadline(of: known.placed.deliveryDate, in: now.zone).isPast(at: now.time)
    firstName = personal?.firstName.rawValue ?? erased
    lastName = personal?.lastName.rawValue ?? erased
    phone = personal?.phone.rawValue ?? erased
    color = known.placed.color?.rawValue ?? CourierReadModelTexts.anyColor[locale]
    comment = personal?.comment
    courier = known.progress.courier
    acceptedAt = known.progress.accepted?.time
    completedAt = known.progress.completed?.time
  }
}

extension OrderCard.Status {
  init(_ progress: OrderProgress) {
    switch progress {
    case .available: self = .available
    case .accepted: self = .accepted
    case .completed: self = .completed
    case .cancelled: self = .cancelled
    }
  }
}

extension OrderCard.Button {
  init?(_ progress: OrderProgress) {
    switch progress {
    case .available: self = .accept
    case .accepted: self = .complete
    case .completed, .cancelled: return nil
    }
  }
}

extension OrderCard: Encodable {
  /// `history` is not the card's own: it follows the card's fields in `OrderDetails`.
  enum CodingKeys: CodingKey {
    case order, status, button, buttonText, address, deliveryDate, metro, overdue
    case firstName, lastName, phone, color, comment, courier, acceptedAt, completedAt
    case history
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try encode(into: &container)
  }

  /// Writes the fields in the order in which the interface lists them; absent ones as `null`.
  func encode(into container: inout KeyedEncodingContainer<CodingKeys>) throws {
    try container.encode(order, forKey: .order)
    try container.encode(status, forKey: .status)
    try container.encode(button, forKey: .button)
    try container.encode(buttonText, forKey: .buttonText)
    try container.encode(address, forKey: .address)
    try container.encode(deliveryDate, forKey: .deliveryDate)
    try container.encode(metro, forKey: .metro)
    try container.encode(overdue, forKey: .overdue)
    try container.encode(firstName, forKey: .firstName)
    try container.encode(lastName, forKey: .lastName)
    try container.encode(phone, forKey: .phone)
    try container.encode(color, forKey: .color)
    try container.encode(comment, forKey: .comment)
    try container.encode(courier, forKey: .courier)
    try container.encode(acceptedAt, forKey: .acceptedAt)
    try container.encode(completedAt, forKey: .completedAt)
  }
}
