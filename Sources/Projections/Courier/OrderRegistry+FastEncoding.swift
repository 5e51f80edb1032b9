import EventEngine

// The most frequent parts of the state.

extension Occurrence: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("position", position)
    try members.write("time", time)
  }
}

extension PlacedOrder: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("position", position)
    try members.write("deliveryDate", deliveryDate)
    members.write("metro", metro)
    members.write("color", color)
    try members.write("personal", personal)
  }
}

extension OrderProgress: FastEncodable {
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

extension OrderStep: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    try members.write("at", at)
    members.write("actor", actor)
    members.write("previous", previous)
    members.write("kind", kind)
  }
}
