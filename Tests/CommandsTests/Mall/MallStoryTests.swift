import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// A user's path through the application, with codes that the engine draws.
@Suite struct `A visitor of the mall` {
  @Test(arguments: [0, .max])
  func `registers with a referral code, buys, redeems and gets a refund`(
    cachesStatesAfter: Int
  ) throws {
    var bench = try MallBench(cachesStatesAfter: cachesStatesAfter)
    let ivan = try bench.register("+79160000001", on: "d-1", at: "07:00:00")
    let eva = try bench.register("+79160000002", on: "d-2", at: "07:01:00")
    #expect(ivan != eva)
    let code = try bench.referralCodes()[0]
    publish(&bench)
    let profile: JSONObject = ["name": "Ева Петрова", "email": "eva@mail.ru"]
    let survey: JSONObject = ["dateOfBirth": "1990-02-28", "haveKids": .bool(true)]
    let commands: [(String, JSONObject, String)] = [
      ("mall.saveProfile", profile, "ok"),
      ("mall.enterReferralCode", ["code": .string(code.lowercased())], "ok"),
      ("mall.submitSurvey", survey, "ok"), ("mall.buyOffer", ["offer": "socks"], "ok"),
      ("mall.registerForEvent", ["event": "concert"], "ok"),
      ("mall.buyOffer", ["offer": "socks"], "alreadyOwned"),
      ("mall.buyOffer", ["offer": "shoes"], "insufficientPoints"),
      ("mall.startRedemption", ["offer": "socks"], "ok"),
      ("mall.confirmRedemption", ["offer": "socks"], "ok"),
    ]
    for (name, data, expected) in commands {
      let result = bench.send(name, by: eva, data, at: "07:03:00")
      #expect(result.code == expected, "\(name)")
    }
    let cancelled = bench.send(
      "mall.cancelEvent", by: "admin", ["event": "concert"], at: "07:04:00")
    #expect(cancelled.events.map(\.type) == ["mall.eventCancelled", "mall.pointsMoved"])
    var ledger: [PointsMoved] = []
    for case .pointsMoved(let fact) in try bench.events() { ledger.append(fact) }
    #expect(ledger.filter { $0.user.rawValue == eva }.map(\.points) == [100, 50, 30, -40, -25, 25])
    #expect(ledger.filter { $0.user.rawValue == ivan }.map(\.points) == [50])
  }

  private func publish(_ bench: inout MallBench) {
    let object: JSONObject = [
      "object": "nike", "category": "shops", "name": "Nike", "floor": .whole(2), "logo": "l",
      "description": "d",
    ]
    #expect(bench.send("mall.publishObject", by: "admin", object, at: "07:02:00").code == "ok")
    for (offer, price) in [("socks", 40), ("shoes", 500)] {
      let data: JSONObject = [
        "offer": .string(offer), "object": "nike", "title": "Носки", "price": .whole(price),
        "image": "i", "disclaimer": "d", "description": "d", "terms": "t", "confirmation": "c",
      ]
      #expect(bench.send("mall.publishOffer", by: "admin", data, at: "07:02:00").code == "ok")
    }
    let event: JSONObject = [
      "event": "concert", "title": "Концерт", "date": "2026-05-08", "price": .whole(25),
      "capacity": .whole(1), "image": "i", "description": "d",
    ]
    #expect(bench.send("mall.scheduleEvent", by: "admin", event, at: "07:02:00").code == "ok")
  }

  @Test(arguments: [0, .max])
  func `sees all wrong fields of a profile at once`(cachesStatesAfter: Int) throws {
    var bench = try MallBench(cachesStatesAfter: cachesStatesAfter)
    let eva = try bench.register("+79160000001", on: "d-1", at: "07:00:00")
    let both = bench.send(
      "mall.saveProfile", by: eva, ["name": "Ева", "email": "eva"], at: "07:01:00")
    #expect(both.code == "nameInvalid")
    #expect(both.json.contains(#","fields":["name","email"]},"events":[]}"#))
    let email = bench.send("mall.editProfile", by: eva, ["email": "eva"], at: "07:01:00")
    #expect(email.code == "emailInvalid" && email.json.contains(#","fields":["email"]}"#))
    #expect(!bench.send("mall.skipSurvey", by: eva, at: "07:01:00").json.contains("fields"))
  }

