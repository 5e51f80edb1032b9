import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The codes that were sent` {
  static let phone = MallPhone(rawValue: "+79161234567")
  static let first = SentCode.of("eva", "c-1")
  static let second = SentCode.of("eva", "c-2", on: "d-2")

  static func story(_ facts: MallEvent...) -> MallStory {
    MallStory(at: "2026-05-08T12:00:00Z", .sent("0412", .register, first, to: phone)).then(facts)
  }

  /// The states of all codes, newest first.
  func states(_ story: MallStory, at now: String) -> [Substring] {
    story.show(SentCodes.self, ["now": .string(now)]).matches(of: /"state":"(\w+)"/).map(\.1)
  }

  @Test func `are listed newest first`() {
    let story = Self.story().then(
      at: "2026-05-08T12:00:15Z",
      .sent("7777", .signIn, Self.second, to: Self.phone, replacing: Self.first))
    let answer = """
      {"codes":[{"phone":"+79161234567","code":"7777","device":"d-2","purpose":"signIn",\
      "sentAt":"2026-05-08T12:00:15.000Z","state":"live"},\
      {"phone":"+79161234567","code":"0412","device":"d-1","purpose":"register",\
      "sentAt":"2026-05-08T12:00:00.000Z","state":"replaced"}]}
      """
    #expect(story.show(SentCodes.self) == answer)
    // An erased code can no longer be entered.
    let erased = ["+79161234567", "7777", "0412"].reduce(answer) {
      $0.replacing($1, with: "удалено")
    }.replacing("live", with: "expired")
    #expect(story.erasing(MallUserID("eva").tag).show(SentCodes.self) == erased)
    #expect(MallStory().show(SentCodes.self, in: .en) == #"{"codes":[]}"#)
  }

  @Test func `expire after five minutes, even if that is not recorded`() {
    let story = Self.story()
    #expect(states(story, at: "2026-05-08T12:04:59.999Z") == ["live"])
    #expect(states(story, at: "2026-05-08T12:05:00Z") == ["expired"])
    let recorded = story.then(at: "2026-05-08T12:05:00Z", .expired(Self.first))
    #expect(states(recorded, at: "2026-05-08T13:00:00Z") == ["expired"])
    #expect(states(recorded, at: "2026-05-08T12:04:59.999Z") == ["live"])
  }

  @Test func `expire after the fifth wrong attempt`() {
    let wrong = MallEvent.mistyped(Self.first, of: Self.phone, on: "d-2")
    let story = Self.story(wrong, wrong, wrong, wrong)
    #expect(states(story, at: "2026-05-08T12:01:00Z") == ["live"])
    #expect(states(story.then(wrong), at: "2026-05-08T12:01:00Z") == ["expired"])
  }

  @Test func `expire when they lapse`() {
    #expect(states(Self.story(.lapsed(Self.first)), at: "2026-05-08T12:01:00Z") == ["expired"])
  }

  @Test func `stay used for ever`() {
    #expect(
      states(Self.story(.used(Self.first, of: Self.phone)), at: "2026-05-09T12:01:00Z")
        == ["used"])
  }

  @Test func `stay expired when a newer one is sent`() {
    let next = MallEvent.sent("7777", .signIn, Self.second, to: Self.phone)
    let old = Self.story().then(at: "2026-05-08T12:05:00Z", next)
    #expect(states(old, at: "2026-05-08T12:05:00Z") == ["live", "expired"])
    let naming = MallEvent.sent(
      "7777", .signIn, Self.second, to: Self.phone, replacing: Self.first)
    let named = Self.story().then(at: "2026-05-08T12:05:00Z", naming)
    #expect(states(named, at: "2026-05-08T12:05:00Z") == ["live", "expired"])
    let lapsed = Self.story(.lapsed(Self.first)).then(at: "2026-05-08T12:01:00Z", naming)
    #expect(states(lapsed, at: "2026-05-08T12:01:00Z") == ["live", "expired"])
  }

  @Test func `stay replaced when they would have expired`() {
    let story = Self.story().then(
      at: "2026-05-08T12:01:00Z",
      .sent("7777", .signIn, Self.second, to: Self.phone, replacing: Self.first))
    #expect(states(story, at: "2026-05-08T13:00:00Z") == ["expired", "replaced"])
  }
}
