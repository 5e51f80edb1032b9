import Testing

@testable import EventEngine

@Suite struct `The names of a domain` {
  @Test(arguments: [
    (["seats.take", "seats.free"], nil), ([], nil),
    (["seats.take", "take"], "The command take of the domain seats must be named seats.take."),
    (["seatsTake"], "The command seatsTake of the domain seats must be named seats.seatsTake."),
    (["seats.take", "seats.take"], "Two commands are named seats.take."),
  ])
  func `begin with its own, and none occurs twice`(_ names: [String], violation: String?) {
    #expect(DomainNames.violation(by: names, of: "seats", "command") == violation)
  }

  @Test func `an engine has no two domains of one name`() async {
    await #expect(processExitsWith: .failure) {
      _ = try await Engine.inMemory(domains: [.seats, .seats])
    }
  }
}
