import Commands
import Domain
import EventEngine
import Testing

/// Ticks report deleted subjects until these are erased.
@Suite struct DueErasureTests {
  private static let deletions = [
    #"{"command":"habits.addCategory","actor":"anna","data":{"category":"c","title":"Дом"}}"#,
    ##"{"command":"habits.createIrregularEvent","actor":"anna","data":{"tracker":"t","title":"Сон","category":"c","emoji":"💤","color":"#FFFFFF"}}"##,
    #"{"command":"habits.addCategory","actor":"anna","data":{"category":"d","title":"Сад"}}"#,
    #"{"command":"habits.deleteCategory","actor":"anna","data":{"category":"c"}}"#,
    #"{"command":"courier.placeOrder","actor":"eva","data":{"order":"1","address":"Лесная, 5","deliveryDate":"2026-05-08","metro":"Сокол","firstName":"Ева","lastName":"Смит","phone":"+79161234567"}}"#,
    #"{"command":"courier.registerCourier","actor":"admin","data":{"courier":"ivan","login":"ivan","password":"1234"}}"#,
    #"{"command":"courier.signIn","data":{"login":"ivan","password":"1234"}}"#,
    #"{"command":"courier.acceptOrder","actor":"ivan","data":{"order":"1"}}"#,
  ]

  private static func tick(_ id: String, at time: String) -> String {
    #"{"command":"system.tick","actor":"system","id":"\#(id)","at":"\#(time)"}"#
  }

  private static func named(_ subjects: String...) -> String {
    let list = subjects.map { "\"\($0)\"" }.joined(separator: ",")
    return #","value":{"dueForErasure":[\#(list)],"dueForErasureCount":\#(subjects.count)}"#
  }

  @Test(arguments: [0, 4, .max])
  func `a tick reports the deleted subjects, and a repeated tick returns the same result`(
    cachesStatesAfter: Int
  ) throws {
    var bench = try Workbench([.courier, .habits], cachesStatesAfter: cachesStatesAfter)
    for line in Self.deletions {
      #expect(bench.send(line)[0].contains(#""ok":true"#))
    }
    let tracker = "tracker:anna/t"
    let first = bench.send(Self.tick("t-1", at: "2026-05-08T19:00:00Z"))[0]
    #expect(first.contains("deliveryReminderSent"))
    #expect(first.hasSuffix(Self.named(tracker, "category:anna/c") + "}"), "\(first)")
    try bench.erase(tracker)
    let second = bench.send(Self.tick("t-2", at: "2026-05-08T19:00:00Z"))[0]
    #expect(second.hasSuffix(#""events":[]"# + Self.named("category:anna/c") + "}"), "\(second)")
    try bench.erase("category:anna/c")
    #expect(
      bench.send(Self.tick("t-3", at: "2026-05-08T19:00:00Z"))
        == [#"{"id":"t-3","command":"system.tick","ok":true,"events":[]}"#])
    let repeated = bench.send(Self.tick("t-1", at: "2026-05-08T19:00:00Z"))[0]
    #expect(repeated.contains(#","duplicate":true"#))
    #expect(repeated.replacing(#","duplicate":true"#, with: "") == first)
    // The remaining category still has its title.
    let duplicate = bench.send(
      #"{"command":"habits.addCategory","actor":"anna","data":{"title":"Сад"}}"#)[0]
    #expect(duplicate.contains("categoryExists"))
  }

  @Test(arguments: [0, 4, .max])
  func `unique values become available again after an erasure`(cachesStatesAfter: Int) throws {
    var bench = try Workbench([.courier, .habits], cachesStatesAfter: cachesStatesAfter)
    for line in Self.deletions { _ = bench.send(line) }
    let courier =
      #"{"command":"courier.registerCourier","actor":"admin","data":{"courier":"oleg","login":"ivan","password":"1234"}}"#
    let category = #"{"command":"habits.addCategory","actor":"anna","data":{"title":"Сад"}}"#
    #expect(bench.send(courier)[0].contains("loginTaken"))
    #expect(bench.send(category)[0].contains("categoryExists"))
    try bench.erase("courier:ivan", "category:anna/d")
    #expect(bench.send(courier)[0].contains(#""ok":true"#))
    #expect(bench.send(category)[0].contains(#""ok":true"#))
    // Ids are never reused, and an erased courier can still act.
    let reused =
      #"{"command":"habits.addCategory","actor":"anna","data":{"category":"d","title":"Лес"}}"#
    #expect(bench.send(reused)[0].contains("alreadyExists"))
    let completes =
      #"{"command":"courier.completeOrder","actor":"ivan","data":{"order":"1"}}"#
    #expect(bench.send(completes)[0].contains("alreadyCompleted") == false)
  }
}
