import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// The events that each decision depends on. Other events cause no conflict: two couriers who
/// accept two different orders don't wait for each other.
@Suite struct `The boundaries of the courier commands` {
  private typealias Item = Query.Item

  private let life: [EventType] = [
    "courier.orderPlaced", "courier.orderCancelled", "courier.orderAccepted",
    "courier.orderCompleted", "courier.orderReleased", "courier.orderWithdrawn",
  ]
  private let session: [EventType] = ["courier.courierSignedIn", "courier.courierSignedOut"]
  private let order = OrderID("o-1").tag
  private let ivan = CourierID("ivan").tag

  @Test func `an order's commands depend on the order and its courier's session`() {
    let orders = DeliveryOrders()
    let oneOrder = Item(types: life, tags: [order])
    let sessionOfIvan = Item(types: session, tags: [ivan])
    #expect(orders.boundary(of: .cancel("o-1", by: "eva")).items == [oneOrder])
    #expect(orders.boundary(of: .release("o-1")).items == [oneOrder])
    #expect(orders.boundary(of: .withdraw("o-1")).items == [oneOrder])
    #expect(orders.boundary(of: .accept("o-1", by: "ivan")).items == [oneOrder, sessionOfIvan])
    #expect(orders.boundary(of: .complete("o-1", by: "ivan")).items == [oneOrder, sessionOfIvan])
    guard case .orderPlaced(let placed) = CourierEvent.placed("o-1") else {
      Issue.record("another event")
      return
    }
    #expect(
      orders.boundary(of: .place(placed)).items
        == [Item(types: ["courier.orderPlaced"], tags: [order])])
  }

  @Test func `a session's commands depend on its courier`() {
    let sessionOfIvan = Item(types: session, tags: [ivan])
    let views = Item(
      types: [
        "courier.orderAccepted", "courier.orderCompleted", "courier.orderReleased",
        "courier.orderWithdrawn", "courier.acceptedOrdersViewed",
      ], tags: [ivan])
    #expect(CourierSession().boundary(of: .signOut("ivan")).items == [sessionOfIvan])
    #expect(CourierFeed().boundary(of: .viewMine("ivan")).items == [views, sessionOfIvan])
    #expect(CourierFeed().boundary(of: .refresh("ivan", metro: [])).items == [sessionOfIvan])
  }

  @Test func `an account's commands depend on its login and its id`() throws {
    let accounts = CourierAccounts()
    let login = LoginKey.forTests("ivan").tag
    let registering = try command(
      "courier.registerCourier", ["courier": "ivan", "login": "ivan", "password": "1234"])
    let registered: [EventType] = ["courier.courierRegistered"]
    #expect(
      accounts.boundary(of: registering).items
        == [Item(types: registered, tags: [login]), Item(types: registered, tags: [ivan])])
    let signingIn = try command("courier.signIn", ["login": "ivan", "password": "1234"])
    let attempts: [EventType] = [
      "courier.courierSignedIn", "courier.signInFailed", "courier.passwordReset",
    ]
    #expect(
      accounts.boundary(of: signingIn).items == [Item(types: registered + attempts, tags: [login])])
    #expect(accounts.boundary(of: .forgotPassword) == .nothing)
    let resetting = try command(
      "courier.resetPassword", ["courier": "ivan", "password": "1234"])
    #expect(
      accounts.boundary(of: resetting).items
        == [Item(types: registered, tags: [ivan]), Item(types: session, tags: [ivan])])
  }

  private func command(_ name: String, _ data: JSONObject) throws -> CourierAccounts.Command {
    try #require(CourierAccounts.shapes.first { $0.name == name }).command(data, by: nil)
  }
}
