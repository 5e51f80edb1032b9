import EventEngine

// Fast encoding of the events that most appends to a courier journal record.

extension OrderPlaced: FastEncodable {
  public func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("order", order)
    members.write("customer", customer)
    try members.write("deliveryDate", deliveryDate)
    members.write("metro", metro)
    members.write("color", color)
  }
}

extension OrderPlaced.Personal: FastEncodable {
  public func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("address", address)
    members.write("firstName", firstName)
    members.write("lastName", lastName)
    members.write("phone", phone)
    members.write("comment", comment)
  }
}

extension OrderAccepted: FastEncodable {
  public func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("order", order)
    members.write("courier", courier)
  }
}

extension OrderCompleted: FastEncodable {
  public func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("order", order)
    members.write("courier", courier)
  }
}
