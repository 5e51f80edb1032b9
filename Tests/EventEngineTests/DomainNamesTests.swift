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

  @Test(arguments: [
    (["seats", "notes"], nil), (["места"], nil), (["a.b", "a.c", "ab"], nil),
    (["seats", "seats"], "Two domains are named seats."),
    (["a", "a.b"], "The names of the domains a and a.b cannot be distinguished."),
    (["a.b", "a"], "The names of the domains a.b and a cannot be distinguished."),
    ([""], #"A domain cannot be named ""."#), (["--help"], #"A domain cannot be named "--help"."#),
    (["system"], #"A domain cannot be named "system"."#),
    (["a b"], #"A domain cannot be named "a b"."#),
    (["a\n"], #"A domain cannot be named "a\n"."#),
  ])
  func `are distinct, and no name could belong to two`(_ names: [String], violation: String?) {
    #expect(DomainNames.violation(byDomains: names) == violation)
  }

  @Test func `an engine has no two domains of one name`() async {
    await #expect(processExitsWith: .failure) {
      _ = try await Engine.inMemory(domains: [.seats, .seats])
    }
  }
}
