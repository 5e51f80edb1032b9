import Domain
import EventEngine
import Foundation
import TestSupport
import Testing

@Suite struct `The recorded shapes of habits events` {
  @Test(arguments: HabitsEvent.samples)
  func `round-trip through JSON`(event: HabitsEvent) throws {
    try expectRoundTrip(event.payload)
  }

  @Test func `have fixed types, versions and members`() throws {
    var encoder = PayloadEncoder()
    let records = try HabitsEvent.samples.map { event in
      let new = try NewEvent(event, with: &encoder)
      let personal = new.erasable?.personal.map { " + \(String(decoding: $0, as: UTF8.self))" }
      return "\(new.type) \(new.version.rawValue) \(String(decoding: new.data, as: UTF8.self))"
        + (personal ?? "")
    }
    let t1 = #""user":"anna","tracker":"t1""#
    #expect(
      records == [
        #"habits.onboardingFinished 1 {"user":"anna"}"#,
        #"habits.categoryAdded 1 {"user":"anna","category":"c1"} + {"title":"Здоровье"}"#,
        #"habits.categoryRenamed 1 {"user":"anna","category":"c1"} + {"title":"Самочувствие"}"#,
        ##"habits.habitCreated 1 {\##(t1),"category":"c1","schedule":["mon","fri"],"color":"#33CFD9"}"##
          + #" + {"title":"Пробежка","emoji":"🏃🏽‍♀️"}"#,
        #"habits.irregularEventCreated 1 {"user":"anna","tracker":"t2","category":"c1","#
          + ##""color":"#FF99CC"} + {"title":"Открытка","emoji":"💌"}"##,
        ##"habits.trackerEdited 1 {\##(t1),"category":"c2","schedule":["sun"],"color":"#abcdef"}"##
          + #" + {"title":"Прогулка","emoji":"🚶"}"#,
        "habits.trackerPinned 1 {\(t1)}", "habits.trackerUnpinned 1 {\(t1)}",
        #"habits.trackerMarkedDone 1 {\#(t1),"date":"2026-05-10"}"#,
        #"habits.trackerUnmarkedDone 1 {\#(t1),"date":"2026-05-10"}"#,
        "habits.trackerDeleted 1 {\(t1)}",
        #"habits.categoryDeleted 1 {"user":"anna","category":"c1"}"#,
        #"habits.filterChosen 1 {"user":"anna","filter":"uncompleted"}"#,
      ])
  }

  @Test func `are tagged with their user and the entities of the user`() {
    let tags = HabitsEvent.samples.map { $0.payload.tags.map(\.rawValue).joined(separator: " ") }
    let c1 = "category:anna/c1 user:anna"
    let t1 = "tracker:anna/t1 user:anna"
    #expect(
      tags == [
        "user:anna", c1, c1, t1, "tracker:anna/t2 user:anna", t1, t1, t1, t1, t1, t1, c1,
        "user:anna",
      ])
  }

  @Test func `name the subjects of every text, and those to erase after a deletion`() {
    for event in HabitsEvent.samples {
      #expect(event.payload.subjects == (hasTexts(event.payload) ? event.payload.tags : []))
    }
    let due = HabitsEvent.samples.map { $0.dueForErasure.map(\.rawValue) }
    #expect(due.filter { !$0.isEmpty } == [["tracker:anna/t1"], ["category:anna/c1"]])
  }

  private func hasTexts(_ payload: some EventPayload) -> Bool { payload.personal != nil }

  @Test(arguments: HabitsEvent.samples)
  func `contain no text outside the erasable section`(event: HabitsEvent) throws {
    let payload = event.payload
    let core = String(decoding: try JSONEncoder().encode(payload), as: UTF8.self)
    let inTheClear = core + payload.tags.map(\.rawValue).joined()
    for text in ["Здоровье", "Самочувствие", "Пробежка", "Открытка", "Прогулка", "🏃", "💌", "🚶"] {
      #expect(!inTheClear.contains(text))
    }
  }

  @Test func `have no erasable section for an edit without texts`() throws {
    var encoder = PayloadEncoder()
    let edit = HabitsEvent.edited("t1", color: "#000000")
    let new = try NewEvent(edit, with: &encoder)
    #expect(new.erasable == nil)
    #expect(
      String(decoding: new.data, as: UTF8.self)
        == ##"{"user":"anna","tracker":"t1","color":"#000000"}"##)
    guard case .trackerEdited(let payload) = edit else {
      Issue.record("another event")
      return
    }
    try expectRoundTrip(payload)
  }
}
