import Commands
import EventEngine
import Foundation
import Testing

/// Runs the engine on real files with JSON lines and compares whole results.
@Suite struct EngineTests {
  static let register =
    #"{"command":"courier.registerCourier","id":"r-1","actor":"admin","data":{"courier":"ivanov","login":"ivan","password":"1234"}}"#
  static let signIn =
    #"{"command":"courier.signIn","id":"s-1","data":{"login":"ivan","password":"1234"}}"#
  static func place(_ order: String, id: String? = nil) -> String {
    let id = id.map { #""id":"\#($0)","# } ?? ""
    return
      #"{"command":"courier.placeOrder",\#(id)"actor":"eva","data":{"order":"\#(order)","address":"ул. Ленина, 1","deliveryDate":"2026-05-09","metro":"Сокол","firstName":"Ева","lastName":"Смит","phone":"+79161234567"}}"#
  }
  static func accept(_ order: String, by courier: String = "ivanov", id: String? = nil) -> String {
    let id = id.map { #""id":"\#($0)","# } ?? ""
    return
      #"{"command":"courier.acceptOrder",\#(id)"actor":"\#(courier)","data":{"order":"\#(order)"}}"#
  }

  @Test(arguments: [0, Int.max])
  func `a courier's first order from registration to acceptance`(cachesStatesAfter: Int) throws {
    var bench = try Workbench(cachesStatesAfter: cachesStatesAfter)
    let results = bench.send(
      Self.register, Self.signIn, Self.place("9421"), Self.accept("9421", id: "a-1"))
    #expect(
      results == [
        #"{"id":"r-1","command":"courier.registerCourier","ok":true,"events":[{"position":1,"type":"courier.courierRegistered"}],"value":{"courier":"ivanov"}}"#,
        #"{"id":"s-1","command":"courier.signIn","ok":true,"events":[{"position":2,"type":"courier.courierSignedIn"}],"value":{"courier":"ivanov"}}"#,
        #"{"command":"courier.placeOrder","ok":true,"events":[{"position":3,"type":"courier.orderPlaced"}],"value":{"order":"9421"}}"#,
        #"{"id":"a-1","command":"courier.acceptOrder","ok":true,"events":[{"position":4,"type":"courier.orderAccepted"}]}"#,
      ])
  }

  @Test(arguments: [0, Int.max])
  func `a repeated command is not executed again, even after a restart`(
    cachesStatesAfter: Int
  ) throws {
    var bench = try Workbench(cachesStatesAfter: cachesStatesAfter)
    let lines = [
      Self.register, Self.signIn, Self.place("9421", id: "p-1"), Self.accept("9421", id: "a-1"),
    ]
    let first = bench.send(lines)
    let events = try bench.events()
    #expect(bench.send(lines) == first.map(duplicate))
    try bench.restart()
    #expect(bench.send(lines) == first.map(duplicate))
    #expect(try bench.events() == events)
  }

  /// The result expected for a repeated command.
  private func duplicate(_ result: String) -> String {
    let end = result.range(of: #"}],"value""#)?.lowerBound ?? result.range(of: "}]}")!.lowerBound
    return result[..<end] + #"}],"duplicate":true"# + result[end...].dropFirst(2)
  }

  @Test(arguments: [0, Int.max])
  func `an id can't be reused for another command, actor or content`(
    cachesStatesAfter: Int
  ) throws {
    var bench = try Workbench(cachesStatesAfter: cachesStatesAfter)
    _ = bench.send(Self.register, Self.signIn, Self.place("1"), Self.place("2"))
    _ = bench.send(Self.accept("1", id: "a-1"))
    let refusal =
      #""ok":false,"error":{"code":"commandIdReused","message":"Команда с id a-1 уже была, с другим содержанием. Возьмите новый id команды"},"events":[]}"#
    #expect(
      bench.send(
        Self.accept("2", id: "a-1"), Self.accept("1", by: "petrov", id: "a-1"),
        Self.place("1", id: "a-1"))
        == [
          #"{"id":"a-1","command":"courier.acceptOrder",\#(refusal)"#,
          #"{"id":"a-1","command":"courier.acceptOrder",\#(refusal)"#,
          #"{"id":"a-1","command":"courier.placeOrder",\#(refusal)"#,
        ])
  }

  @Test func `content is compared by value, ignoring key order, nulls and spelling`() throws {
    var bench = try Workbench()
    _ = bench.send(Self.register, Self.signIn, Self.place("1"))
    let first = bench.send(Self.accept("1", id: "a-1"))
    let again = bench.send(
      #" {"data" : {"order":"\u0031"}, "actor":"ivanov","correlation":"x","locale":"en","id":"a-1","command":"courier.acceptOrder"} "#
    )
    #expect(again == first.map(duplicate))
  }

  @Test(arguments: [0, Int.max])
  func `a repeated failed sign-in gets the same result and doesn't count again`(
    cachesStatesAfter: Int
  ) throws {
    var bench = try Workbench(cachesStatesAfter: cachesStatesAfter)
    _ = bench.send(Self.register)
    let wrong =
      #"{"command":"courier.signIn","id":"w-1","data":{"login":"ivan","password":"4321"}}"#
    let error = #""error":{"code":"invalidCredentials","message":"Неверный логин или пароль"}"#
    let event = #""events":[{"position":2,"type":"courier.signInFailed"}]"#
    #expect(
      bench.send(wrong) == [
        #"{"id":"w-1","command":"courier.signIn","ok":false,\#(error),\#(event)}"#
      ])
    for _ in 0..<6 {
      #expect(
        bench.send(wrong) == [
          #"{"id":"w-1","command":"courier.signIn","ok":false,\#(error),\#(event),"duplicate":true}"#
        ])
    }
    #expect(bench.send(Self.signIn)[0].contains(#""ok":true"#))
    let other =
      #"{"command":"courier.signIn","id":"w-1","data":{"login":"ivan","password":"9999"}}"#
    #expect(bench.send(other)[0].contains("commandIdReused"))
  }

  @Test func `the journal holds no passwords, and logins only as personal data`() throws {
    var bench = try Workbench()
    _ = bench.send(
      #"{"command":"courier.registerCourier","id":"r-1","actor":"admin","data":{"courier":"c1","login":"Zyxwvut","password":"8642"}}"#,
      #"{"command":"courier.signIn","id":"s-1","data":{"login":"Zyxwvut","password":"8643"}}"#
    )
    let text = try bench.journalText()
    #expect(text.contains("courier.signInFailed"))
    // In quotes, as a digest may contain the digits.
    #expect(!text.contains(#""8642""#) && !text.contains(#""8643""#))
    // The login occurs once: in the erasable section of its registration.
    #expect(text.components(separatedBy: "Zyxwvut").count == 2)
  }

  @Test func `the form is checked first, in the order of the specification`() throws {
    var bench = try Workbench()
    let results = bench.send(
      "", "[]", #"{"actor":"x"}"#, #"{"command":"courier.acceptOrdr","actor":"x"}"#,
      #"{"command":"courier.acceptOrder","actor":"x","extra":1,"data":{"bad":1}}"#,
      #"{"command":"courier.acceptOrder","data":{"bad":1}}"#,
      #"{"command":"courier.acceptOrder","data":{"order":"?"}}"#,
      #"{"command":"courier.acceptOrder","actor":"x"}"#,
      #"{"command":"courier.acceptOrder","actor":"admin","data":{"order":null}}"#,
      #"{"command":"courier.acceptOrder","actor":"admin","data":{"order":"?"}}"#,
      #"{"command":"courier.acceptOrder","actor":"x","data":7}"#,
      #"{"command":"courier.acceptOrder","actor":"x","data":{"order":"1"},"at":"2026-05-08T12:00:00"}"#,
      #"{"command":"courier.acceptOrder","actor":"x","data":{"order":"1"},"at":"2026-05-08T12:00:00.1234Z"}"#,
      #"{"command":"courier.acceptOrder","actor":"admin","data":{"order":"1"}}"#,
      #"{"command":"system.tick","actor":"eva"}"#,
      #"{"command":"courier.signIn","actor":"gateway","data":{"login":"a","password":"b"}}"#)
    let codes = results.map { $0.firstMatch(of: /"code":"(\w+)"/).map { String($0.1) } }
    #expect(
      codes == [
        "malformedCommand", "malformedCommand", "malformedCommand", "malformedCommand",
        "unknownField", "unknownField", "missingField", "missingField", "missingField",
        "invalidField", "invalidField", "invalidField", "invalidField", "actorNotAllowed",
        "actorNotAllowed", "actorNotAllowed",
      ])
    #expect(results[0].contains(#""line":1"#) && results[3].contains("courier.acceptOrder"))
    #expect(try bench.events() == [])
  }

  @Test func `event times never decrease`() throws {
    var bench = try Workbench(at: "2026-05-08T06:00:00.000Z")
    _ = bench.send(Self.place("1"))
    bench.clock.now = Timestamp(rfc3339: "2026-05-08T05:00:00.000Z")!
    let early = Self.place("2", id: "p-2").dropLast() + #","at":"2026-05-08T05:59:59.999Z"}"#
    #expect(bench.send(String(early))[0].contains("timeBeforeLastEvent"))
    _ = bench.send(Self.place("3"))
    var reader = try JournalReader.open(JournalDirectory(bench.folder))
    var times: [String] = []
    try reader.forEach { view in
      times.append(view.time.rfc3339)
      return true
    }
    #expect(times == ["2026-05-08T06:00:00.000Z", "2026-05-08T06:00:00.000Z"])
  }

  /// - Parameter at: the value of `at`.
  private static func place(_ order: String, id: String, at: String) -> String {
    place(order, id: id).dropLast() + #","at":"\#(at)"}"#
  }

  @Test(arguments: [0, Int.max])
  func `event times are never more than a day ahead of the clock`(
    cachesStatesAfter: Int
  ) throws {
    var bench = try Workbench(cachesStatesAfter: cachesStatesAfter, at: "2026-05-08T06:00:00.000Z")
    let far = "2026-05-09T06:00:00.001Z"
    let code =
      #""code":"timeInFuture","message":"Время команды (2026-05-09T06:00:00.001Z) больше чем на сутки опережает часы (2026-05-08T06:00:00.000Z). Исправьте время или часы""#
    let tick = #"{"command":"system.tick","actor":"system","at":"\#(far)"}"#
    let refused = bench.send(
      Self.place("1", id: "p-1", at: far), tick, Self.signIn.dropLast() + #","at":"\#(far)"}"#)
    #expect(refused.allSatisfy { $0.contains(code) }, "\(refused)")
    #expect(try bench.events() == [])
    // Exactly one day is allowed, and the refused id can be reused.
    let edge = Self.place("1", id: "p-1", at: "2026-05-09T06:00:00Z")
    #expect(bench.send(edge)[0].contains(#""ok":true"#))
    // The id is checked first, then the last event's time, then the clock, then the rules.
    let codes = bench.send(
      edge, Self.place("1", id: "p-1", at: far), Self.place("2", id: "p-1", at: far),
      Self.place("2", id: "p-2", at: "2026-05-09T05:59:59.999Z"),
      Self.place("1", id: "p-3", at: far), Self.place("1", id: "p-3", at: "2026-05-09T06:00:00Z"))
    #expect(
      codes.map { $0.firstMatch(of: /"code":"(\w+)"/).map { String($0.1) } } == [
        nil, nil, "commandIdReused", "timeBeforeLastEvent", "timeInFuture", "alreadyExists",
      ])
  }

  @Test func `a repeated command with its old time is a duplicate`() throws {
    var bench = try Workbench()
    let line =
      String(Self.place("1", id: "p-1").dropLast()) + #","at":"2026-05-08T07:00:00+01:00"}"#
    _ = bench.send(line, Self.place("2"))
    bench.clock.now = Timestamp(rfc3339: "2026-05-08T09:00:00.000Z")!
    _ = bench.send(Self.place("3"))
    #expect(bench.send(line)[0].contains(#""duplicate":true"#))
  }

  @Test func `a tick reminds once, however often it is repeated, and its id is recorded`() throws {
    var bench = try Workbench(at: "2026-05-09T10:00:00.000Z")
    _ = bench.send(
      Self.register, Self.signIn, Self.place("1"), Self.place("2"), Self.accept("2"),
      Self.accept("1"))
    let tick = #"{"command":"system.tick","id":"t-1","actor":"system"}"#
    #expect(
      bench.send(tick) == [#"{"id":"t-1","command":"system.tick","ok":true,"events":[]}"#])
    bench.clock.now = Timestamp(rfc3339: "2026-05-09T19:00:00.000Z")!
    let due =
      #"{"id":"t-1","command":"system.tick","ok":true,"events":[{"position":7,"type":"courier.deliveryReminderSent"},{"position":8,"type":"courier.deliveryReminderSent"}]"#
    #expect(bench.send(tick) == [due + "}"])
    #expect(bench.send(tick) == [due + #","duplicate":true}"#])
    try bench.restart()
    #expect(bench.send(tick) == [due + #","duplicate":true}"#])
    #expect(
      bench.send(#"{"command":"system.tick","actor":"system"}"#)
        == [#"{"command":"system.tick","ok":true,"events":[]}"#])
  }

  @Test func `the lines after a malformed one are executed`() throws {
    var bench = try Workbench()
    let results = bench.send("{", Self.place("1"), "nonsense", Self.place("2"))
    #expect(results.map { $0.contains(#""ok":true"#) } == [false, true, false, true])
    #expect(try bench.events() == ["1 courier.orderPlaced", "2 courier.orderPlaced"])
  }

  @Test func `a missing key refuses only commands that need it`() throws {
    var bench = try Workbench()
    _ = bench.send(Self.register)
    try FileManager.default.removeItem(atPath: bench.folder + "/journal.key")
    try bench.restart()
    #expect(bench.send(Self.signIn)[0].contains("storageFailed"))
    #expect(bench.send(Self.place("1"))[0].contains(#""ok":true"#))
    #expect(bench.send(Self.place("2", id: "p-2"))[0].contains("storageFailed"))
  }
}
