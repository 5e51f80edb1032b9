import Foundation
import Testing

@Suite struct IssueStreamTests {
  @Test func `lines are carried out in order, and line numbers are right`() throws {
    let folder = try Folder.atWork()
    let input = """
      {"command":"courier.acceptOrder","id":"a","actor":"ivanov","data":{"order":"9421"}}\r

        \t
      nonsense
      {"command":"courier.acceptOrder","id":"b","actor":"petrova","locale":"ru","data":{"order":"9421"}}
      {"command":"courier.accept","actor":"ivanov"}
      {"command":"courier.completeOrder","actor":"ivanov","data":{"order":"9421"}}
      """
    let outcome = try Tool.run("issue", "--json", "--locale", "en", in: folder, input: input)
    #expect(
      outcome.output == """
        {"id":"a","command":"courier.acceptOrder","ok":true,"events":[{"position":6,"type":"courier.orderAccepted"}]}
        {"ok":false,"error":{"code":"malformedCommand","message":"This is not a command: invalid word at byte 0","line":4}}
        {"id":"b","command":"courier.acceptOrder","ok":false,"error":{"code":"orderUnavailable","message":"Ты не можешь принять заказ. Его взял уже другой курьер или пользователь отменил его"},"events":[]}
        {"ok":false,"error":{"code":"malformedCommand","message":"There is no command \\"courier.accept\\"","line":6}}
        {"command":"courier.completeOrder","ok":true,"events":[{"position":7,"type":"courier.orderCompleted"}]}

        """)
    #expect(outcome.status == 65)
  }

  @Test func `a file is read like standard input`() throws {
    let folder = try Folder()
    let file = try folder.write(Folder.opening, to: "commands.jsonl")
    let outcome = try Tool.run(
      "issue", "--file", file, "--password-iterations", "10", in: folder)
    #expect(
      outcome.output == """
        принято courier.registerCourier 1:courier.courierRegistered courier=ivanov
        принято courier.registerCourier 2:courier.courierRegistered courier=petrova
        принято courier.signIn 3:courier.courierSignedIn courier=ivanov
        принято courier.signIn 4:courier.courierSignedIn courier=petrova
        принято courier.placeOrder id=e-1 5:courier.orderPlaced order=9421

        """)
    #expect(outcome.status == 0)
  }

  @Test func `a byte order mark at the beginning is skipped`() throws {
    let folder = try Folder()
    let file = try folder.write("\u{feff}" + Folder.opening, to: "commands.jsonl")
    let issued = try Tool.run("issue", "--file", file, "--password-iterations", "10", in: folder)
    #expect(issued.status == 0 && issued.lines.count == 5, "\(issued.output)")
    let events = try Folder.receipt(2).joined(separator: "\n")
    let imported = try Tool.run(
      "import", "--json", "--journal", "other", in: folder, input: "\u{feff}" + events)
    #expect(imported.status == 0)
    let exported = try Tool.run("export", "--journal", "other", in: folder)
    #expect(exported.lines.count == 2)
  }

  @Test func `a missing file creates no journal`() throws {
    let folder = try Folder()
    let outcome = try Tool.run("issue", "--file", folder.path("nowhere"), in: folder)
    #expect(outcome.status == 66)
    #expect(!FileManager.default.fileExists(atPath: folder.journal))
    #expect(try Tool.run("issue", "--file", folder.url.path, in: folder).status == 66)
  }

  @Test(.english) func `the settings of a journal are fixed when it is created`() throws {
    let folder = try Folder()
    let settings = [
      "--time-zone", "UTC", "--password-iterations", "10", "--segment-size", "4096",
    ]
    #expect(try Tool.run(["session", "--create"] + settings, in: folder).status == 0)
    for verb in ["issue", "import", "session"] {
      #expect(try Tool.run([verb] + settings, in: folder).status == 0)
      #expect(try Tool.run(verb, "--time-zone", "Asia/Tokyo", in: folder).status == 64)
    }
    let other = try Tool.run("issue", "--time-zone", "Europe/Moscow", in: folder)
    #expect(other.status == 64)
    #expect(
      other.diagnostics.contains(
        "was created with --time-zone UTC, which cannot be changed; leave the option out"))
    #expect(try Tool.run("issue", "--password-iterations", "11", in: folder).status == 64)
    #expect(try Tool.run("issue", "--segment-size", "5000", in: folder).status == 64)
  }

  @Test(.english) func `a torn tail is cut off and reported once`() throws {
    let folder = try Folder.atWork()
    let segment = URL(filePath: folder.path("journal/segments/00000000000000000001.jsonl"))
    let whole = try Data(contentsOf: segment)
    try (whole + Data(#"{"position":6,"id":"0"#.utf8)).write(to: segment)
    let shown = try Tool.run("show", "courier.metro", in: folder)
    #expect(shown.output == "stations: Сокол\n")
    #expect(shown.diagnostics == "")
    let outcome = try Tool.run(
      "issue", "courier.refreshOrders", "--actor", "ivanov", in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.diagnostics == """
        replay-tool: truncated 21 bytes of an unfinished append; it was never acknowledged

        """)
    #expect(try Tool.run("issue", in: folder).diagnostics == "")
  }
}
