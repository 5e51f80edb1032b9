import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The notifications of the mall` {
  private let story = MallStory(
    .installed("d-1"), .installed("d-2"), .registered("eva"), .registered("ivan"),
    .notifications(true, on: "d-1", [.mallEvents]))

  private func texts(_ story: MallStory, on device: String = "d-1") throws -> [String] {
    let answer = story.show(MallNotifications.self, ["device": .string(device)])
    guard case .object(let members) = try JSONParser.parse(Array(answer.utf8)) else { return [] }
    guard case .array(let list)? = members["notifications"] else { return [] }
    return list.compactMap { item in
      if case .object(let members) = item { members["text"]?.text } else { nil }
    }
  }

  private let announced = "Новое мероприятие: «Концерт на крыше», 20.05.2026"
  private let cancelled = "Мероприятие «Концерт на крыше» отменено"

  @Test func `announce new events to the devices that are then enabled`() throws {
    let scheduled = story.then(at: "2026-05-09T09:00:00Z", .scheduled("concert"))
    #expect(
      scheduled.show(MallNotifications.self, ["device": "d-1"]) == """
        {"notifications":[{"kind":"eventScheduled","event":"concert",\
        "text":"\(announced)","sentAt":"2026-05-09T09:00:00.000Z"}]}
        """)
    #expect(
      scheduled.show(MallNotifications.self, ["device": "d-1"], in: .en).contains(
        "New event: “Концерт на крыше”, 20.05.2026"))
    #expect(try texts(scheduled, on: "d-2") == [])
    #expect(
      try texts(scheduled.then(.notifications(true, on: "d-2", [.mallEvents])), on: "d-2") == [])
    #expect(
      scheduled.show(MallNotifications.self, ["device": "d-3"], in: .en)
        == "notFound: There is no device d-3")
  }

  @Test func `announce only events scheduled while they were enabled, newest first`() throws {
    let story = story.then(
      .scheduled("a", .concert.with { $0.title = "А" }), .notifications(false, on: "d-1", []),
      .scheduled("b"), .notifications(true, on: "d-1", [.mallEvents]),
      .notifications(true, on: "d-1", ["скидки", .mallEvents]),
      .scheduled("c", .concert.with { ($0.title, $0.date) = ("В", day("2026-06-01")) }),
      .notifications(false, on: "d-1", []), .notifications(true, on: "d-1", [.mallEvents]),
      .scheduled("d", .concert.with { ($0.title, $0.date) = ("Г", day("0026-01-02")) }))
    #expect(
      try texts(story) == [
        "Новое мероприятие: «Г», 02.01.0026", "Новое мероприятие: «В», 01.06.2026",
        "Новое мероприятие: «А», 20.05.2026",
      ])
  }

  @Test func `keep title and date when the event is edited`() throws {
    let story = story.then(
      .signedIn("eva"), .scheduled("concert"), .joined("concert", by: "eva"),
      .rescheduled(
        "concert", .concert.with { ($0.title, $0.date) = ("Джаз", day("2026-05-21")) }))
    #expect(try texts(story) == [announced])
    #expect(
      try texts(story.then(.cancelled("concert", "Джаз")))
        == ["Мероприятие «Джаз» отменено", announced])
  }

  @Test func `announce a cancellation where a registered user is then signed in`() throws {
    let joined = story.then(
      .notifications(true, on: "d-2", [.mallEvents]), .scheduled("concert"), .signedIn("eva"),
      .joined("concert", by: "eva"), .signedIn("ivan", on: "d-2"))
    let cancellation = joined.then(at: "2026-05-10T09:00:00Z", .cancelled("concert"))
    #expect(
      cancellation.show(MallNotifications.self, ["device": "d-1"], in: .en) == """
        {"notifications":[{"kind":"eventCancelled","event":"concert",\
        "text":"The event “Концерт на крыше” is cancelled","sentAt":"2026-05-10T09:00:00.000Z"},\
        {"kind":"eventScheduled","event":"concert",\
        "text":"New event: “Концерт на крыше”, 20.05.2026","sentAt":"2026-05-08T09:00:00.000Z"}]}
        """)
    #expect(try texts(cancellation, on: "d-2") == [announced])
    let unconcerned: [[MallEvent]] = [
      [.signedOut("eva")], [.left("concert", by: "eva")], [.notifications(false, on: "d-1", [])],
      [.signedOut("eva"), .signedIn("ivan")],
    ]
    for events in unconcerned {
      let story = events.reduce(joined) { $0.then($1) }
      #expect(try texts(story.then(.cancelled("concert"))) == [announced], "\(events)")
    }
    for event in [MallEvent.signedOut("eva"), .left("concert", by: "eva")] {
      #expect(try texts(cancellation.then(event)) == [cancelled, announced])
    }
    let everywhere = joined.then(
      .signedOut("ivan", from: "d-2"), .signedIn("eva", on: "d-2"), .cancelled("concert"))
    #expect(try texts(everywhere) == [cancelled, announced])
    #expect(try texts(everywhere, on: "d-2") == [cancelled, announced])
  }

  @Test func `announce a cancellation to a user who left and registered again`() throws {
    let again = story.then(
      .scheduled("concert"), .signedIn("eva"), .joined("concert", by: "eva"),
      .left("concert", by: "eva"), .scheduled("fair"), .joined("concert", by: "eva"),
      .cancelled("concert"))
    #expect(try texts(again) == [cancelled, announced, announced])
  }

  @Test func `do not change with an erasure`() throws {
    let story = story.then(
      .scheduled("concert"), .signedIn("eva"), .joined("concert", by: "eva"),
      .cancelled("concert"))
    #expect(try texts(story.erased) == texts(story))
  }
}
