import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@testable import EventTesting

/// Laws of every read model, on one long story.
@Suite struct `Every read model of the habit tracker` {
  static let story = HabitsStory(.onboarded(), .chose(.today, by: "boris"))
    .then(.added("c1", "Здоровье"), .added("c2", "Дом"), .added("c1", "Сад", of: "boris"))
    .then(.habit("t1", on: [.mon, .fri]), .irregular("t2"), .habit("t3", in: "c2"))
    .then(.habit("t1", of: "boris"), .pinned("t1", of: "boris"), .pinned("t3"))
    .then(.done("t1", on: "2026-05-08"), .done("t2", on: "2026-05-06"))
    .then(at: "2026-05-08T21:00:00Z", .edited("t1", title: "Сон", on: [.sat]), .unpinned("t3"))
    .then(.done("t1", on: "2026-05-09"), .undone("t2", on: "2026-05-06"), .chose(.completed))
    .then(.renamed("c2", "Дача"), .edited("t2", in: "c2"), .done("t3", on: "2026-05-08"))
    .then(at: "2026-05-11T09:00:00Z", .done("t1", of: "boris", on: "2026-05-11"))
    .then(.deleted("t3"), .deleted("t2"), .deletedCategory("c2"), .onboarded("boris"))
    .then(.added("c3", "Учёба"), .edited("t1", in: "c3", emoji: "💤", color: "#123456"))

  static let parameters: [(any Projection<HabitsEvent>.Type, JSONObject)] = [
    (HabitsBoard.self, ["user": "anna"]), (HabitsBoard.self, ["user": "boris"]),
    (HabitsBoard.self, ["user": "vera"]),
    (CategoryList.self, ["user": "anna"]), (CategoryList.self, ["user": "boris"]),
    (CategoryList.self, ["user": "vera"]), (HabitsStart.self, ["user": "anna"]),
    (HabitsStart.self, ["user": "boris"]), (HabitsStart.self, ["user": "vera"]),
    (TrackerDetails.self, ["user": "anna", "tracker": "t1"]),
    (TrackerDetails.self, ["user": "anna", "tracker": "t2"]),
    (TrackerDetails.self, ["user": "boris", "tracker": "t1"]),
    (TrackerDetails.self, ["user": "boris", "tracker": "t2"]),
    (HabitsStatistics.self, ["user": "anna"]), (HabitsStatistics.self, ["user": "boris"]),
    (HabitsStatistics.self, ["user": "vera"]),
  ]

  @Test func `is tested on a story with every type of event`() {
    #expect(Self.story.hasAllTypes(of: HabitsEvent.samples))
  }

  @Test func `is named by the events that change its answers, and by no others`() throws {
    try Self.story.checkAudits(.habits, of: Self.parameters)
  }
}
