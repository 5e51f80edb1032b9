import Foundation
import Testing

/// A user of the mall who earned points, brought a friend and is erased.
@Suite struct EraseMallTests {
  private let folder: Folder
  private let eva: String
  private let ivan: String

  init() throws {
    folder = try Folder()
    try Self.issue(
      "mall.configurePoints registration=100 referrer=40 referred=30 survey=20 referralTitle=Подарок",
      "admin", folder)
    eva = try Self.register("+79161234567", on: "phone-eva", folder)
    try Self.issue("mall.saveProfile name=Ева_Браун email=eva@example.com", eva, folder)
    try Self.issue("mall.skipReferral", eva, folder)
    try Self.issue("mall.submitSurvey dateOfBirth=1990-01-02 haveKids=true", eva, folder)
    try Self.issue("mall.rateApp stars=3", eva, folder)
    try Self.issue("mall.writeReview text=Тесно", eva, folder)
    ivan = try Self.register("+79037654321", on: "phone-ivan", folder)
    try Self.issue("mall.saveProfile name=Иван_Петров email=ivan@example.com", ivan, folder)
    let code = try #require(json(Self.show("mall.referral user=\(eva)", folder))["code"] as? String)
    try Self.issue("mall.enterReferralCode code=\(code)", ivan, folder)
  }

  @discardableResult
  private static func issue(_ words: String, _ actor: String, _ folder: Folder) throws -> String {
    let fields = words.split(separator: " ").map { String($0).replacing("_", with: " ") }
    let result = try Tool.run(["issue"] + fields + ["--actor", actor, "--json"], in: folder)
    try #require(result.status == 0, "\(words): \(result.output)\(result.diagnostics)")
    return result.output
  }

  private static func show(_ words: String, _ folder: Folder) throws -> String {
    let shown = try Tool.run(
      ["show"] + words.split(separator: " ").map(String.init) + ["--json"], in: folder)
    return shown.output + shown.diagnostics
  }

  private static func register(_ phone: String, on device: String, _ folder: Folder) throws
    -> String
  {
    try issue("mall.installApp os=iOS osVersion=15.4 model=iPhone", device, folder)
    try issue("mall.requestCode phone=\(phone) purpose=register", device, folder)
    let codes = try #require(json(show("mall.codes", folder))["codes"] as? [[String: Any]])
    let code = try #require(codes.first?["code"] as? String)
    let entered = try json(issue("mall.verifyCode phone=\(phone) code=\(code)", device, folder))
    return try #require((entered["value"] as? [String: Any])?["user"] as? String)
  }

  /// The answers with the users' ids and the times, which are others each time, as words.
  private func answers() throws -> [String] {
    try [
      "mall.users", "mall.ledger", "mall.reviews", "mall.codes", "mall.profile user=\(eva)",
      "mall.balance user=\(eva)", "mall.transactions user=\(eva)", "mall.referral user=\(eva)",
      "mall.settings device=phone-eva", "mall.referral user=\(ivan)", "mall.balance user=\(ivan)",
    ].map { question in
      try Self.show(question, folder).replacing(eva, with: "EVA").replacing(ivan, with: "IVAN")
        .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]*Z/, with: "TIME")
        .replacing(/"date":"20[0-9-]*"/, with: #""date":"DAY""#)
        .replacing(/"code":"[A-Z0-9]{6}"/, with: #""code":"REFERRAL""#)
        .replacing(/"code":"[0-9]{4}"/, with: #""code":"DIGITS""#)
        .replacing(/"title":"[^"]*"/, with: #""title":"TITLE""#)
    }
  }

  @Test func `changes the settings on the phone with the profile`() throws {
    let audit = try Tool.run("audit", "user:\(eva)", "--json", in: folder)
    let saved = try #require(
      try audit.lines.map(json).first { $0["type"] as? String == "mall.profileSaved" })
    let changes = try #require(saved["changes"] as? [[String: Any]])
    let settings = changes.filter { $0["model"] as? String == "mall.settings" }
    #expect(settings.count == 1)
    #expect(settings.first?["parameters"] as? [String: String] == ["device": "phone-eva"])
    let fields = try #require(settings.first?["fields"] as? [[String: Any]])
    #expect(fields.map { $0["field"] as? String } == ["name", "email"])
    #expect(fields.first?["after"] as? String == "Ева Браун")
  }

  @Test func `is erased everywhere, and every sum stays`() throws {
    let before = try answers()
    let personal = try PersonalBytes(of: ["user:\(eva)"], in: folder)
    let erased = try Tool.run("erase", "user:\(eva)", in: folder)
    #expect(erased.status == 0, "\(erased.diagnostics)")
    #expect(try personal.remaining(in: folder) == [])
    let after = try answers()
    let expected = before.map { answer in
      answer.replacing("Ева Браун", with: "удалено").replacing("eva@example.com", with: "удалено")
        .replacing("+79161234567", with: "удалено").replacing("Тесно", with: "удалено")
    }
    // Referral code and digits, birth date and children are erased, too.
    #expect(
      after[0]
        == expected[0]
        .replacing(
          #""dateOfBirth":"1990-01-02","haveKids":true"#,
          with: #""dateOfBirth":null,"haveKids":null"#))
    #expect(after[1] == expected[1] && after[2] == expected[2])
    #expect(
      after[3]
        == expected[3].replacing(
          #""phone":"удалено","code":"DIGITS""#, with: #""phone":"удалено","code":"удалено""#))
    #expect(
      after[4]
        == expected[4]
        .replacing(
          #""dateOfBirth":"1990-01-02","haveKids":true"#,
          with: #""dateOfBirth":null,"haveKids":null"#))
    #expect(after[5] == #"{"points":160}"# + "\n" && after[6] == expected[6])
    #expect(after[7] == #"{"code":"удалено","invited":1,"points":40}"# + "\n")
    #expect(after[8] == expected[8])
    #expect(Array(after[9...]) == Array(expected[9...]))
    #expect(after[1].contains(#""sum":0"#))

    // The phone is free: it registers somebody new.
    let second = try Self.register("+79161234567", on: "new-phone", folder)
    #expect(second != eva)
    #expect(try Self.show("mall.balance user=\(second)", folder) == #"{"points":0}"# + "\n")
    #expect(try Tool.run("verify", in: folder).status == 0)
  }
}
