import EventEngine

// Fast encoding of the values that dominate the mall's read models.

extension MallObjectContent: FastEncodable {
  public func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("category", category)
    members.write("subcategory", subcategory)
    members.write("name", name)
    try members.write("aliases", aliases)
    members.write("floor", floor)
    members.write("site", site)
    members.write("logo", logo)
    members.write("description", description)
    members.write("onHome", onHome)
  }
}

extension NewsContent: FastEncodable {
  public func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("kind", kind)
    members.write("title", title)
    members.write("image", image)
    members.write("description", description)
    try members.write("validUntil", validUntil)
    members.write("onMain", onMain)
  }
}

extension HappeningContent: FastEncodable {
  public func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("title", title)
    try members.write("date", date)
    members.write("price", price)
    members.write("capacity", capacity)
    members.write("image", image)
    members.write("description", description)
    members.write("onMain", onMain)
    members.write("onHome", onHome)
  }
}
