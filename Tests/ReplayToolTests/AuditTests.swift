import Foundation
import Testing

/// The history of a subject, with the changes by each event.
@Suite struct AuditTests {
  @Test func `an order's history is printed for people`() throws {
    let folder = try Folder.sample("courier")
    let audit = try Tool.run("audit", "order:9402", in: folder)
    #expect(audit.status == 0)
    try Snapshot.expect(audit.output, equals: "courier/audit-9402.txt")
  }

  @Test func `every event has its actor, time, cause and changes`() throws {
    let folder = try Folder.sample("courier")
    let audit = try Tool.run("audit", "order:9402", "--json", in: folder)
    let events = try audit.lines.map { try json($0) }
    #expect(events.map { $0["position"] as? Int } == [10, 17, 20])
    let accepted = events[1]
    #expect(accepted["type"] as? String == "courier.orderAccepted")
    #expect(accepted["time"] as? String == "2026-05-04T06:50:00.000Z")
    #expect(accepted["actor"] as? String == "petrova")
    #expect(accepted["command"] as? String == "courier.acceptOrder")
    #expect(accepted["commandId"] is String)
    #expect(accepted["version"] as? Int == 1)
    #expect(accepted["correlation"] == nil)
    #expect(accepted["because"] == nil)
    let changes = try #require(accepted["changes"] as? [[String: Any]])
    let order = try #require(changes.first { $0["model"] as? String == "courier.order" })
    #expect(try canonical(order["parameters"] as Any) == #"{"order":"9402"}"#)
    let fields = try #require(order["fields"] as? [[String: Any]])
    let status = try #require(fields.first { $0["field"] as? String == "status" })
    #expect(status["before"] as? String == "available")
    #expect(status["after"] as? String == "accepted")
    #expect((events[0]["personal"] as? [String: Any])?["firstName"] is String)
    #expect(accepted["personal"] == nil)
  }

  @Test func `the values of a change are those that the read model shows`() throws {
    let folder = try Folder.sample("courier")
    let session = try RunningTool(["session"], in: folder)
    var count = 0
    for tag in ["order:9402", "order:9401", "courier:ivanov", "user:eva"] {
      for line in try Tool.run("audit", tag, "--json", in: folder).lines {
        let event = try json(line)
        for change in try #require(event["changes"] as? [[String: Any]]) {
          try compare(change, of: event, session)
          count += 1
        }
      }
    }
    #expect(count > 50)
    session.end()
  }

  /// Compares the plain fields of a change with the answers of `show` before and after the event.
  private func compare(
    _ change: [String: Any], of event: [String: Any], _ session: RunningTool
  ) throws {
    let model = try #require(change["model"] as? String)
    var parameters = try #require(change["parameters"] as? [String: String])
    let position = try #require(event["position"] as? Int)
    let place = "\(model) \(parameters) at \(position)"
    if !["courier.session", "courier.notifications", "courier.metro"].contains(model) {
      parameters["now"] = try #require(event["time"] as? String)
    }
    func shown(_ position: Int) throws -> [String: Any] {
      let question: [String: Any] = [
        "show": model, "parameters": parameters, "position": position,
      ]
      let answer = try #require(session.answer(to: canonical(question)))
      return try json(answer)["value"] as? [String: Any] ?? [:]
    }
    let (before, after) = (try shown(position - 1), try shown(position))
    for field in try #require(change["fields"] as? [[String: Any]]) {
      let name = try #require(field["field"] as? String)
      guard !name.contains("."), !name.contains("[") else { continue }
      #expect(
        try canonical(field["before"] ?? NSNull()) == canonical(before[name] ?? NSNull()),
        "\(name) of \(place)")
      #expect(
        try canonical(field["after"] ?? NSNull()) == canonical(after[name] ?? NSNull()),
        "\(name) of \(place)")
    }
  }

  @Test(.english) func `an audit can be limited to one event or a part of the past`() throws {
    let folder = try Folder.sample("courier")
    func positions(_ options: String...) throws -> [Int] {
      try Tool.run(["audit", "--json"] + options, in: folder).lines.compactMap {
        try json($0)["position"] as? Int
      }
    }
    #expect(try positions("--position", "17") == [17])
    #expect(try positions("order:9402", "--position", "17") == [10, 17])
    #expect(try positions("order:9402", "--as-of", "2026-05-04T06:49:59.999Z") == [10])
    #expect(try positions("order:9402", "--domain", "courier") == [10, 17, 20])
    let unknown = try Tool.run("audit", "order:none", in: folder)
    #expect(unknown.status == 1)
    #expect(unknown.output == "")
    #expect(
      unknown.diagnostics == """
        replay-tool: no event has ever had the tag "order:none"; did you mean "order:9401"?

        """)
    let bare = try Tool.run("audit", "order", in: folder)
    #expect(
      bare.diagnostics == """
        replay-tool: no event has ever had the tag "order"; a tag is KEY:VALUE, such as order:9412

        """)
    #expect(bare.status == 1)
    let elsewhere = try Tool.run(
      "audit", "order:9402", "--domain", "nft", "--locale", "en", in: folder)
    #expect(elsewhere.status == 0)
    #expect(
      elsewhere.diagnostics == "replay-tool: no event has the tag order:9402 in the domain nft\n")
    let before = try Tool.run("audit", "order:9402", "--as-of", "2020-01-01", in: folder)
    #expect(before.diagnostics == "replay-tool: no event has the tag order:9402 up to then\n")
    #expect(try Tool.run("audit", "--position", "9999", in: folder).status == 65)
    #expect(try Tool.run("audit", in: folder).status == 64)
    // The message is in the language of `--locale` and names the first valid position.
    let later = ["--position", "9999"]
    let russian = try Tool.run(["audit", "--locale", "ru"] + later, in: folder)
    #expect(russian.diagnostics.contains("позиция события, от 1 до последней в журнале"))
    let english = try Tool.run(["audit", "--locale", "en"] + later, in: folder)
    #expect(english.diagnostics.contains("of an event, from 1 to the journal's last"))
    let export = try Tool.run(["export", "--locale", "ru"] + later, in: folder)
    #expect(export.status == 65)
    #expect(export.diagnostics.contains("позиция события, от 0 до последней в журнале"))
    let domain = try Tool.run("audit", "order:9402", "--domain", "courrier", in: folder)
    #expect(domain.status == 64)
    #expect(domain.diagnostics.contains(#"did you mean "courier"?"#))
  }

  @Test func `an answer about too many days is left out`() throws {
    let folder = try Folder()
    for year in [1690, 2026] {
      let launch = ["mods.launch", "--actor", "anna", "--at", "\(year)-05-05T08:00:00Z"]
      #expect(try Tool.run(["issue"] + launch, in: folder).status == 0)
    }
    // The analytics of all days until the second event would be 122,000 rows.
    let audit = try Tool.run("audit", "user:anna", "--json", in: folder)
    #expect(audit.status == 0, "\(audit.diagnostics)")
    #expect(audit.lines.map { $0.contains("mods.analytics") } == [true, true, false, false])
    #expect(try Tool.run("diff", "--from", "2", in: folder).status == 0)
  }

  @Test func `events of no domain have a history, too`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    let events = try Tool.run("audit", "case:case-891", "--json", in: folder).lines
    #expect(!events.isEmpty)
    for event in events {
      #expect((try json(event)["changes"] as? [Any])?.isEmpty == true)
      #expect(try json(event)["actor"] == nil)
    }
  }
}
