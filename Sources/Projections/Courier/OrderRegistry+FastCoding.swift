import EventEngine

// Fast coding of the parts of the state that every order has.

extension Occurrence: FastEncodable, FastDecodable {
  init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(position: try members.position("position"), time: try members.instant("time"))
  }

  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("position", position)
    try members.write("time", time)
  }
}

extension PlacedOrder: FastEncodable, FastDecodable {
  init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    position = try members.position("position")
    deliveryDate = try members.day("deliveryDate")
    metro = try members.text("metro")
    color = try members.optionalText("color")
    personal = try members.optionalObject("personal")
  }

  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("position", position)
    try members.write("deliveryDate", deliveryDate)
    members.write("metro", metro)
    members.write("color", color)
    try members.write("personal", personal)
  }
}

extension OrderRegistry.Placing: FastEncodable, FastDecodable {
  init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    position = try members.position("position")
    time = try members.instant("time")
    personal = try members.optionalObject("personal")
    deliveryDate = try members.day("deliveryDate")
    metro = try members.number("metro")
    color = try members.number("color")
    actor = try members.number("actor")
  }

  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("position", position)
    try members.write("time", time)
    try members.write("personal", personal)
    try members.write("deliveryDate", deliveryDate)
    members.write("metro", metro)
    members.write("color", color)
    members.write("actor", actor)
  }
}

extension OrderProgress: FastEncodable, FastDecodable {
  init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    if members.open("completed") {
      self = .completed(
        at: try members.object("at"), accepted: try members.object("accepted"),
        by: try members.number("by"))
    } else if members.open("accepted") {
      self = .accepted(at: try members.object("at"), by: try members.number("by"))
    } else if members.open("cancelled") {
      self = .cancelled(at: try members.object("at"))
    } else {
      throw KeyOrderMismatch()
    }
    try members.close()
  }

  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    switch self {
    case .available: try members.object("available")
    case .cancelled(let at):
      try members.object("cancelled") { (members) throws(PayloadEncodingError) in
        try members.write("at", at)
      }
    case .accepted(let at, let courier):
      try members.object("accepted") { (members) throws(PayloadEncodingError) in
        try members.write("at", at)
        members.write("by", courier)
      }
    case .completed(let at, let accepted, let courier):
      try members.object("completed") { (members) throws(PayloadEncodingError) in
        try members.write("at", at)
        try members.write("accepted", accepted)
        members.write("by", courier)
      }
    }
  }
}

extension OrderStep: FastEncodable, FastDecodable {
  init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    at = try members.object("at")
    actor = try members.number("actor")
    courier = try members.number("courier")
    kind = try members.text("kind")
  }

  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    try members.write("at", at)
    members.write("actor", actor)
    members.write("courier", courier)
    members.write("kind", kind)
  }
}
