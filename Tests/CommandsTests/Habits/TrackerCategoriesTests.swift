import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Anna has two categories. Boris has one with the same id and title as one of hers.
private let given = Given<TrackerCategories>(
  .added("c1", "Здоровье"), .added("c2", "Дом"), .added("c1", "Здоровье", of: "boris"))

@Suite struct `Adding a category` {
  private func add(
    _ data: JSONObject, by actor: String = "anna", to given: Given<TrackerCategories> = given,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<TrackerCategories> {
    given.when("habits.addCategory", by: actor, data, sourceLocation: sourceLocation)
  }

  @Test func `trims and records the title`() {
    add(["category": "c3", "title": "\u{A0} Учёба\n"])
      .then(.added("c3", "Учёба")).answering(CommandValue("category", "c3"))
  }

  @Test func `generates a missing id`() {
    add(["title": "Учёба"])
      .then(.added("fresh-id", "Учёба")).answering(CommandValue("category", "fresh-id"))
  }

  @Test func `refuses a duplicate title, before a duplicate id`() {
    add(["category": "c3", "title": "Дом"]).thenRefused(.categoryExists)
    add(["category": "c1", "title": " Здоровье "]).thenRefused(.categoryExists)
  }

  @Test func `treats titles that differ in case as different`() {
    add(["category": "c3", "title": "дом"]).then(.added("c3", "дом"))
  }

  @Test func `treats canonically equivalent titles as equal`() {
    let given = given.and(.added("c3", "Йога"))
    add(["category": "c4", "title": "И\u{306}ога"], to: given).thenRefused(.categoryExists)
  }

  @Test func `refuses an id that exists or existed`() {
    add(["category": "c1", "title": "Учёба"])
      .thenRefused(.alreadyExists(field: "category", id: "c1"))
    add(["category": "c1", "title": "Учёба"], to: given.and(.deletedCategory("c1")))
      .thenRefused(.alreadyExists(field: "category", id: "c1"))
  }

  @Test func `accepts the former title of a renamed, deleted or erased category`() {
    let title: JSONObject = ["category": "c3", "title": "Дом"]
    add(title, to: given.and(.renamed("c2", "Дача"))).then(.added("c3", "Дом"))
    add(title, to: given.and(.deletedCategory("c2"))).then(.added("c3", "Дом"))
    add(title, to: Given<TrackerCategories>(.added("c2", "Дом").erased)).then(.added("c3", "Дом"))
  }

  @Test func `is independent of other users' categories`() {
    add(["category": "c2", "title": "Дом"], by: "boris").then(.added("c2", "Дом", of: "boris"))
    add(["category": "c1", "title": "Здоровье"], by: "vera")
      .then(.added("c1", "Здоровье", of: "vera"))
  }

  @Test func `requires a title`() {
    add(["category": "c3"]).thenInvalid(.missingField("title"))
    add(["category": "c3", "title": .null]).thenInvalid(.missingField("title"))
    add(["category": "c3", "title": " \u{3000}"]).thenInvalid(.invalidField("title"))
    add(["category": "c3", "title": ["Дом"]]).thenInvalid(.invalidField("title"))
    add(["category": "a/b", "title": "Дом"]).thenInvalid(.invalidField("category"))
    add(["title": "Дом", "color": "#000000"]).thenInvalid(.unknownField("color"))
  }
}

@Suite struct `Renaming a category` {
  private func rename(
    _ category: JSONValue, _ title: JSONValue, in given: Given<TrackerCategories> = given,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<TrackerCategories> {
    given.when(
      "habits.renameCategory", by: "anna", ["category": category, "title": title],
      sourceLocation: sourceLocation)
  }

  @Test func `records the new title`() {
    rename("c1", " Самочувствие ").then(.renamed("c1", "Самочувствие")).answering()
  }

  @Test func `to the same title is recorded`() {
    rename("c1", "Здоровье").then(.renamed("c1", "Здоровье"))
  }

  @Test func `refuses the title of another category`() {
    rename("c1", "Дом").thenRefused(.categoryExists)
    rename("c1", "Дача", in: given.and(.renamed("c2", "Дача"))).thenRefused(.categoryExists)
    rename("c1", "Дом", in: given.and(.renamed("c2", "Дача"))).then(.renamed("c1", "Дом"))
  }

  @Test func `requires a category of the same user`() {
    rename("c3", "Дом").thenRefused(.noSuchCategory)
    rename("c3", "Дом", in: given.and(.added("c3", "Сад", of: "boris")))
      .thenRefused(.noSuchCategory)
    rename("c1", "Сад", in: given.and(.deletedCategory("c1"))).thenRefused(.noSuchCategory)
  }

  @Test func `works for a category whose title was erased`() {
    rename("c1", "Здоровье", in: Given<TrackerCategories>(.added("c1", "Здоровье").erased))
      .then(.renamed("c1", "Здоровье"))
  }

  @Test func `requires a title and an id`() {
    rename("c1", "").thenInvalid(.invalidField("title"))
    rename("c1", .null).thenInvalid(.missingField("title"))
    rename(.null, "Дом").thenInvalid(.missingField("category"))
  }
}

@Suite struct `Deleting a category` {
  private func delete(
    _ category: JSONValue, in given: Given<TrackerCategories> = given,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<TrackerCategories> {
    given.when(
      "habits.deleteCategory", by: "anna", ["category": category], sourceLocation: sourceLocation)
  }

  @Test func `deletes its trackers first, in the order of their creation`() {
    let given = given.and(
      .habit("t3"), .irregular("t1"), .habit("t2", in: "c2"), .habit("t4", of: "boris"),
      .habit("t5"))
    delete("c1", in: given)
      .then(.deleted("t3"), .deleted("t1"), .deleted("t5"), .deletedCategory("c1")).answering()
    delete("c2", in: given).then(.deleted("t2"), .deletedCategory("c2"))
  }

  @Test func `deletes trackers that were moved into it, and no others`() {
    let given = given.and(
      .habit("t1"), .habit("t2"), .habit("t3", in: "c2"), .edited("t1", in: "c2"),
      .edited("t3", in: "c1"), .edited("t2", title: "Сон"), .deleted("t2"))
    delete("c1", in: given).then(.deleted("t3"), .deletedCategory("c1"))
    delete("c2", in: given).then(.deleted("t1"), .deletedCategory("c2"))
  }

  @Test func `requires a category of the same user`() {
    delete("c3").thenRefused(.noSuchCategory)
    delete("c3", in: given.and(.added("c3", "Сад", of: "boris"))).thenRefused(.noSuchCategory)
    delete("c1").thereafter.when(.delete(OwnedCategory("c1", of: "anna")))
      .thenRefused(.noSuchCategory)
  }

  @Test func `names the subjects to erase`() {
    guard case .events(let events) = delete("c1", in: given.and(.habit("t1"))).decision else {
      Issue.record("the command was refused")
      return
    }
    #expect(
      events.flatMap(\.dueForErasure).map(\.rawValue) == ["tracker:anna/t1", "category:anna/c1"])
  }
}
