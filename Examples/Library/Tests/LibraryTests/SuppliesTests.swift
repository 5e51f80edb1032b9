import EventTesting
import Library
import Testing

/// The code of the guide about fields that are objects.
@Suite struct SuppliesTests {
  private func order(_ data: String) throws -> Outcome<Supplies> {
    guard case .object(let members) = try JSONValue(json: data.utf8) else {
      preconditionFailure("\(data) is no object")
    }
    return Given(Supplies.self).when("supplies.order", members)
  }

  @Test func `an order has its lines and its delivery`() throws {
    try order(
      #"{"lines":[{"title":" Emma ","copies":2},{"copies":1,"title":"Persuasion"}]}"#
    )
    .then(
      .ordered(
        BooksOrdered(
          lines: [
            OrderLine(title: "Emma", copies: 2), OrderLine(title: "Persuasion", copies: 1),
          ], delivery: nil)))
    try order(
      #"{"lines":[{"title":"Emma","copies":2}],"delivery":{"branch":"North","until":null}}"#
    )
    .then(
      .ordered(
        BooksOrdered(
          lines: [OrderLine(title: "Emma", copies: 2)],
          delivery: Delivery(branch: "North", until: nil))))
    try order(#"{"lines":[]}"#).thenRefused(.nothingOrdered)
  }

  @Test func `a mistake in an object is named with its place`() throws {
    let mistakes: [(String, FormFault)] = [
      (#"{"lines":{"title":"Emma","copies":2}}"#, .invalidField("lines")),
      (#"{"lines":[{"title":"Emma","copies":2},"Emma"]}"#, .invalidField("lines[1]")),
      (
        #"{"lines":[{"title":"Emma","copies":2},{"title":"Emma"}]}"#,
        .missingField("lines[1].copies")
      ),
      (#"{"lines":[{"title":"Emma","copies":100}]}"#, .invalidField("lines[0].copies")),
      (#"{"lines":[{"title":" ","copies":1}]}"#, .invalidField("lines[0].title")),
      (#"{"lines":[{"title":"Emma","copies":1,"isbn":"1"}]}"#, .unknownField("lines[0].isbn")),
      (#"{"lines":[{"title":"Emma","copies":1,"[1]":1}]}"#, .unknownField("lines[0].[1]")),
      (#"{"lines":[{"title":"Emma","copies":1,"":1}]}"#, .unknownField("lines[0].")),
      (#"{"lines":[],"delivery":{"branch":"North",".x":1}}"#, .unknownField("delivery..x")),
      (#"{"lines":[],"delivery":[]}"#, .invalidField("delivery")),
      (#"{"lines":[],"delivery":{}}"#, .missingField("delivery.branch")),
      (
        #"{"lines":[],"delivery":{"branch":"North","until":"soon"}}"#,
        .invalidField("delivery.until")
      ),
    ]
    for (data, fault) in mistakes { try order(data).thenInvalid(fault) }
  }

  @Test func `a server shows a mistake in either language`() throws {
    guard case .badForm(let error) = try order("{}").decision else {
      Issue.record("an order without lines is accepted")
      return
    }
    #expect(error.code == "missingField")
    #expect(error.message[.en].hasPrefix(#"The field "lines" is missing; it takes: "#))
    #expect(error.message[.ru].hasPrefix("Не хватает поля «lines»; нужно: "))
  }

  @Test func `random orders are accepted, recorded and read again`() throws {
    var check = try Check([CheckedDomain(.supplies)], seed: 1, length: 40)
    // A domain that accepts no order would be a failure, too.
    let failure = check.failure(runs: 5)
    #expect(failure?.violation == nil)
  }
}
