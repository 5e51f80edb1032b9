import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// The mall's commands after an erasure, with and without cached states.
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
  func `the phone of an erased user is available, and other events of the user remain`(
    cachesStatesAfter: Int
  ) throws {
    var bench = try MallBench(cachesStatesAfter: cachesStatesAfter)
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
    // The phone no longer leads to the account, a code or the pause after a code.
    #expect(request(&bench, "signIn", on: "phone-eva", at: "07:03:01").code == "accountNotFound")
    let again = try bench.register(Self.phone, on: "phone-eva", at: "07:03:02")
    #expect(again != eva && again != "nobody")
    // The referral code of an erased user is no longer valid.
    _ = bench.send(
      "mall.saveProfile", by: ivan, ["name": "Иван Петров", "email": "ivan@example.com"],
      at: "07:04:00")
    #expect(
      bench.send(
        "mall.enterReferralCode", by: ivan, ["code": .string(referral)], at: "07:05:00"
      ).code == "referralCodeNotFound")
    // The user still has a profile although its content is erased.
    #expect(
      bench.send(
        "mall.saveProfile", by: again, ["name": "Ева Браун", "email": "eva@example.com"],
        at: "07:06:00"
      ).code == "ok")
  }

  @Test(arguments: [0, .max])
  func `a command repeated after the erasure gets its first result`(
    cachesStatesAfter: Int
  ) throws {
    var bench = try MallBench(cachesStatesAfter: cachesStatesAfter)
    let phone: JSONObject = ["phone": .string(Self.phone), "purpose": "register"]
    _ = bench.send("mall.installApp", by: "d", MallBench.phone, at: "07:00:00")
    let sent = bench.send("mall.requestCode", by: "d", phone, at: "07:00:00", id: "m-1")
    let code = try bench.code(for: Self.phone)
    let entry: JSONObject = ["phone": .string(Self.phone), "code": .string(code)]
    let entered = bench.send("mall.verifyCode", by: "d", entry, at: "07:01:00", id: "m-2")
    let user = try #require(entered.text("user"))
    let profile: JSONObject = ["name": "Ева Браун", "email": "eva@example.com"]
    let saved = bench.send("mall.saveProfile", by: user, profile, at: "07:02:00", id: "m-3")
    // Before the erasure, different content under the same id is detected.
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
    // Afterwards the content can't be compared; command and actor still are.
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
  func `a code is due for erasure a day after its last possible try`(cachesStatesAfter: Int) throws
  {
    var bench = try MallBench(cachesStatesAfter: cachesStatesAfter)
    _ = bench.send("mall.installApp", by: "d", MallBench.phone, at: "07:00:00")
    #expect(request(&bench, "register", on: "d", at: "07:00:00").code == "ok")
    #expect(request(&bench, "register", on: "d", at: "07:06:00").code == "ok")
    #expect(try bench.due(by: "2026-05-09T07:04:59.999Z") == [])
    #expect(try bench.due(by: "2026-05-09T07:10:59.999Z").count == 1)
    let due = try bench.due(by: "2026-05-09T07:11:00Z")
    #expect(due.count == 2 && due.allSatisfy { $0.hasPrefix("code:") })
    // The ticks don't report them, because no user deleted them.
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
