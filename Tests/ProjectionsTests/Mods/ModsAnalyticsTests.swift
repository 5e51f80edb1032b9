import Domain
import EventEngine
import Foundation
import Projections
import TestSupport
import Testing

/// Moscow is at UTC+3: the local day begins at 21:00Z.
@Suite struct `The analytics of the application with mods` {
  private func show(
    _ story: ModsStory, from: String? = nil, to: String? = nil,
    now: String = "2026-05-10T09:00:00Z"
  ) -> [String] {
    var parameters: JSONObject = ["now": .string(now)]
    if let from { parameters["from"] = .string(from) }
    if let to { parameters["to"] = .string(to) }
    let answer = story.show(ModsAnalytics.self, parameters)
    return answer.replacingOccurrences(of: "},", with: "}\n").split(separator: "\n")
      .map(String.init)
  }

  /// The figures in the order of the interface, without their names.
  private func figures(_ line: String) -> String {
    line.matches(of: /:("?[-0-9.]+"?)/).map { String($0.1) }.joined(separator: " ")
  }

  @Test func `shows a hundred thousand days at most`() throws {
    let story = ModsStory(at: "2026-05-08T09:00:00Z", .launched("anna"))
    // Asked once: `show` encodes the answer of each of its folds.
    let most = try ModsAnalytics.parameters(["from": "2000-01-01", "to": "2273-10-15"])
    let context = QueryContext(at: Moment(story.now, in: story.zone))
    #expect(try story.fold(ModsAnalytics.self).answer(to: most, context).days.count == 100_000)
    #expect(show(story, from: "2000-01-01", to: "2273-10-16") == ["invalidField: from"])
    #expect(show(story, to: "9999-12-31") == ["invalidField: to"])
    #expect(show(story, now: "2301-05-01T00:00:00Z") == ["invalidField: now"])
    #expect(show(story, from: "9999-12-31", to: "9999-12-31").count == 1)
  }

