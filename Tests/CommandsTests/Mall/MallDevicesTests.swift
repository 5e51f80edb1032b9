import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `A device with the mall's application` {
  private let given = Given<MallDevices>(.installed("d-1"))
  private let data: JSONObject = ["os": "iOS", "osVersion": "15.4", "model": "iPhone 13"]

  @Test func `is registered by the first start`() {
    Given<MallDevices>().when("mall.installApp", by: "d-1", data)
      .then(.installed("d-1")).answering(CommandValue("device", "d-1"))
  }

  @Test func `gets an id if it has none`() {
    Given<MallDevices>().when("mall.installApp", by: "new", data)
      .then(.installed("fresh-id")).answering(CommandValue("device", "fresh-id"))
  }

  @Test func `records the first start once`() {
    given.when("mall.installApp", by: "d-1", data).thenRefused(.alreadyInstalled)
  }

  @Test func `requires system, version and model`() {
    for field in ["os", "osVersion", "model"] {
      let without = JSONObject(data.members.filter { $0.key != field })
      given.when("mall.installApp", by: "d-2", without).thenInvalid(.missingField(field))
      let empty = JSONObject(
        data.members.map { $0.key == field ? .init(key: field, value: " ") : $0 })
      given.when("mall.installApp", by: "d-2", empty).thenInvalid(.invalidField(field))
    }
  }

  @Test func `completes the onboarding once`() {
    let done = given.when("mall.finishOnboarding", by: "d-1").then(.onboarded("d-1"))
    done.thereafter.when("mall.finishOnboarding", by: "d-1").thenRefused(.alreadyDone)
    given.when("mall.finishOnboarding", by: "d-2").thenRefused(.notFound(.device))
  }

  @Test func `registers a push token`() {
    given.when("mall.registerPushToken", by: "d-1", ["token": " f00d "])
      .then(.pushToken("f00d", on: "d-1"))
    given.when("mall.registerPushToken", by: "d-2", ["token": "f00d"])
      .thenRefused(.notFound(.device))
    given.when("mall.registerPushToken", by: "d-1", ["token": ""]).thenInvalid(
      .invalidField("token"))
  }

  @Test func `subscribes to the mall's events whenever notifications are on`() {
    given.when("mall.setNotifications", by: "d-1", ["enabled": .bool(true)])
      .then(.notifications(true, on: "d-1", ["mallEvents"]))
    given.when(
      "mall.setNotifications", by: "d-1", ["enabled": .bool(true), "topics": ["скидки", "скидки"]]
    )
    .then(.notifications(true, on: "d-1", ["скидки", "mallEvents"]))
    given.when(
      "mall.setNotifications", by: "d-1",
      ["enabled": .bool(true), "topics": ["mallEvents", "скидки"]]
    )
    .then(.notifications(true, on: "d-1", ["mallEvents", "скидки"]))
  }

  @Test func `has no topics when notifications are off`() {
    given.when("mall.setNotifications", by: "d-1", ["enabled": .bool(false), "topics": ["скидки"]])
      .then(.notifications(false, on: "d-1", []))
    given.when("mall.setNotifications", by: "d-2", ["enabled": .bool(false)])
      .thenRefused(.notFound(.device))
    given.when("mall.setNotifications", by: "d-1", ["enabled": "yes"])
      .thenInvalid(.invalidField("enabled"))
    given.when("mall.setNotifications", by: "d-1", ["enabled": .bool(true), "topics": "скидки"])
      .thenInvalid(.invalidField("topics"))
  }
}
