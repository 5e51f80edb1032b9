import Domain
import EventEngine

/// Reminds a courier two hours before the deadline of an order, once per acceptance. An order
/// accepted later than that gets no reminder. Driven by time only; it has no commands.
public struct DeliveryReminders: TimeDriven {
  public typealias Event = CourierEvent
  public typealias Command = Never
  public typealias Refusal = CourierRefusal

  /// The position at which an order was placed, and its delivery date.
  private struct Placement: Equatable {
    let position: Position
    let deliveryDate: CalendarDay
  }

  /// An order that a courier has accepted and not completed.
  private struct Acceptance: Equatable {
    let placement: Placement
    let order: OrderID
    let courier: CourierID
    let position: Position
    let time: Timestamp
    var isReminded = false
  }

  private var available: [OrderID: Placement] = [:]
  private var accepted: [OrderID: Acceptance] = [:]
  /// The day of the last applied event.
  private var today: CalendarDay?

  public init() {}

  /// Ignores `today`, which only bounds the memory used.
  public static func == (left: Self, right: Self) -> Bool {
    left.available == right.available && left.accepted == right.accepted
  }

  public static let factTypes = [
    OrderPlaced.type, OrderCancelled.type, OrderAccepted.type, OrderCompleted.type,
    OrderReleased.type, OrderWithdrawn.type, DeliveryReminderSent.type,
  ]
  public static let dueFacts = Query.of(factTypes)

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    if event.day > today ?? event.day { removeOverdue(on: event.day) }
    today = event.day
    switch event.event {
    case .orderPlaced(let payload):
      available[payload.order] = Placement(
        position: event.position, deliveryDate: payload.deliveryDate)
    case .orderCancelled(let payload): available[payload.order] = nil
    case .orderAccepted(let payload):
      guard let placement = available.removeValue(forKey: payload.order) else { return }
      accepted[payload.order] = Acceptance(
        placement: placement, order: payload.order, courier: payload.courier,
        position: event.position, time: event.time)
    case .orderCompleted(let payload): accepted[payload.order] = nil
    case .orderReleased(let payload):
      available[payload.order] = accepted.removeValue(forKey: payload.order)?.placement
    case .orderWithdrawn(let payload):
      available[payload.order] = nil
      accepted[payload.order] = nil
    case .deliveryReminderSent(let payload): accepted[payload.order]?.isReminded = true
    case .courierRegistered, .courierSignedIn, .signInFailed, .passwordForgotten,
      .courierSignedOut, .passwordReset, .ordersRefreshed, .acceptedOrdersViewed:
      break
    }
  }

  /// Removes orders whose reminder can't become due any more, since event times never decrease.
  /// Runs once a day. Orders of the previous day stay, because its evening may repeat when the
  /// clocks are set back.
  private mutating func removeOverdue(on day: CalendarDay) {
    let first = day.advanced(by: -1)
    available = available.filter { $0.value.deliveryDate >= first }
    accepted = accepted.filter { $0.value.placement.deliveryDate >= first }
  }

  /// Returns the reminders that are due. Linear in the number of open accepted orders.
  public func due(at now: Moment) -> [DueItem<CourierEvent>] {
    var deadlines: [CalendarDay: DeliveryDeadline] = [:]
    return accepted.values
      .filter { acceptance in
        let date = acceptance.placement.deliveryDate
        let deadline = deadlines[date] ?? DeliveryDeadline(of: date, in: now.zone)
        deadlines[date] = deadline
        return !acceptance.isReminded && deadline.isReminderDue(at: now.time)
          && deadline.leavesTwoHours(from: acceptance.time)
      }
      .sorted { $0.placement.position < $1.placement.position }
      .map { acceptance in
        let reminder = DeliveryReminderSent(order: acceptance.order, courier: acceptance.courier)
        return DueItem([.deliveryReminderSent(reminder)], because: acceptance.position)
      }
  }
}

/// Coding as flat lists, row by row, because flat lists decode several times faster than objects.
extension DeliveryReminders: Codable {
  private enum Keys: CodingKey {
    case today, available, accepted
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    today = try container.decodeIfPresent(CalendarDay.self, forKey: .today)
    var rows = try container.nestedUnkeyedContainer(forKey: .available)
    available.reserveCapacity(try Self.count(in: &rows))
    while !rows.isAtEnd {
      available[try rows.decode(OrderID.self)] = try Self.placement(in: &rows)
    }
    rows = try container.nestedUnkeyedContainer(forKey: .accepted)
    accepted.reserveCapacity(try Self.count(in: &rows))
    while !rows.isAtEnd {
      let order = try rows.decode(OrderID.self)
      accepted[order] = Acceptance(
        placement: try Self.placement(in: &rows), order: order,
        courier: try rows.decode(CourierID.self), position: Position(try rows.decode(Int.self)),
        time: Timestamp(rawValue: try rows.decode(Int64.self)),
        isReminded: try rows.decode(Bool.self))
    }
  }

  /// Decodes the number of rows, which precedes them.
  private static func count(in rows: inout any UnkeyedDecodingContainer) throws -> Int {
    min(max(0, try rows.decode(Int.self)), 1 << 20)
  }

  private static func placement(
    in rows: inout any UnkeyedDecodingContainer
  ) throws -> Placement {
    Placement(
      position: Position(try rows.decode(Int.self)),
      deliveryDate: CalendarDay(rawValue: try rows.decode(Int32.self)))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encodeIfPresent(today, forKey: .today)
    var rows = container.nestedUnkeyedContainer(forKey: .available)
    try rows.encode(available.count)
    // In the order of placing: the bytes of equal states are equal.
    for (order, placement) in available.sorted(by: { $0.value.position < $1.value.position }) {
      try rows.encode(order)
      try rows.encode(placement.position.rawValue)
      try rows.encode(placement.deliveryDate.rawValue)
    }
    rows = container.nestedUnkeyedContainer(forKey: .accepted)
    try rows.encode(accepted.count)
    for acceptance in accepted.values.sorted(by: {
      $0.placement.position < $1.placement.position
    }) {
      try rows.encode(acceptance.order)
      try rows.encode(acceptance.placement.position.rawValue)
      try rows.encode(acceptance.placement.deliveryDate.rawValue)
      try rows.encode(acceptance.courier)
      try rows.encode(acceptance.position.rawValue)
      try rows.encode(acceptance.time.rawValue)
      try rows.encode(acceptance.isReminded)
    }
  }
}
