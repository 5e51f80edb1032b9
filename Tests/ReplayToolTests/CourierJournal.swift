import Foundation

/// A journal with two couriers who are signed in and one available order.
extension Folder {
  static let opening = """
    {"command":"courier.registerCourier","actor":"admin","at":"2024-05-08T06:00:00Z","data":{"courier":"ivanov","login":"ivanov","password":"1234"}}
    {"command":"courier.registerCourier","actor":"admin","at":"2024-05-08T06:00:00Z","data":{"courier":"petrova","login":"petrova","password":"4321"}}
    {"command":"courier.signIn","at":"2024-05-08T06:01:00Z","data":{"login":"ivanov","password":"1234"}}
    {"command":"courier.signIn","at":"2024-05-08T06:02:00Z","data":{"login":"petrova","password":"4321"}}
    {"command":"courier.placeOrder","actor":"eva","id":"e-1","at":"2024-05-08T07:00:00Z","data":{"order":"9421","address":"Лесная, 5","deliveryDate":"2024-05-09","metro":"Сокол","firstName":"Ева","lastName":"Ким","phone":"+79990000000"}}

    """

  static func atWork() throws -> Folder {
    let folder = try Folder()
    let outcome = try Tool.run(
      "issue", "--password-iterations", "10", in: folder, input: opening)
    guard outcome.status == 0 else { throw ToolFailed(outcome: outcome) }
    return folder
  }
}

struct ToolFailed: Error {
  let outcome: Tool.Outcome
}
