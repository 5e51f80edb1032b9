import Commands
import Domain
import EventEngine
import Testing

@Suite struct `The shapes of the courier commands` {
  /// `name (actor): fields — refusals`, an optional field with `?`.
  private func lines<Command>(_ shapes: [CommandShape<Command>]) -> [String] {
    shapes.map { shape in
      let fields = shape.fields.map { "\($0.name)\($0.isRequired ? "" : "?"): \($0.kind.rawValue)" }
      let key = shape.needsKey ? ", needs key" : ""
      return "\(shape.name) (\(shape.actor.rawValue)\(key)): \(fields.joined(separator: ", "))"
        + " — \(shape.refusals.joined(separator: ", "))"
    }
  }

  @Test func `are those of the interface`() {
    let found =
      lines(CourierAccounts.shapes) + lines(CourierSession.shapes) + lines(DeliveryOrders.shapes)
      + lines(CourierFeed.shapes)
    #expect(
      found == [
        "courier.registerCourier (admin, needs key): courier?: id, login: text, password: secret"
          + " — loginInvalid, passwordInvalid, loginTaken, alreadyExists",
        "courier.signIn (anyone, needs key): login: text, password: secret"
          + " — tooManyAttempts, invalidCredentials",
        "courier.forgotPassword (anyone):  — ",
        "courier.signOut (person):  — notSignedIn",
        "courier.placeOrder (person): order?: id, address: text, deliveryDate: day, metro: text,"
          + " firstName: text, lastName: text, phone: text, color?: text, comment?: text"
          + " — deliveryDateInPast, alreadyExists",
        "courier.cancelOrder (person): order: id"
          + " — notFound, notYourOrder, orderAlreadyAccepted, orderAlreadyCancelled",
        "courier.acceptOrder (person): order: id"
          + " — notSignedIn, notFound, orderAlreadyYours, orderUnavailable",
        "courier.completeOrder (person): order: id"
          + " — notSignedIn, notFound, orderNotYours, orderAlreadyCompleted",
        "courier.viewMine (person):  — notSignedIn",
        "courier.refreshOrders (person): metro?: list — notSignedIn",
      ])
  }

  @Test func `refuse with every code there is`() {
    let codes =
      CourierAccounts.shapes.flatMap(\.refusals) + CourierSession.shapes.flatMap(\.refusals)
      + DeliveryOrders.shapes.flatMap(\.refusals) + CourierFeed.shapes.flatMap(\.refusals)
    #expect(Set(codes) == Set(CourierRefusal.allCases.map(\.code)))
  }
}
