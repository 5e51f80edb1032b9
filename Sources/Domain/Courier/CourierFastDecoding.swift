import EventEngine

// Fast decoding of the events that make up most of a courier journal. Members are listed in the
// order of the coding keys.

extension OrderPlaced: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      order: try members.text("order"), customer: try members.text("customer"),
      deliveryDate: try members.day("deliveryDate"), metro: try members.text("metro"),
      color: try members.optionalText("color"), personal: nil)
  }
}

extension OrderPlaced.Personal: FastDecodable {
  public convenience init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      address: try members.text("address"), firstName: try members.text("firstName"),
      lastName: try members.text("lastName"), phone: try members.text("phone"),
      comment: try members.optionalText("comment"))
  }
}

extension OrderCancelled: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(order: try members.text("order"), customer: try members.text("customer"))
  }
}

extension OrderAccepted: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(order: try members.text("order"), courier: try members.text("courier"))
  }
}

extension OrderCompleted: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(order: try members.text("order"), courier: try members.text("courier"))
  }
}

extension OrdersRefreshed: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(courier: try members.text("courier"), metro: try members.optionalTexts("metro"))
  }
}

extension AcceptedOrdersViewed: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(courier: try members.text("courier"))
  }
}

extension DeliveryReminderSent: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(order: try members.text("order"), courier: try members.text("courier"))
  }
}

extension CourierSignedIn: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(courier: try members.text("courier"), personal: nil)
  }
}

extension CourierSignedIn.Personal: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(loginKey: try members.text("loginKey"))
  }
}
