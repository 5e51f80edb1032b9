import Domain
import EventEngine

/// An order on a courier's screen.
public struct OrderCard: Encodable, Equatable, Sendable {
  public enum Status: String, Encodable, Sendable {
    case available, accepted, completed, cancelled
  }

  /// The action that the card offers.
  public enum Button: String, Encodable, Sendable {
    case accept, complete
  }

  public let order: OrderID
  public let status: Status
  public let button: Button?
  public let buttonText: String?
  /// The question that a tap on the button asks.
  public let question: String?
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

  init(_ known: OrderRecord, at now: Moment, in locale: Language) {
    let erased = Bilingual.erased[locale]
    order = known.id
    status = Status(known.progress)
    button = Button(known.progress)
    buttonText = button.map { CourierReadModelTexts.label(of: $0)[locale] }
    question = button.map { CourierReadModelTexts.question(of: $0)[locale] }
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
    courier = known.courier
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
