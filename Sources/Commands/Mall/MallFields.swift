import Domain
import EventEngine

/// The fields that several commands of the mall share.
enum MallFields {
  static let device = Field<MallDeviceID>.id("device")
  static let object = Field<MallObjectID>.id("object")
  static let offer = Field<MallOfferID>.id("offer")
  static let event = Field<HappeningID>.id("event")
  static let name = Field<FullName>.text("name")
  static let email = Field<EmailAddress>.text("email")
  /// Notes on the rules of names and addresses, which have refusals of their own.
  static let nameRule = Bilingual(
    ru: "имя и фамилия, из букв и - ' ’", en: "name and surname, of letters and - ' ’")
  static let emailRule = Bilingual(ru: "вида anna@mail.ru", en: "such as anna@mail.ru")
  static let title = Field<MallTitle>.text("title")
  static let image = Field<MallImage>.text("image")
  static let description = Field<MallText>.text("description")
  static let onHome = Field.boolean("onHome")
  static let onMain = Field.boolean("onMain")
  static let price = points("price")
  static let date = Field.day("date")

  /// The phone as entered. A malformed number has its own refusal, so it is not a form error.
  static let phone = Field.verbatim(
    "phone", takes: Bilingual(ru: "+7 и десять цифр", en: "+7 and ten digits"))

  static func points(_ name: String) -> Field<Points> {
    Field<Points>.count(
      name, in: 0...Points.maximumAmount,
      takes: Bilingual(
        ru: "целое число баллов от 0 до \(Points.maximumAmount)",
        en: "a whole number of points from 0 to \(Points.maximumAmount)"))
  }
}

extension Field {
  /// A field for a whole number of a type such as `Points`.
  static func count(
    _ name: String, in range: ClosedRange<Int>, takes: Bilingual
  ) -> Field where Value: RawRepresentable<Int> {
    Field(name, .integer, takes: takes) { json in
      guard case .number(let number) = json, let integer = number.wholeNumber,
        range.contains(Int(integer)), let value = Value(rawValue: Int(integer))
      else { return .invalid }
      return .value(value)
    }
  }
}

extension CommandForm {
  /// The user who sent the command.
  var mallUser: MallUserID { MallUserID(rawValue: actor.rawValue) }

  /// The device that sent the command.
  var mallDevice: MallDeviceID { MallDeviceID(rawValue: actor.rawValue) }
}

extension CommandValue {
  init(_ name: String, _ points: Points) {
    self.init(name, .number(JSONNumber(points.rawValue)))
  }

  init(_ screen: MallScreen) { self.init("screen", screen.rawValue) }
}

extension Query {
  /// Adds the events that `other` matches.
  static func |= (query: inout Query, other: Query) { query = query | other }
}
