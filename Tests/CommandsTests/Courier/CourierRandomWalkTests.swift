import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Whatever has happened, the facts of a command's boundary are enough to decide it: each step of
/// a random walk says so for every decider (`Given` checks it).
@Suite struct `Whatever happens in the courier application` {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `an order has one courier and decisions need only their boundaries`(seed: UInt64) {
    var walk = CourierWalk(seed: seed)
    for _ in 0..<300 { walk.step() }
    #expect(walk.events.count > 60, "a walk that goes nowhere proves nothing")
    var couriers: [OrderID: CourierID] = [:]
    for case .orderAccepted(let payload) in walk.events {
      #expect(couriers.updateValue(payload.courier, forKey: payload.order) == nil)
    }
    for case .orderCompleted(let payload) in walk.events {
      #expect(couriers[payload.order] == payload.courier)
    }
  }
}

/// Commands from few couriers about few orders, so that they often meet.
private struct CourierWalk {
  private(set) var events: [CourierEvent] = []
  private var random: SplitMix
  private var minute = 0
  private var times: [String] = []

  init(seed: UInt64) { random = SplitMix(state: seed) }

  mutating func step() {
    minute += Int.random(in: 0...4, using: &random)
    let time = instant("2026-05-08T09:00:00Z").advanced(byMilliseconds: Int64(minute) * 60_000)
    let order: JSONValue = .string(pick(["o-1", "o-2", "o-3", "o-4"]))
    let courier = pick(["ivan", "oleg"])
    switch Int.random(in: 0..<11, using: &random) {
    case 0:
      let id: JSONValue = .string(courier)
      carryOut(
        CourierAccounts.self, "courier.registerCourier", by: "admin",
        ["courier": id, "login": id, "password": "1234"], at: time)
    case 1, 2:
      carryOut(
        CourierAccounts.self, "courier.signIn", by: courier,
        ["login": .string(courier), "password": .string(pick(["1234", "0000"]))], at: time)
    case 3: carryOut(CourierSession.self, "courier.signOut", by: courier, [:], at: time)
    case 4:
      carryOut(
        DeliveryOrders.self, "courier.placeOrder", by: "eva",
        [
          "order": order, "address": "Дом 1", "deliveryDate": "2026-05-08", "metro": "Сокол",
          "firstName": "Ева", "lastName": "Петрова", "phone": "+79161234567",
        ], at: time)
    case 5:
      carryOut(DeliveryOrders.self, "courier.cancelOrder", by: "eva", ["order": order], at: time)
    case 6, 7:
      carryOut(DeliveryOrders.self, "courier.acceptOrder", by: courier, ["order": order], at: time)
    case 8:
      carryOut(
        DeliveryOrders.self, "courier.completeOrder", by: courier, ["order": order], at: time)
    case 9: carryOut(CourierFeed.self, "courier.viewMine", by: courier, [:], at: time)
    default: carryOut(CourierFeed.self, "courier.refreshOrders", by: courier, [:], at: time)
    }
  }

  private mutating func carryOut<D: Decider<CourierEvent>>(
    _ decider: D.Type, _ name: String, by actor: String, _ data: JSONObject, at time: Timestamp
  ) {
    var given = Given<D>()
    for (event, time) in zip(events, times) { given = given.and(at: time, event) }
    guard case .events(let new) = given.when(name, by: actor, data, at: time.rfc3339).decision
    else { return }
    events += new
    times += new.map { _ in time.rfc3339 }
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts[Int.random(in: texts.indices, using: &random)]
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same walk from the same seed, everywhere.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
