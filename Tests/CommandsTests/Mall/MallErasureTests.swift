import Commands
import Domain
import EventEngine
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
  func `a code is due a day after it could last be tried`(keepsStatesAfter: Int) throws {
    var bench = try MallBench(keepsStatesAfter: keepsStatesAfter)
    _ = bench.send("mall.installApp", by: "d", MallBench.phone, at: "07:00:00")
    #expect(request(&bench, "register", on: "d", at: "07:00:00").code == "ok")
    #expect(request(&bench, "register", on: "d", at: "07:06:00").code == "ok")
    #expect(try bench.due(by: "2026-05-09T07:04:59.999Z") == [])
    #expect(try bench.due(by: "2026-05-09T07:10:59.999Z").count == 1)
    let due = try bench.due(by: "2026-05-09T07:11:00Z")
    #expect(due.count == 2 && due.allSatisfy { $0.hasPrefix("code:") })
    // They are nothing that anybody has deleted, which a tick would name.
    let tick = bench.send("system.tick", by: "system", at: "23:00:00")
    #expect(tick.events.count == 2 && tick.json.contains("value") == false)
    #expect(try bench.erase(due[0]).search.positions.count == 1)
    #expect(try bench.due(by: "2026-05-09T07:11:00Z") == [due[1]])
  }
}

extension MallBench {
  fileprivate func due(by time: String) throws -> [String] {
    var reader = try JournalReader.open(JournalDirectory(folder))
    return try [Self.commands].dueForErasure(
      in: &reader, key: reader.key(), at: Timestamp(rfc3339: time)!
    ).map(\.subject.rawValue)
  }
}
