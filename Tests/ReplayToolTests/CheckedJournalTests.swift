import Foundation
import Testing

/// `check --journal` finds nothing wrong with correct journals, however rare their events are.
@Suite struct CheckedJournalTests {
  @Test(.english) func `a journal is read and not changed`() throws {
    let folder = try Folder.atWork()
    let before = try folder.records()
    let outcome = try Tool.run("check", "--journal", folder.journal, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output == "every law holds in \(folder.journal)\n")
    #expect(try folder.records() == before)
    let answer = try json(
      try Tool.run("check", "--journal", folder.journal, "--json", in: folder).output)
    #expect(answer["ok"] as? Bool == true)
    #expect(try Tool.run("check", "--journal", folder.path("none"), in: folder).status == 66)
    for option in [["--runs", "5"], ["--seed", "3"], ["--time", "1"], ["--to", "nowhere"]] {
      let words = ["check", "--journal", folder.journal] + option
      let noted = try Tool.run(words, in: folder)
      #expect(noted.status == 0)
      #expect(noted.diagnostics.contains("\(option[0]) is about random stories"))
    }
  }

  @Test(.english) func `an order of more NFTs than an event holds keeps every law`() throws {
    let folder = try Folder()
    let nfts = (1...61).map { "n-\($0)" }
    func line(_ command: String, _ actor: String, _ at: String, _ data: String) -> String {
      #"{"command":"nft.\#(command)","actor":"\#(actor)","at":"2026-05-08T\#(at):00Z","#
        + #""data":{\#(data)}}"#
    }
    var lines = ["anna", "boris"].map { line("registerUser", $0, "09:00", #""name":"Anna""#) }
    lines.append(
      line(
        "addCurrency", "admin", "09:00", #""currency":"ETH","name":"Ether","image":"https://e.x/e""#
      ))
    lines += nfts.map { nft in
      line(
        "mint", "admin", "09:00",
        #""nft":"\#(nft)","name":"N","image":"https://e.x/1","rating":3,"price":"1","author":"Vera""#
      )
    }
    lines += nfts.map { line("addToCart", "anna", "09:00", #""nft":"\#($0)""#) }
    lines += [
      line("pay", "anna", "10:00", #""order":"o-1","currency":"ETH""#),
      line("failPayment", "gateway", "10:00", #""order":"o-1","reason":"no money""#),
      line("cancelPayment", "anna", "10:00", #""order":"o-1""#),
      line("pay", "anna", "11:00", #""order":"o-2","currency":"ETH""#),
      #"{"command":"system.tick","actor":"system","at":"2026-05-08T12:00:00Z"}"#,
      line("pay", "anna", "13:00", #""order":"o-3","currency":"ETH""#),
      line("confirmPayment", "gateway", "13:00", #""order":"o-3""#),
    ]
    let input = lines.joined(separator: "\n") + "\n"
    let issued = try Tool.run("issue", in: folder, input: input)
    #expect(issued.status == 0, "\(issued.output.suffix(300)) \(issued.diagnostics)")
    let checked = try Tool.run("check", "--journal", folder.journal, in: folder)
    #expect(checked.output == "every law holds in \(folder.journal)\n")
  }

  @Test(.english) func `a day that comes twice keeps every law`() throws {
    let folder = try Folder()
    // In St John's, the clock went back from 00:01 on 7 November to 23:01 on the day before.
    let (before, after) = ("--at 2010-11-07T02:30:30Z", "--at 2010-11-07T02:45:00Z")
    try Tool.run("session", "--create", "--time-zone", "America/St_Johns", in: folder)
    try folder.issue("mods.launch \(before)", by: "anna")
    let device = "mall.installApp os=iOS osVersion=15.4 model=iPhone \(before)"
    try folder.issue(device, by: "d-1")
    try folder.issue("mall.requestCode phone=+79160000001 purpose=register \(before)", by: "d-1")
    let codes = try #require(json(folder.show("mall.codes"))["codes"] as? [[String: Any]])
    let code = try #require(codes.first?["code"] as? String)
    let verified = try json(
      folder.issue("mall.verifyCode phone=+79160000001 code=\(code) \(before)", by: "d-1"))
    let user = try #require((verified["value"] as? [String: Any])?["user"] as? String)
    try folder.issue("mall.saveProfile name=Eva_Braun email=e@e.ru \(before)", by: user)
    try folder.issue("mall.skipReferral \(before)", by: user)
    try folder.issue("mall.submitSurvey dateOfBirth=1990-01-01 haveKids=true \(after)", by: user)
    try folder.issue("mods.launch \(after)", by: "anna")
    let days = try folder.show("mall.transactions user=\(user)")
    #expect(days.contains("2010-11-07") && days.contains("2010-11-06"), "\(days)")
    let checked = try Tool.run("check", "--journal", folder.journal, in: folder)
    #expect(checked.output == "every law holds in \(folder.journal)\n")
  }

  @Test(.english) func `of two 23:59 on the day of delivery the second is the deadline`() throws {
    let folder = try Folder()
    // In Beirut, the clock went back from 24:00 to 23:00 that night.
    let lines = [
      #"{"command":"courier.registerCourier","actor":"admin","at":"2022-10-29T09:00:00Z","data":{"courier":"ivan","login":"ivan","password":"1234"}}"#,
      #"{"command":"courier.signIn","at":"2022-10-29T09:00:00Z","data":{"login":"ivan","password":"1234"}}"#,
      #"{"command":"courier.placeOrder","actor":"eva","at":"2022-10-29T10:00:00Z","data":{"order":"o-1","address":"Hamra, 5","deliveryDate":"2022-10-29","metro":"Hamra","firstName":"Eva","lastName":"Kim","phone":"+79990000000"}}"#,
      #"{"command":"courier.acceptOrder","actor":"ivan","at":"2022-10-29T19:30:00Z","data":{"order":"o-1"}}"#,
      #"{"command":"system.tick","actor":"system","at":"2022-10-29T20:00:00Z"}"#,
    ]
    let issued = try Tool.run(
      "issue", "--time-zone", "Asia/Beirut", "--password-iterations", "1", in: folder,
      input: lines.joined(separator: "\n") + "\n")
    #expect(issued.output.contains("courier.deliveryReminderSent"), "\(issued.output)")
    let checked = try Tool.run("check", "--journal", folder.journal, in: folder)
    #expect(checked.output == "every law holds in \(folder.journal)\n")
  }

  @Test func `on a terminal it shows how far a long journal is checked`() throws {
    let folder = try Folder()
    try folder.importReceipt(8_577)
    let printed = try PseudoTerminal.run(["check"], in: folder, typing: "")
    #expect(printed.status == 0)
    #expect(printed.screen.contains("\rchecking: "), "\(printed.screen)")
    #expect(printed.screen.hasSuffix("every law holds in \(folder.journal)\n"))
  }
}
