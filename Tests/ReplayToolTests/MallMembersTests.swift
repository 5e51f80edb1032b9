import Foundation
import Testing

/// The story of the mall's members, run by the built tool. Its file has names in place of the codes
/// and users that the engine draws. They are looked up before each command, as the application and
/// the admin do.
@Suite struct MallMembersTests {
  private let folder: Folder
  /// The drawn values, each with the name that stands for it.
  private var drawn: [(value: String, name: String)] = []

  init() throws { folder = try Folder() }

  private static let questions = [
    "mall.start device=phone-olga",
    "mall.start device=phone-olga --as-of 2026-05-05T10:00:30+03:00",
    "mall.start device=phone-olga --as-of 2026-05-05T12:00:30+03:00",
    "mall.start device=phone-pavel --as-of 2026-05-05T12:07:00+03:00",
    "mall.start device=phone-pavel", "mall.notifications device=phone-olga",
    "mall.notifications device=phone-pavel", "mall.notifications device=phone-pavel --locale en",
    "mall.settings device=phone-pavel", "mall.about device=phone-olga",
    "mall.about user={user:phone-olga}", "mall.transactions user={user:phone-olga}",
    "mall.transactions user={user:phone-pavel}", "mall.referral user={user:phone-olga}",
    "mall.event event=concert --as-of 2026-05-06T12:00:30+03:00",
    "mall.offer offer=cappuccino",
    "mall.offer offer=cappuccino user={user:phone-olga} "
      + "--as-of 2026-05-09T12:01:00+03:00",
    "mall.myGifts user={user:phone-olga} --as-of 2026-05-09T12:01:00+03:00",
    "mall.object object=shokoladnitsa", "mall.newsItem news=spring",
    "mall.balance user={user:phone-olga}", "mall.profile user={user:phone-pavel}", "mall.devices",
    "mall.programme", "mall.users", "mall.ledger", "mall.codes now=2026-05-09T13:00:00+03:00",
    "mall.usage", "mall.reviews", "mall.home now=2026-05-09T13:00:00+03:00",
    "mall.home now=2026-05-09T13:00:00+03:00 --locale en",
  ]

  @Test mutating func `the members' story has the recorded results`() throws {
    let file = SampleTests.project.appending(path: "events/mall/member.jsonl")
    var results = ""
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let command = try filled(String(line))
      results += try Tool.run("issue", "--json", in: folder, input: command + "\n").output
    }
    var answers = ""
    for question in Self.questions {
      answers += "show \(question)\n" + (try folder.show(filled(question)))
    }
    try Snapshot.expect(named(results), equals: "mall/member-results.jsonl")
    try Snapshot.expect(named(answers), equals: "mall/member-answers.txt")
    #expect(try Tool.run("verify", in: folder).status == 0)
    let audit = try Tool.run("audit", "event:concert", "--json", in: folder)
    #expect(audit.status == 0, "\(audit.diagnostics)")
    let changes = try audit.lines.map(json).map { $0["changes"] as? [[String: Any]] ?? [] }
    let notified = try #require(changes.last).filter {
      $0["model"] as? String == "mall.notifications"
    }
    #expect(notified.map { $0["parameters"] as? [String: String] } == [["device": "phone-pavel"]])
  }

  /// The text with values in place of the names in braces.
  private mutating func filled(_ text: String) throws -> String {
    var text = text
    for match in text.matches(of: /\{(user|referral):([a-z-]+)\}/) {
      let value = try value(String(match.1), of: String(match.2))
      drawn.append((value, String(match.0)))
      text = text.replacing(match.0, with: value)
    }
    return text.contains("{code}") ? text.replacing("{code}", with: try newestCode()) : text
  }

  private func value(_ kind: String, of device: String) throws -> String {
    let devices = try #require(json(folder.show("mall.devices"))["devices"] as? [[String: Any]])
    let known = try #require(devices.first { $0["device"] as? String == device })
    let user = try #require(known["user"] as? String)
    if kind == "user" { return user }
    return try #require(json(folder.show("mall.referral user=\(user)"))["code"] as? String)
  }

  private func newestCode() throws -> String {
    let codes = try #require(json(folder.show("mall.codes"))["codes"] as? [[String: Any]])
    return try #require(codes.first?["code"] as? String)
  }

  /// The text with names in place of the drawn values.
  private func named(_ text: String) -> String {
    drawn.reduce(text) { $0.replacing($1.value, with: $1.name) }
      .replacing(/"code":"[0-9]{4}"/, with: #""code":"{code}""#)
  }
}