  @Test(arguments: [0, .max])
  func `gets the same result for a repeated code, and never sees the code`(
    cachesStatesAfter: Int
  ) throws {
    var bench = try MallBench(cachesStatesAfter: cachesStatesAfter)
    _ = bench.send("mall.installApp", by: "d-1", MallBench.phone, at: "07:00:00")
    let ask: JSONObject = ["phone": "+79160000001", "purpose": "register"]
    let asked = bench.send("mall.requestCode", by: "d-1", ask, at: "07:00:00", id: "ask")
    #expect(
      asked.json == #"{"id":"ask","command":"mall.requestCode","ok":true,"#
        + #""events":[{"position":2,"type":"mall.codeSent"}]}"#)
    let code = try bench.code(for: "+79160000001")
    let enter: JSONObject = ["phone": "+79160000001", "code": .string(code)]
    let entered = bench.send("mall.verifyCode", by: "d-1", enter, at: "07:00:10", id: "enter")
    let user = try #require(entered.text("user"))
    #expect(entered.text("screen") == "profile")
    _ = bench.send(
      "mall.saveProfile", by: user, ["name": "Ева Петрова", "email": "eva@mail.ru"],
      at: "07:00:20")
    let again = bench.send("mall.verifyCode", by: "d-1", enter, at: "07:00:10", id: "enter")
    #expect(again.isDuplicate && again.text("user") == user && again.text("screen") == "profile")
    let other: JSONObject = ["phone": "+79160000001", "code": code == "0000" ? "0001" : "0000"]
    #expect(
      bench.send("mall.verifyCode", by: "d-1", other, at: "07:00:30", id: "enter").code
        == "commandIdReused")
    #expect(bench.send("mall.verifyCode", by: "d-1", enter, at: "07:00:30").code == "codeExpired")
  }

  @Test(arguments: [0, .max])
  func `can mistype five times, and each try is recorded once`(cachesStatesAfter: Int) throws {
    var bench = try MallBench(cachesStatesAfter: cachesStatesAfter)
    _ = bench.send("mall.installApp", by: "d-1", MallBench.phone, at: "07:00:00")
    let ask: JSONObject = ["phone": "+79160000001", "purpose": "register"]
    _ = bench.send("mall.requestCode", by: "d-1", ask, at: "07:00:00")
    let code = try bench.code(for: "+79160000001")
    let wrong: JSONObject = ["phone": "+79160000001", "code": code == "0000" ? "0001" : "0000"]
    for attempt in 1...5 {
      let result = bench.send(
        "mall.verifyCode", by: "d-1", wrong, at: "07:01:00", id: "w\(attempt)")
      #expect(result.code == "codeIncorrect" && result.events.count == 1)
      let again = bench.send("mall.verifyCode", by: "d-1", wrong, at: "07:01:00", id: "w\(attempt)")
      #expect(again.code == "codeIncorrect" && again.isDuplicate)
    }
    let right: JSONObject = ["phone": "+79160000001", "code": .string(code)]
    #expect(bench.send("mall.verifyCode", by: "d-1", right, at: "07:01:00").code == "codeExpired")
    let tick = bench.send("system.tick", by: "system", at: "07:30:00")
    #expect(tick.events.isEmpty, "five wrong tries ended the code before its age did")
  }

  @Test(arguments: [0, .max])
  func `gets one expiry of an unused code, recorded by a tick`(cachesStatesAfter: Int) throws {
    var bench = try MallBench(cachesStatesAfter: cachesStatesAfter)
    _ = bench.send("mall.installApp", by: "d-1", MallBench.phone, at: "07:00:00")
    let ask: JSONObject = ["phone": "+79160000001", "purpose": "register"]
    _ = bench.send("mall.requestCode", by: "d-1", ask, at: "07:00:00")
    #expect(bench.send("system.tick", by: "system", at: "07:04:59.999").events.isEmpty)
    let tick = bench.send("system.tick", by: "system", at: "07:05:00")
    #expect(tick.events.map(\.type) == ["mall.codeExpired"])
    #expect(bench.send("system.tick", by: "system", at: "07:06:00").events.isEmpty)
  }
}
