import EventEngine

// Fast decoding of the events that make up most of a mall's journal. Members are listed in the
// order of the coding keys.

extension ObjectPublished: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(object: try members.text("object"), content: try members.object("content"))
  }
}

extension ObjectEdited: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(object: try members.text("object"), content: try members.object("content"))
  }
}

extension MallObjectContent: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      category: try members.text("category"), subcategory: try members.optionalText("subcategory"),
      name: try members.text("name"), aliases: try members.texts("aliases"),
      floor: try members.number("floor"), site: try members.optionalText("site"),
      logo: try members.text("logo"), description: try members.text("description"),
      onHome: try members.flag("onHome"))
  }
}

extension OfferPublished: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(offer: try members.text("offer"), content: try members.object("content"))
  }
}

extension OfferEdited: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      offer: try members.text("offer"), content: try members.object("content"),
      formerObject: try members.optionalText("formerObject"))
  }
}

extension OfferContent: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      object: try members.text("object"), title: try members.text("title"),
      price: try members.number("price"), image: try members.text("image"),
      disclaimer: try members.text("disclaimer"), description: try members.text("description"),
      terms: try members.text("terms"), confirmation: try members.text("confirmation"),
      onHome: try members.flag("onHome"))
  }
}

extension CodeSent: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      code: try members.object("code"), purpose: try members.text("purpose"),
      replaces: try members.optionalObject("replaces"), personal: nil)
  }
}

extension CodeSent.Personal: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      phone: try members.text("phone"), phoneKey: try members.text("phoneKey"),
      digits: try members.text("digits"))
  }
}

extension WrongCodeEntered: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      code: try members.object("code"), enteredOn: try members.text("enteredOn"), personal: nil)
  }
}

extension WrongCodeEntered.Personal: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(phoneKey: try members.text("phoneKey"))
  }
}

extension SentCode: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      id: try members.text("id"), device: try members.text("device"),
      user: try members.text("user"))
  }
}

extension NewsPublished: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(news: try members.text("news"), content: try members.object("content"))
  }
}

extension NewsEdited: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(news: try members.text("news"), content: try members.object("content"))
  }
}

extension NewsContent: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      kind: try members.text("kind"), title: try members.text("title"),
      image: try members.text("image"), description: try members.text("description"),
      validUntil: try members.optionalDay("validUntil"), onMain: try members.flag("onMain"))
  }
}

extension HappeningScheduled: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(event: try members.text("event"), content: try members.object("content"))
  }
}

extension HappeningEdited: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(event: try members.text("event"), content: try members.object("content"))
  }
}

extension HappeningContent: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    self.init(
      title: try members.text("title"), date: try members.day("date"),
      price: try members.number("price"), capacity: try members.optionalNumber("capacity"),
      image: try members.text("image"), description: try members.text("description"),
      onMain: try members.flag("onMain"), onHome: try members.flag("onHome"))
  }
}
