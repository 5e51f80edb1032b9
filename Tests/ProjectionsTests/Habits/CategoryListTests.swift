import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The list of categories` {
  private let story = HabitsStory(
    .added("c2", "Дом"), .added("c1", "Здоровье"), .added("c1", "Сад", of: "boris"))

  private func list(_ categories: (String, String, Int)..., last: String? = nil) -> String {
    let items = categories.map { id, title, trackers in
      #"{"category":"\#(id)","title":"\#(title)","trackers":\#(trackers)}"#
    }
    return """
      {"categories":[\(items.joined(separator: ","))],\
      "lastChosen":\(last.map { "\"\($0)\"" } ?? "null"),"empty":\(items.isEmpty)}
      """
  }

  @Test func `is empty at first and requires a known user`() {
    #expect(HabitsStory(.onboarded()).show(CategoryList.self) == list())
    #expect(HabitsStory(.chose(.all)).show(CategoryList.self, in: .en) == list())
    #expect(HabitsStory().show(CategoryList.self) == "notFound: Пользователя anna нет")
    #expect(HabitsStory().show(CategoryList.self, in: .en) == "notFound: There is no user anna")
    #expect(HabitsStory().show(CategoryList.self, [:]) == "missingField: user")
    #expect(HabitsStory().show(CategoryList.self, ["user": "a b"]) == "invalidField: user")
    #expect(
      story.show(CategoryList.self, ["user": "anna", "now": "2026-05-08T00:00:00Z"])
        == "unknownField: now")
  }

  @Test func `is in the order of addition, with none selected`() {
    #expect(story.show(CategoryList.self) == list(("c2", "Дом", 0), ("c1", "Здоровье", 0)))
    #expect(
      story.then(.renamed("c2", "Ящик")).show(CategoryList.self)
        == list(("c2", "Ящик", 0), ("c1", "Здоровье", 0)))
    #expect(story.show(CategoryList.self, ["user": "boris"]) == list(("c1", "Сад", 0)))
  }

  @Test func `counts trackers in their current categories`() {
    let filled = story.then(
      .habit("t1"), .irregular("t2"), .habit("t3", in: "c2"), .habit("t4", of: "boris"))
    #expect(
      filled.show(CategoryList.self)
        == list(("c2", "Дом", 1), ("c1", "Здоровье", 2), last: "c2"))
    let moved = filled.then(.edited("t1", in: "c2"), .edited("t2", in: "c1"), .deleted("t3"))
    #expect(
      moved.show(CategoryList.self) == list(("c2", "Дом", 1), ("c1", "Здоровье", 1), last: "c1"))
  }

  @Test func `marks the category of the tracker created or edited last`() {
    let created = story.then(.habit("t1"), .irregular("t2", in: "c2"))
    #expect(
      created.show(CategoryList.self) == list(("c2", "Дом", 1), ("c1", "Здоровье", 1), last: "c2"))
    #expect(
      created.then(.edited("t1", title: "Сон")).show(CategoryList.self)
        == list(("c2", "Дом", 1), ("c1", "Здоровье", 1), last: "c1"),
      "an edit without a move")
    #expect(
      created.then(.pinned("t1"), .done("t1", on: "2026-05-08"), .deleted("t2"))
        .show(CategoryList.self) == list(("c2", "Дом", 0), ("c1", "Здоровье", 1), last: "c2"),
      "the category remains")
    let gone = created.then(.deleted("t2"), .deletedCategory("c2"))
    #expect(gone.show(CategoryList.self) == list(("c1", "Здоровье", 1)))
    #expect(
      gone.then(.edited("t1", color: "#000000")).show(CategoryList.self)
        == list(("c1", "Здоровье", 1), last: "c1"))
  }

  @Test func `shows «удалено» for an erased title`() {
    let erased = story.erasing("category:anna/c2")
    #expect(erased.show(CategoryList.self) == list(("c2", "удалено", 0), ("c1", "Здоровье", 0)))
    #expect(
      erased.erasing("user:anna").show(CategoryList.self, in: .en)
        == list(("c2", "erased", 0), ("c1", "erased", 0)))
    #expect(
      erased.then(.renamed("c2", "Дача")).show(CategoryList.self)
        == list(("c2", "Дача", 0), ("c1", "Здоровье", 0)))
  }
}

@Suite struct `The screen the application opens with` {
  @Test func `is the onboarding until it is finished`() {
    let story = HabitsStory(.added("c1", "Дом"))
    #expect(story.show(HabitsStart.self) == #"{"screen":"onboarding"}"#)
    #expect(story.show(HabitsStart.self, ["user": "vera"]) == #"{"screen":"onboarding"}"#)
    let finished = story.then(.onboarded())
    #expect(finished.show(HabitsStart.self, in: .en) == #"{"screen":"trackers"}"#)
    #expect(finished.show(HabitsStart.self, ["user": "boris"]) == #"{"screen":"onboarding"}"#)
    #expect(finished.show(HabitsStart.self, [:]) == "missingField: user")
    #expect(finished.show(HabitsStart.self, ["user": "Анна"]) == "invalidField: user")
  }
}
