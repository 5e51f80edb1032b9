import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@testable import EventTesting

/// What holds for every read model, on one long story.
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
    (HabitsBoard.self, ["user": "anna", "date": "2026-05-09", "search": "с"]),
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

  static let all: [any Projection<HabitsEvent>.Type] = [
    HabitsBoard.self, CategoryList.self, HabitsStart.self, TrackerDetails.self,
    HabitsStatistics.self,
  ]

  /// The story up to each of its events, complete and erased.
  static let stories = story.events.indices.flatMap { count in
    let begun = story.cut(to: count + 1)
    return [
      begun, begun.erasing("user:anna"), begun.erasing("tracker:anna/t2", "category:anna/c2"),
    ]
  }

  @Test(arguments: all)
  func `names every type of fact it folds, and asks for one user's`(
    _ model: any Projection<HabitsEvent>.Type
  ) { checkFactTypes(model) }

  private func checkFactTypes<P: Projection<HabitsEvent>>(_ model: P.Type) {
    #expect(Self.story.fold(P.self, .of(P.State.factTypes)) == Self.story.fold(P.self))
    for (other, members) in Self.parameters where other == model {
      guard let parameters = try? Self.story.read(P.self, members) else { continue }
      let facts = P(P.State()).facts(for: parameters)
      #expect(facts == Self.story.fold(P.self).facts(for: parameters), "it never grows")
      #expect(facts.items.allSatisfy { !$0.types.isEmpty && $0.tags.count == 1 })
      #expect(facts.items.flatMap(\.types).allSatisfy(P.State.factTypes.contains))
    }
  }

  // `show` compares the answer with those of narrower folds and of snapshots.
  @Test func `answers from the facts it names as from everything, at every position`() {
    for story in Self.stories {
      for (model, parameters) in Self.parameters {
        #expect(!show(model, parameters, story).isEmpty)
      }
    }
  }

  private func show<P: Projection<HabitsEvent>>(
    _ model: P.Type, _ parameters: JSONObject, _ story: HabitsStory
  ) -> String { story.show(P.self, parameters) }

  @Test(arguments: all)
  func `goes on from a snapshot as if there were none`(
    _ model: any Projection<HabitsEvent>.Type
  ) { Self.story.checkSnapshots(model) }

  @Test(arguments: all)
  func `keeps nothing of what was erased`(_ model: any Projection<HabitsEvent>.Type) {
    checkErasure(model)
  }

  private func checkErasure<P: Projection<HabitsEvent>>(_ model: P.Type) {
    let state = canonical(Self.story.erasing("user:anna", "user:boris").fold(P.self).state)
    for text in ["Здоровье", "Дача", "Учёба", "Сад", "Сон", "Зарядка", "💤", "🤸"] {
      #expect(!state.contains(text))
    }
  }

  @Test(arguments: all)
  func `names all answers that an event changes`(_ model: any Projection<HabitsEvent>.Type) {
    checkKeys(model)
  }

  private func checkKeys<P: Projection<HabitsEvent>>(_ model: P.Type) {
    let now = "2026-05-08T09:00:00Z"
    for (other, members) in Self.parameters where other == model && members["date"] == nil {
      for count in Self.story.events.indices {
        let before = Self.story.cut(to: count).show(P.self, members, at: now)
        let after = Self.story.cut(to: count + 1).show(P.self, members, at: now)
        let event = Self.story.events[count]
        #expect(
          before == after || P.keys(touchedBy: event).contains(members),
          "\(members) at \(event.position)")
      }
    }
  }
}
