import Domain
import EventEngine

/// The parameters that the courier's read models share.
enum CourierQueryFields {
  static let courier = Field<CourierID>.id("courier")
  static let order = Field<OrderID>.id("order")
}
