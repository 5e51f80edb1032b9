import EventEngine

// The most frequent parts of the state.

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

extension OrderProgress: FastEncodable, FastDecodable {
  init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    if members.open("completed") {
      self = .completed(
        by: try members.text("by"), accepted: try members.object("accepted"),
        at: try members.object("at"))
    } else if members.open("accepted") {
      self = .accepted(by: try members.text("by"), at: try members.object("at"))
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
    case .accepted(let courier, let at):
      try members.object("accepted") { (members) throws(PayloadEncodingError) in
        members.write("by", courier)
        try members.write("at", at)
      }
    case .completed(let courier, let accepted, let at):
      try members.object("completed") { (members) throws(PayloadEncodingError) in
        members.write("by", courier)
        try members.write("accepted", accepted)
        try members.write("at", at)
      }
    }
  }
}

extension OrderStep: FastEncodable, FastDecodable {
  init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    at = try members.object("at")
    actor = try members.optionalString("actor")
    kind = try members.text("kind")
  }

  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    try members.write("at", at)
    members.write("actor", actor)
    members.write("kind", kind)
  }
}
