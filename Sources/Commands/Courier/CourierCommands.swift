import Domain
import EventEngine

extension DomainCommands {
  public static let courier = DomainCommands(
    "courier", of: CourierEvent.self,
    [
      CourierAccounts.self, CourierSession.self, DeliveryOrders.self, CourierFeed.self,
      DeliveryReminders.self,
    ])
}
