import Commands
import Domain
import EventStore
import TestSupport
import Testing

/// What the mall's commands do once somebody is erased, with states kept and without.
@Suite struct MallErasureTests {
  private static let phone = "+79161234567"

  private func request(
    _ bench: inout MallBench, _ purpose: String, on device: String, at time: String
  ) -> CommandResult {
    bench.send(
      "mall.requestCode", by: device,
      ["phone": .string(Self.phone), "purpose": .string(purpose)], at: time)
  }

  @Test(arguments: [0, .max])
  func `the phone of an erased user is free, and what they did is remembered`(
    keepsStatesAfter: Int
  ) throws {
    var bench = try MallBench(keepsStatesAfter: keepsStatesAfter)
    let eva = try bench.register(Self.phone, on: "phone-eva", at: "07:00:00")
    _ = bench.send(
      "mall.saveProfile", by: eva, ["name": "Ева Браун", "email": "eva@example.com"], at: "07:01:00"
    )
    let ivan = try bench.register("+79037654321", on: "phone-ivan", at: "07:02:00")
    let referral = try bench.referralCodes()[0]
    #expect(request(&bench, "register", on: "tablet", at: "07:03:00").code == "notFound")
    #expect(request(&bench, "register", on: "phone-ivan", at: "07:03:00").code == "phoneTaken")
    #expect(request(&bench, "signIn", on: "phone-eva", at: "07:03:00").code == "ok")

    #expect(try bench.erase("user:\(eva)").search.positions.count == 5)
    // Neither the account nor a code is found by the phone any more, nor the pause after it.
    #expect(request(&bench, "signIn", on: "phone-eva", at: "07:03:01").code == "accountNotFound")
    let again = try bench.register(Self.phone, on: "phone-eva", at: "07:03:02")
    #expect(again != eva && again != "nobody")
    // Nobody is brought by the code of somebody erased.
    _ = bench.send(
      "mall.saveProfile", by: ivan, ["name": "Иван Петров", "email": "ivan@example.com"],
      at: "07:04:00")
    #expect(
      bench.send(
        "mall.enterReferralCode", by: ivan, ["code": .string(referral)], at: "07:05:00"
      ).code == "referralCodeNotFound")
    // The profile is still one, whatever stood in it.
    #expect(
      bench.send(
        "mall.saveProfile", by: again, ["name": "Ева Браун", "email": "eva@example.com"],
        at: "07:06:00"
      ).code == "ok")
  }

  @Test(arguments: [0, .max])
  func `a command that comes again after the erasure has its first result`(
    keepsStatesAfter: Int
  ) throws {
    var bench = try MallBench(keepsStatesAfter: keepsStatesAfter)
    let phone: JSONObject = ["phone": .string(Self.phone), "purpose": "register"]
    _ = bench.send("mall.installApp", by: "d", MallBench.phone, at: "07:00:00")
    let sent = bench.send("mall.requestCode", by: "d", phone, at: "07:00:00", id: "m-1")
    let code = try bench.code(for: Self.phone)
    let entry: JSONObject = ["phone": .string(Self.phone), "code": .string(code)]
    let entered = bench.send("mall.verifyCode", by: "d", entry, at: "07:01:00", id: "m-2")
    let user = try #require(entered.text("user"))
    let profile: JSONObject = ["name": "Ева Браун", "email": "eva@example.com"]
    let saved = bench.send("mall.saveProfile", by: user, profile, at: "07:02:00", id: "m-3")
    // Before the erasure, other content under an id is told.
    #expect(
      bench.send(
        "mall.saveProfile", by: user, ["name": "Яна Юрьева", "email": "y@y.ru"], at: "07:02:00",
        id: "m-3"
      ).code == "commandIdReused")
    _ = try bench.erase("user:\(user)")
    func isFirst(_ result: CommandResult, _ first: CommandResult) -> Bool {
      result.isDuplicate
        && result.json.replacing(#","duplicate":true"#, with: "") == first.json
    }
    #expect(
      isFirst(bench.send("mall.requestCode", by: "d", phone, at: "07:00:00", id: "m-1"), sent))
    #expect(
      isFirst(bench.send("mall.verifyCode", by: "d", entry, at: "07:01:00", id: "m-2"), entered))
    #expect(
      isFirst(bench.send("mall.saveProfile", by: user, profile, at: "07:02:00", id: "m-3"), saved))
    // What its content was nobody can tell any more; command and actor still count.
    #expect(
      isFirst(
        bench.send(
          "mall.saveProfile", by: user, ["name": "Яна Юрьева", "email": "y@y.ru"], at: "07:02:00",
          id: "m-3"), saved))
    #expect(
      bench.send("mall.saveProfile", by: "other", profile, at: "07:02:00", id: "m-3").code
        == "commandIdReused")
  }

  @Test(arguments: [0, .max])
  func `a tick names what is due and says so again when it is repeated`(
    keepsStatesAfter: Int
  ) throws {
    var bench = try MallBench(keepsStatesAfter: keepsStatesAfter)
    _ = bench.send("mall.installApp", by: "d", MallBench.phone, at: "07:00:00")
    let phone: JSONObject = ["phone": .string(Self.phone), "purpose": "register"]
    _ = bench.send("mall.requestCode", by: "d", phone, at: "07:00:00")
    // The code is due a day later: the tick of the same day expires it and names nothing.
    let first = bench.send("system.tick", by: "system", at: "07:05:00", id: "t-1")
    #expect(first.events.count == 1 && !first.json.contains("dueForErasure"))
    _ = bench.send("mall.requestCode", by: "d", phone, at: "07:06:00")
    let next = bench.tick("t-2", at: "2026-05-09T07:05:59.999Z")
    #expect(next.json.contains(#""value":{"dueForErasure":["code:"#))
    #expect(next.json.contains(#""dueForErasureCount":1"#) && next.events.count == 1)
    let due = try #require(next.json.firstMatch(of: /code:[^"]*/)).output
    let empty = bench.tick("t-3", at: "2026-05-09T07:06:00Z")
    #expect(empty.json.contains(#""dueForErasureCount":2"#) && empty.events.isEmpty)

    _ = try bench.erase(String(due))
    #expect(bench.tick("t-4", at: "2026-05-09T07:06:00Z").json.contains(#""dueForErasureCount":1"#))
    let repeated = bench.tick("t-2", at: "2026-05-09T07:05:59.999Z")
    #expect(repeated.isDuplicate)
    #expect(repeated.json.replacing(#","duplicate":true"#, with: "") == next.json)
  }
}

extension MallBench {
  /// A tick on any day.
  fileprivate mutating func tick(_ id: String, at time: String) -> CommandResult {
    carryOut([
      "command": "system.tick", "actor": "system", "id": .string(id), "at": .string(time),
    ])
  }
}
