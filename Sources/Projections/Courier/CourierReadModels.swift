import Domain
import EventEngine

extension ReadModels {
  public static let courier = ReadModels(
    "courier", of: CourierEvent.self,
    [
      Orders.self, Feed.self, MetroStations.self, Session.self, OrderDetails.self,
      Couriers.self, Notifications.self,
    ])
}
