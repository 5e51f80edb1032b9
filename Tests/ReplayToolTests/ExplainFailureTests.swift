import Foundation
import Testing

/// Queries without an answer, and answers that contain hostile or erased texts.
@Suite struct ExplainFailureTests: ShopTests {
  @Test(arguments: [
    ("why", 64), ("why nft.crt user=boris", 64), ("why nft.cart user=boris totl", 64),
    ("why nft.cart usr=boris", 64), ("why nft.cart", 65), ("why nft.cart user=a/b", 65),
    ("why nft.cart user=nobody", 1), ("why nft.cart user=boris total count", 64),
    ("why nft.cart user=boris --position 999", 65), ("why nft.cart user=boris --since soon", 64),
    ("why nft.cart user=boris --journal none", 66), ("when nft.cart user=boris", 64),
    ("when nft.cart user=boris --where total>2 --run true", 64),
    ("when nft.cart user=boris --where >2", 64), ("when nft.cart user=boris --where total==2", 64),
    ("when nft.cart user=boris --where total=>2", 64),
    ("when nft.cart user=boris --where total<>2", 64),
    ("when nft.cart user=boris --where items[nft=cat-1", 64),
    ("why nft.cart user=boris items[nft=cat-1", 64), ("why nft.cart user=boris items.", 64),
    ("when nft.cart user=boris --where totl>2", 64),
    ("diff nft.cart user=boris", 64), ("diff nft.cart user=boris --from 9 --to 3", 65),
    ("diff nft.cart user=boris --from 999", 65), ("diff nft.cart --from 1", 65),
    ("diff --against none --from 3", 64), ("diff --against journal --format csv", 64),
    ("diff --against journal --without 4", 64), ("diff --against journal -n 1", 64),
    ("diff nft.cart user=boris --from 3 --columns model", 64), ("diff --from 3 --columns x", 64),
    ("diff --from 3 --without 999", 65), ("why nft.cart user=boris --without 999", 65),
  ])
  func `each failure has its status`(line: String, status: Int32) throws {
    let folder = try Folder.sample("nft")
    let outcome = try run(line, in: folder)
    #expect(outcome.status == status, "\(line): \(outcome.diagnostics)")
    let failed = try json(run("\(line) --json", in: folder).output)
    #expect(failed["ok"] as? Bool == false)
  }

  @Test func `a value that begins like a sign is a JSON string`() throws {
    let folder = try Folder.sample("nft")
    let rule =
      "OP is = != < <= > or >=; a VALUE that begins with =, < or > is quoted: \"<b>\""
    for condition in ["name >= <b>", "name != <b>", "name < <b>", "name = =b"] {
      let outcome = try Tool.run(
        ["when", "nft.profile", "user=boris", "--where", condition, "--locale", "en"], in: folder)
      #expect(outcome.status == 64)
      let taken = "--where takes 'FIELD OP VALUE' or 'FIELD', not \"\(condition)\""
      #expect(outcome.diagnostics.hasPrefix("replay-tool: \(taken); \(rule)\n"))
    }
    let quoted = ["when", "nft.profile", "user=boris", "--where", #"name >= "<b>""#]
    #expect(try Tool.run(quoted, in: folder).status == 0)
    let request = #"{"when":"nft.profile","parameters":{"user":"boris"},"where":"name >= <b>","#
    let session = try Tool.run("session", in: folder, input: request + #""locale":"en"}"# + "\n")
    let message = try #require(
      (json(session.output)["error"] as? [String: Any])?["message"] as? String)
    #expect(message.hasSuffix(#""FIELD OP VALUE" or "FIELD"; "# + rule), "\(message)")
  }

  @Test func `an empty journal has no answers`() throws {
    let folder = try Folder()
    try Tool.run(["session", "--create"], in: folder)
    #expect(try run("why nft.cart user=boris", in: folder).status == 1)
    #expect(try run("when nft.rating --where users.count>0", in: folder).status == 1)
    #expect(try run("diff nft.rating --from 0", in: folder).status == 0)
    #expect(try run("diff --from 0", in: folder).status == 0)
    let trace = try run("trace 1", in: folder)
    #expect(trace.status == 65)
    #expect(
      trace.diagnostics
        == "replay-tool: there is no event 1\nhint: the journal has no events yet\n")
    let why = try run("why nft.rating", in: folder)
    #expect(why.status == 0 && why.output == "now\nusers: —\nsort:  rating\n")
  }

  @Test func `tags with invalid ids have no answers`() throws {
    let folder = try Folder()
    let tags = #"["user:vera~1","order:","nft:кот"]"#
    let append = #"{"append":[{"type":"Noted","tags":\#(tags),"data":{}}]}"#
    try Tool.run(["session", "--create"], in: folder, input: Data("\(append)\n".utf8))
    for line in ["audit user:vera~1", "audit --position 1", "diff --from 0"] {
      let outcome = try run(line, in: folder)
      #expect(outcome.status == 0 && outcome.diagnostics.isEmpty, "\(line): \(outcome)")
    }
  }

  @Test func `hostile texts are printed escaped`() throws {
    let folder = try Folder()
    let name = #"\u001b[31mred\u202e"#
    let commands = """
      {"command":"nft.registerUser","actor":"anna","data":{"name":"A"}}
      {"command":"nft.editProfile","actor":"anna","data":{"name":"\(name)"}}

      """
    try Tool.run(["issue"], in: folder, input: Data(commands.utf8))
    for line in [
      "why nft.profile user=anna name", "why nft.profile user=anna name --json",
      "diff nft.profile user=anna --from 0", "when nft.profile user=anna --where name!=A",
      "diff nft.profile user=anna --from 0 --json", "why nft.profile user=anna name --format csv",
    ] {
      let output = try run(line, in: folder).output
      #expect(!output.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" }, "\(line)")
      #expect(!output.isEmpty)
    }
  }

  @Test func `erased data stays erased in every explanation`() throws {
    let folder = try Folder.atWork()
    try Tool.run("erase", "user:eva", "--yes", in: folder)
    let erased = try run("why courier.order order=9421 --json", in: folder)
    #expect(erased.status == 0)
    #expect(!erased.output.contains("Лесная") && !erased.output.contains("+7999"))
    let audit = try run("audit order:9421 --json", in: folder)
    #expect(!audit.output.contains("+7999"))
    // An erasure is not a change: the answers at earlier positions lack the data, too.
    let positions = try erased.lines.compactMap { try json($0)["position"] as? Int }
    #expect(positions == [5])
  }
}
