import Foundation
import Testing

/// A user of the mall who earned points, brought a friend and is erased.
@Suite struct EraseMallTests {
  private let folder: Folder
  private let eva: String
  private let ivan: String

  init() throws {
    folder = try Folder()
    try folder.issue(
      "mall.configurePoints registration=100 referrer=40 referred=30 survey=20 referralTitle=Подарок",
      by: "admin")
    eva = try folder.registerInMall("+79161234567", on: "phone-eva")
    try folder.issue("mall.saveProfile name=Ева_Браун email=eva@example.com", by: eva)
    try folder.issue("mall.skipReferral", by: eva)
    try folder.issue("mall.submitSurvey dateOfBirth=1990-01-02 haveKids=true", by: eva)
    try folder.issue("mall.rateApp stars=3", by: eva)
    try folder.issue("mall.writeReview text=Тесно", by: eva)
    ivan = try folder.registerInMall("+79037654321", on: "phone-ivan")
    try folder.issue("mall.saveProfile name=Иван_Петров email=ivan@example.com", by: ivan)
    let code = try #require(json(folder.show("mall.referral user=\(eva)"))["code"] as? String)
    try folder.issue("mall.enterReferralCode code=\(code)", by: ivan)
    try folder.issue("mall.setNotifications enabled=true", by: "phone-eva")
    try folder.issue(
      "mall.scheduleEvent event=fair title=Ярмарка date=2030-01-02 price=10 image=1.png"
        + " description=Вход", by: "admin")
    for _ in 1...2 {
      try folder.issue("mall.registerForEvent event=fair", by: eva)
      try folder.issue("mall.leaveEvent event=fair", by: eva)
    }
  }

  /// The answers, with words in place of user ids and times, which differ from run to run.
  private func answers() throws -> [String] {
    try [
      "mall.users", "mall.ledger", "mall.reviews", "mall.codes", "mall.profile user=\(eva)",
      "mall.balance user=\(eva)", "mall.transactions user=\(eva)", "mall.referral user=\(eva)",
      "mall.settings device=phone-eva", "mall.referral user=\(ivan)", "mall.balance user=\(ivan)",
      "mall.start device=phone-eva", "mall.notifications device=phone-eva", "mall.devices",
    ].map { question in
      try folder.show(question).replacing(eva, with: "EVA").replacing(ivan, with: "IVAN")
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
    let erased = try Tool.run("erase", "--yes", "user:\(eva)", in: folder)
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

    // The phone is free: it registers a new user.
    let second = try folder.registerInMall("+79161234567", on: "new-phone")
    #expect(second != eva)
    #expect(try folder.show("mall.balance user=\(second)") == #"{"points":0}"# + "\n")
    #expect(try Tool.run("verify", in: folder).status == 0)
  }
}
