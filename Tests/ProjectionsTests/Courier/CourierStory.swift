import Domain
import EventEngine
import TestSupport

typealias CourierStory = Story<CourierEvent>

extension CourierEvent {
  static func registered(_ courier: CourierID) -> CourierEvent {
    .registered(courier, login: "login")
  }
}
