import Foundation
import Testing

@Suite struct ShowTests {
  private static func accepted() throws -> Folder {
    let folder = try Folder.atWork()
    let outcome = try Tool.run(
      "issue", "courier.acceptOrder", "order=9421", "--actor", "ivanov", "--at",
      "2024-05-08T12:00:00+03:00", in: folder)
    #expect(outcome.status == 0)
    return folder
  }

  @Test func `a read model is a table for people`() throws {
    let folder = try Self.accepted()
    let outcome = try Tool.run(
      "show", "courier.order", "order=9421", "now=2024-05-09T00:00:00Z", in: folder)
    #expect(
      outcome.output == """
        order:        9421
        status:       accepted
        button:       complete
        buttonText:   Завершить
        question:     Вы завершили заказ?
        address:      Лесная, 5
        deliveryDate: 2024-05-09
        metro:        Сокол
        overdue:      false
        firstName:    Ева
        lastName:     Ким
        phone:        +79990000000
        color:        любой
        comment:      —
        courier:      ivanov
        acceptedAt:   2024-05-08T09:00:00.000Z
        completedAt:  —
        history (2):
          position  time                      type                   actor
                 5  2024-05-08T07:00:00.000Z  courier.orderPlaced    eva
                 6  2024-05-08T09:00:00.000Z  courier.orderAccepted  ivanov

        """)
    #expect(outcome.status == 0)
  }

  @Test func `a word that is no parameter, and a missing one, are explained`() throws {
    let folder = try Self.accepted()
    func explained(_ line: String, _ locale: String = "en") throws -> String {
      let words = line.split(separator: " ").map(String.init) + ["--locale", locale]
      return try Tool.run(words, in: folder).diagnostics
    }
    for (verb, help) in [("show", "show"), ("why", "why"), ("when --where since=1", "when")] {
      let missing = try explained("\(verb) courier.session")
      #expect(missing.hasSuffix(" _ -\ntry: replay-tool help courier.session\n"), "\(missing)")
      let unknown = try explained("\(verb) courier.session corier=ivanov")
      #expect(unknown.hasSuffix("try: replay-tool \(help) --help\n"), "\(unknown)")
    }
    #expect(
      try explained("why courier.session", "ru")
        .hasSuffix("\nсправка: replay-tool help courier.session\n"))
    #expect(
      try explained("show courier.session", "ru")
        .hasSuffix("\nсправка: replay-tool help courier.session\n"))
    #expect(
      try explained("show courier.session ivanov")
        == "replay-tool: expected parameter=value, not \"ivanov\"\ntry: replay-tool show --help\n")
    #expect(
      try explained("show courier.session courier=ivanov since").hasPrefix(
        "replay-tool: \"since\" is a field of the answer, but parameter=value is expected; "
          + "replay-tool why courier.session courier=ivanov since explains the field\n"))
  }

  @Test func `with --json its fields are at the top level of one line`() throws {
    let folder = try Self.accepted()
    #expect(
      try Tool.run("show", "--json", "courier.session", "courier=ivanov", in: folder).output == """
        {"signedIn":true,"screen":"orders","since":"2024-05-08T06:01:00.000Z"}

        """)
  }

  @Test(
    .english,
    arguments: ["habits.board user=anna", "mall.catalogue category=shops", "nft.catalogue"])
  func `a search takes any text, and an empty one finds everything`(model: String) throws {
    let folder = try Self.accepted()
    let question = ["show"] + model.split(separator: " ").map(String.init)
    let refused = try Tool.run(question + ["search:=5"], in: folder)
    #expect(refused.status == 65)
    #expect(
      refused.diagnostics == """
        replay-tool: invalidField: The value of "search" is invalid; it takes: a text

        """)
    let (all, found) = (
      try Tool.run(question, in: folder), try Tool.run(question + ["search="], in: folder)
    )
    #expect(found.output == all.output && found.status == all.status)
  }

  @Test func `the past is shown as it was`() throws {
    let folder = try Self.accepted()
    func metro(_ words: String...) throws -> String {
      try Tool.run(["show", "--json", "courier.metro"] + words, in: folder).output
    }
    let (none, sokol) = ("{\"stations\":[]}\n", "{\"stations\":[\"Сокол\"]}\n")
    #expect(try metro() == none)
    #expect(try metro("--position", "6") == none)
    #expect(try metro("--position", "5") == sokol)
    #expect(try metro("--position", "0") == none)
    #expect(try metro("--as-of", "2024-05-08T12:00:00+03:00") == none)
    #expect(try metro("--as-of", "2024-05-08T08:59:59.999Z") == sokol)
    #expect(try metro("--as-of", "2024-05-08T07:00:00Z") == sokol)
    #expect(try metro("--as-of", "2024-05-08T06:59:59.999Z") == none)
    #expect(try metro("--as-of", "1999-01-01T00:00:00Z") == none)
    #expect(try metro("--as-of", "9999-01-01T00:00:00Z") == none)
  }

  @Test func `now is the requested instant, the event's time, or the clock`() throws {
    let folder = try Self.accepted()
    func isOverdue(_ words: String...) throws -> Bool {
      let outcome = try Tool.run(
        ["show", "--json", "courier.order", "order=9421"] + words, in: folder)
      return outcome.output.contains(#""overdue":true"#)
    }
    #expect(try isOverdue())
    #expect(try !isOverdue("--position", "6"))
    #expect(try !isOverdue("--as-of", "2024-05-09T20:59:00Z"))
    #expect(try isOverdue("--as-of", "2024-05-09T20:59:00.001Z"))
    #expect(try !isOverdue("now=2024-05-09T20:59:00Z"))
    #expect(try isOverdue("--position", "6", "now=2024-05-09T20:59:00.001Z"))
  }

  @Test func `each refused query has its code`() throws {
    let folder = try Self.accepted()
    let cases: [([String], String, Int32)] = [
      (["courier.order", "order=1"], "notFound", 1),
      (["courier.order"], "missingField", 65),
      (["courier.order", "order=a b"], "invalidField", 65),
      (["courier.metro", "--position", "7"], "invalidField", 65),
      (["courier.metro", "--position", "-1"], "invalidField", 65),
      (["courier.metro", "--as-of", "noon"], "invalidField", 65),
      (
        ["courier.metro", "--position", "1", "--as-of", "2024-05-08T12:00:00Z"], "invalidField", 65
      ),
    ]
    for (words, code, status) in cases {
      let outcome = try Tool.run(["show"] + words, in: folder)
      #expect(outcome.output == "")
      #expect(outcome.diagnostics.hasPrefix("replay-tool: \(code): "), "\(words): \(outcome)")
      #expect(outcome.status == status)
      let json = try Tool.run(["show", "--json"] + words, in: folder)
      #expect(json.output.hasPrefix(#"{"ok":false,"error":{"code":"\#(code)","message":"#))
      #expect(json.status == status)
    }
  }

  @Test func `no text can send commands to the terminal`() throws {
    let folder = try Folder.atWork()
    let placed = try Tool.run(
      "issue", "courier.placeOrder", "order=x", "address=\u{1b}[2Jred\nnext",
      "deliveryDate=2999-01-01", "metro=m", "firstName=\u{202e}f", "lastName=l",
      "phone=+79990000000", "--actor", "eva", in: folder)
    #expect(placed.status == 0)
    let outcome = try Tool.run("show", "courier.order", "order=x", in: folder)
    #expect(outcome.output.contains("address:      \\u001b[2Jred\\u000anext\n"))
    #expect(outcome.output.contains("firstName:    \\u202ef\n"))
  }
}