  @Test func `counts everything by local day, including empty days`() {
    let story = ModsStory(
      at: "2026-05-07T20:59:59.999Z", .published("raptor"), .launched("anna"), .paywall("anna")
    )
    .then(
      at: "2026-05-07T21:00:00Z", .dismissed("anna"), .opened("raptor", by: "anna"),
      .paywall("anna", insteadOf: "raptor"), .trial("anna", until: "2026-05-10T21:00:00Z"),
      .downloaded("raptor", by: "anna"), .downloaded("raptor", by: "anna")
    )
    .then(
      at: "2026-05-10T08:00:00Z",
      .renewed("anna", since: "2026-05-07T21:00:00Z", until: "2026-06-09T21:00:00Z"),
      .purchased("boris", until: "2026-06-09T08:00:00Z"), .subscriptionCancelled("boris"),
      .expired("vera", until: "2026-05-10T07:00:00Z"))
    #expect(
      show(story) == [
        #"{"days":[{"date":"2026-05-07","launches":1,"opens":0,"paywalls":1,"dismissed":0,"trials":0,"purchases":0,"conversion":0,"renewals":0,"cancellations":0,"expiries":0,"live":0,"downloads":0}"#,
        #"{"date":"2026-05-08","launches":0,"opens":1,"paywalls":1,"dismissed":1,"trials":1,"purchases":0,"conversion":1,"renewals":0,"cancellations":0,"expiries":0,"live":1,"downloads":2}"#,
        #"{"date":"2026-05-09","launches":0,"opens":0,"paywalls":0,"dismissed":0,"trials":0,"purchases":0,"conversion":0,"renewals":0,"cancellations":0,"expiries":0,"live":1,"downloads":0}"#,
        #"{"date":"2026-05-10","launches":0,"opens":0,"paywalls":0,"dismissed":0,"trials":0,"purchases":1,"conversion":0,"renewals":1,"cancellations":1,"expiries":1,"live":2,"downloads":0}],"total":{"launches":1,"opens":1,"paywalls":2,"dismissed":1,"trials":1,"purchases":1,"conversion":1,"renewals":1,"cancellations":1,"expiries":1,"live":2,"downloads":2}}"#,
      ])
  }

  @Test func `begins with the first event of any type and ends today`() {
    let story = ModsStory(at: "2026-05-06T09:00:00Z", .configured())
      .then(at: "2026-05-08T09:00:00Z", .launched("anna"))
    let lines = show(story, now: "2026-05-08T21:00:00Z")
    #expect(lines.count == 4)
    #expect(lines[0].contains("2026-05-06") && lines[3].contains("2026-05-09"))
  }

  @Test func `shows the requested days, also those without events`() {
    let story = ModsStory(.launched("anna")).then(at: "2026-05-09T09:00:00Z", .launched("anna"))
    let lines = show(story, from: "2026-05-01", to: "2026-05-08")
    #expect(lines.count == 8)
    #expect(lines[0].contains(#""date":"2026-05-01","launches":0"#))
    #expect(lines[7].contains(#""date":"2026-05-08","launches":1"#))
    #expect(lines[7].contains(#""total":{"launches":1,"#))
    #expect(show(story, from: "2026-05-09", to: "2026-05-12").count == 4)
  }

  @Test func `is empty for an empty period`() {
    let none =
      #"{"days":[],"total":{"launches":0,"opens":0,"paywalls":0,"dismissed":0,"trials":0,"purchases":0,"conversion":0,"renewals":0,"cancellations":0,"expiries":0,"live":0,"downloads":0}}"#
    #expect(show(ModsStory()) == [none])
    #expect(show(ModsStory(), to: "2026-05-10") == [none])
    #expect(show(ModsStory(.launched("anna")), from: "2026-05-11") == [none])
    #expect(show(ModsStory(), from: "2026-05-10").count == 1)
  }

  /// The figure at `place` in each line: 6 is the conversion, 10 the live subscriptions.
  private func figure(_ place: Int, _ story: ModsStory, to: String) -> [String] {
    show(story, from: "2026-05-08", to: to).map { line in
      let day = line.firstMatch(of: /"date".*?}/).map { String($0.0) } ?? ""
      return String(figures(day).split(separator: " ")[place + 1])
    }
  }

  @Test func `counts the subscriptions at the end of the day`() {
    // Until 21:00Z of the 11th: still live at 23:59:59.999 of the 11th, which is 20:59:59.999Z.
    let story = ModsStory(.trial("anna", until: "2026-05-11T21:00:00Z"))
      .then(.purchased("boris", until: "2026-05-11T20:59:59.999Z"))
      .then(.purchased("vera", until: "2026-05-08T20:00:00Z"))
    #expect(figure(10, story, to: "2026-05-13") == ["2", "2", "2", "1", "0", "0"])
    let total = show(story, from: "2026-05-08", to: "2026-05-10").last ?? ""
    #expect(total.hasSuffix(#""live":2,"downloads":0}}"#))
    #expect(show(story, from: "2026-05-09", to: "2026-05-09").last?.contains(#""live":2"#) == true)
  }

  @Test func `counts a renewed subscription once, and a new one from its beginning`() {
    let story = ModsStory(.trial("anna", until: "2026-05-10T09:00:00Z"))
      .then(
        at: "2026-05-09T09:00:00Z",
        .renewed("anna", since: "2026-05-08T09:00:00Z", until: "2026-05-11T09:00:00Z")
      )
      .then(
        at: "2026-05-13T09:00:00Z",
        .renewed("anna", since: "2026-05-13T09:00:00Z", until: "2026-05-15T09:00:00Z"))
    #expect(figure(10, story, to: "2026-05-16") == ["1", "1", "1", "0", "0", "1", "1", "0", "0"])
  }

  @Test func `converts the trials of a day, regardless of the day of payment`() {
    let until = "2026-05-11T09:00:00Z"
    let story = ModsStory(
      .purchased("vera", until: "2026-05-08T10:00:00Z"), .trial("anna", until: until),
      .trial("boris", until: until), .trial("gleb", until: until)
    )
    .then(at: "2026-05-09T09:00:00Z", .trial("vera", until: until), .trial("dina", until: until))
    #expect(figure(6, story, to: "2026-05-09") == ["0", "0"])
    let paid = story.then(
      at: "2026-05-12T09:00:00Z", .purchased("anna", until: "2026-06-11T09:00:00Z"),
      .renewed("anna", since: "2026-05-12T09:00:00Z", until: "2026-07-11T09:00:00Z"))
    #expect(figure(6, paid, to: "2026-05-09") == ["0.33", "0"])
    #expect(show(paid, to: "2026-05-09").last?.contains(#""conversion":0.2,"#) == true)
    let more = paid.then(
      .renewed("boris", since: "2026-05-08T09:00:00Z", until: "2026-07-11T09:00:00Z"),
      .purchased("dina", until: "2026-07-11T09:00:00Z"))
    #expect(figure(6, more, to: "2026-05-09") == ["0.67", "0.5"])
    #expect(show(more).last?.contains(#""conversion":0.6,"#) == true)
  }

  @Test func `rounds a half up`() {
    // 1 of 8 is 0.125.
    let users = (1...8).map { ModsUserID(rawValue: "u\($0)") }
    let story = users.reduce(ModsStory()) {
      $0.then(.trial($1, until: "2026-05-11T09:00:00Z"))
    }.then(.renewed("u1", since: "2026-05-08T09:00:00Z", until: "2026-06-11T09:00:00Z"))
    #expect(figure(6, story, to: "2026-05-08") == ["0.13"])
  }

  @Test func `checks the form`() {
    for field in ["from", "to"] {
      #expect(
        ModsStory().show(ModsAnalytics.self, [field: "2026-02-30"]) == "invalidField: \(field)")
    }
    #expect(ModsStory().show(ModsAnalytics.self, ["user": "anna"]) == "unknownField: user")
  }
}
