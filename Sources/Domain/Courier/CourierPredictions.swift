import EventEngine

// The facts that make up most of a courier journal, read without containers. The members stand in
// the order of the coding keys.

extension OrderPlaced: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(
      order: try members.text("order"), customer: try members.text("customer"),
      deliveryDate: try members.day("deliveryDate"), metro: try members.text("metro"),
      color: try members.optionalText("color"), personal: nil)
  }
}

extension OrderPlaced.Personal: PredictedShape {
  public convenience init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(
      address: try members.text("address"), firstName: try members.text("firstName"),
      lastName: try members.text("lastName"), phone: try members.text("phone"),
      comment: try members.optionalText("comment"))
  }
}

extension OrderCancelled: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(order: try members.text("order"), customer: try members.text("customer"))
  }
}

extension OrderAccepted: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(order: try members.text("order"), courier: try members.text("courier"))
  }
}

extension OrderCompleted: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(order: try members.text("order"), courier: try members.text("courier"))
  }
}

extension OrdersRefreshed: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(courier: try members.text("courier"), metro: try members.optionalTexts("metro"))
  }
}

extension AcceptedOrdersViewed: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(courier: try members.text("courier"))
  }
}

extension DeliveryReminderSent: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(order: try members.text("order"), courier: try members.text("courier"))
  }
}

extension CourierSignedIn: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(courier: try members.text("courier"), personal: nil)
  }
}

extension CourierSignedIn.Personal: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) {
    self.init(loginKey: try members.text("loginKey"))
  }
}
