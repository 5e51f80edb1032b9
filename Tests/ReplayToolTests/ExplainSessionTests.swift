import Foundation
import Testing

/// The consequences of commands, dry runs, and the same queries in a session.
@Suite struct ExplainSessionTests: ShopTests {
  // MARK: - trace

  @Test(.english) func `trace shows two commands without ids as two`() throws {
    let folder = try Folder()
    let requests = ["1", "2"].map {
      #"{"command":"nft.setAgreement","actor":"admin","correlation":"c","at":"2026-05-08T09:00:0\#($0)Z","data":{"url":"https://e.x/\#($0)"}}"#
        + "\n"
    }
    try Tool.run("issue", in: folder, input: requests.joined())
    let trace = try Tool.run("trace", "1", in: folder)
    let commands = trace.lines.filter { $0.hasPrefix("nft.setAgreement correlation=c") }
    #expect(commands.count == 2 && trace.lines.count == 4, "\(trace.output)")
  }

  @Test func `trace shows the consequences of a command`() throws {
    let folder = try Folder.sample("courier")
    let tail = try Tool.run("tail", "--json", in: folder).lines.map { try json($0) }
    let reminder = try #require(tail.first { $0["because"] is Int })
    let because = try #require(reminder["because"] as? Int)
    let trace = try Tool.run("trace", "\(because)", "--json", in: folder)
    let events = try trace.lines.map { try json($0) }
    #expect(events.map { $0["depth"] as? Int } == [0, 1])
    #expect(events.map { $0["position"] as? Int } == [because, reminder["position"] as? Int])
    let id = try #require(events[0]["commandId"] as? String)
    #expect(try Tool.run("trace", "--command-id", id, "--json", in: folder).output == trace.output)
    let text = try Tool.run("trace", "\(because)", in: folder)
    #expect(text.lines.count == 4 && text.lines[2].hasPrefix("    system.tick"))
    #expect(try Tool.run("trace", "9999", in: folder).status == 65)
    #expect(try Tool.run("trace", "--command-id", "none", in: folder).status == 1)
    #expect(try Tool.run("trace", "--correlation", "none", in: folder).status == 1)
    #expect(try Tool.run("trace", "x", in: folder).status == 64)
    #expect(try Tool.run("trace", in: folder).status == 64)
  }

  /// The expiry that a payment or a purchase meets has the cause that a tick would have recorded.
  @Test(arguments: [
    (
      [
        #"mods.startTrial","actor":"anna","at":"2026-05-01T00:00:00Z","data":{}"#,
        #"mods.purchase","actor":"anna","at":"2026-05-05T00:00:00Z","data":{}"#,
      ], [1: "mods.trialStarted", 2: "mods.subscriptionExpired"]
    ),
    (
      [
        #"nft.registerUser","actor":"anna","at":"2026-05-08T12:00:00Z","data":{"name":"Anna"}"#,
        #"nft.mint","actor":"admin","at":"2026-05-08T12:00:00Z","data":{"nft":"n","name":"N","#
          + #""image":"http://x","rating":1,"price":"1","author":"x"}"#,
        #"nft.addCurrency","actor":"admin","at":"2026-05-08T12:00:00Z","#
          + #""data":{"currency":"ETH","name":"E","image":"http://x"}"#,
        #"nft.addToCart","actor":"anna","at":"2026-05-08T12:00:00Z","data":{"nft":"n"}"#,
        #"nft.pay","actor":"anna","at":"2026-05-08T12:00:00Z","#
          + #""data":{"currency":"ETH","order":"o-1"}"#,
        #"nft.pay","actor":"anna","at":"2026-05-08T12:30:00Z","#
          + #""data":{"currency":"ETH","order":"o-2"}"#,
      ], [5: "nft.paymentStarted", 6: "nft.paymentExpired"]
    ),
  ])
  func `trace shows an expiry that a later command records`(
    commands: [String], shown: [Int: String]
  ) throws {
    let folder = try Folder()
    let input = commands.map { #"{"command":"\#($0)}\#n"# }.joined()
    #expect(try Tool.run("issue", in: folder, input: input).status == 0)
    let start = try #require(shown.keys.min())
    let trace = try Tool.run("trace", "\(start)", "--json", in: folder)
    let events = try trace.lines.map { try json($0) }
    #expect(events.map { $0["position"] as? Int } == shown.keys.sorted())
    #expect(events.map { $0["type"] as? String } == shown.sorted { $0.key < $1.key }.map(\.value))
    #expect(events.last?["because"] as? Int == start)
  }

  @Test func `a tick is one command, although its events have causes of their own`() throws {
    let folder = try Folder.sample("courier")
    let tick = try Tool.run("trace", "--command-id", "c-065", in: folder)
    #expect(tick.lines.map { $0.prefix(5) } == ["syste", "  49 ", "  50 "])
    #expect(try Tool.run("trace", "50", in: folder).output == tick.output)
  }

  @Test func `an imported event is no command's, so the rest of its import is not shown`() throws {
    let folder = try Folder()
    try folder.importReceipt(4)
    let trace = try Tool.run("trace", "2", "--json", in: folder)
    #expect(try trace.lines.map { try json($0)["position"] as? Int } == [2])
  }

  @Test func `a misspelled id or correlation is suggested`() throws {
    let folder = try Folder.sample("nft")
    #expect(
      try run("trace --command-id n-59", in: folder).diagnostics
        == "replay-tool: no command with the id n-59; did you mean \"n-059\"?\n")
    _ = try run("issue nft.like nft=cat-1 --actor boris --correlation flow-1", in: folder)
    let trace = try run("trace --correlation flow1", in: folder)
    #expect(trace.status == 1)
    #expect(
      trace.diagnostics
        == "replay-tool: no command with the correlation flow1; did you mean \"flow-1\"?\n")
  }

  // MARK: - Dry runs

  @Test func `a dry run as of the past takes the time at which the command was carried out`() throws
  {
    let folder = try Folder.sample("nft")
    let like = "issue nft.like nft=cat-1 --actor boris --at 2026-05-20T12:00:00Z --dry-run --json"
    let dry = try run("\(like) --position 38", in: folder)
    #expect(dry.status == 0 && dry.output.contains(#""time":"2026-05-20T12:00:00.000Z""#))
    let future = like.replacing("2026-05-20", with: "2999-05-20")
    #expect(try run("\(future) --position 38", in: folder).output.contains("timeInFuture"))
  }

  @Test func `a dry run decides as of then and records nothing`() throws {
    let folder = try Folder.sample("nft")
    let pay = "issue nft.pay currency=ETH order=b-9 --actor boris --dry-run --json"
    let then = try json(run("\(pay) --position 35", in: folder).output)
    #expect(then["ok"] as? Bool == true)
    let event = try #require((then["events"] as? [[String: Any]])?.first)
    #expect(event["position"] as? Int == 36)
    #expect(event["type"] as? String == "nft.paymentStarted")
    #expect(event["time"] as? String == "2026-05-11T10:01:00.000Z")
    #expect((event["data"] as? [String: Any])?["currency"] as? String == "ETH")
    #expect(try canonical(then["value"] as Any) == #"{"order":"b-9","total":"3.75"}"#)
    let now = try run(pay, in: folder)
    #expect(now.status == 1 && now.output.contains("cartEmpty"))
    #expect(
      try run("issue nft.pay currency=ETH --actor boris --position 3", in: folder).status == 64)
    let line = #"{"command":"nft.like","actor":"boris","data":{"nft":"cat-1"}}"#
    let stream = try Tool.run(
      ["issue", "--dry-run", "--json"], in: folder, input: Data("\(line)\n\(line)\n".utf8))
    #expect(stream.lines.count == 2 && stream.lines[0] == stream.lines[1] && stream.status == 0)
    #expect(try json(Tool.run("stats", "--json", in: folder).output)["head"] as? Int == 71)
    let nowhere = try Tool.run(
      "issue", "nft.registerUser", "name=X", "--actor", "x", "--dry-run", "--journal",
      folder.path("none"), in: folder)
    #expect(nowhere.status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
  }

  // MARK: - Sessions

  @Test func `the parameters are checked before the position`() throws {
    let folder = try Folder.sample("habits")
    let late = #""position":1000000"#
    for (request, code, field) in [
      (#"{"show":"habits.start","parameters":{"zzz":1},\#(late)}"#, "unknownField", "zzz"),
      (#"{"show":"habits.start",\#(late)}"#, "missingField", "user"),
      (#"{"show":"habits.start","parameters":{"user":"a"},\#(late)}"#, "invalidField", "position"),
      (#"{"why":"habits.start","parameters":{"zzz":1},\#(late)}"#, "unknownField", "zzz"),
      (#"{"when":"habits.start","where":"a",\#(late)}"#, "missingField", "user"),
      (#"{"diff":"habits.start","from":1000000}"#, "missingField", "user"),
    ] {
      let answer = try Tool.run("session", in: folder, input: request + "\n")
      let error = try #require(json(answer.output)["error"] as? [String: Any])
      #expect(error["code"] as? String == code, "\(request): \(error)")
      #expect((error["message"] as? String)?.contains("«\(field)»") == true, "\(error)")
    }
  }

  @Test func `a session answers as the verbs do`() throws {
    let folder = try Folder.sample("nft")
    func ask(_ request: String) throws -> [String: Any] {
      try json(Tool.run(["session"], in: folder, input: Data("\(request)\n".utf8)).output)
    }
    func value(_ request: String) throws -> String {
      let answer = try ask(request)
      #expect(answer["ok"] as? Bool == true, "\(request): \(answer)")
      return try canonical(answer["value"] as Any)
    }
    func verb(_ line: String) throws -> String {
      try canonical(run("\(line) --json", in: folder).lines.map { try json($0) })
    }
    #expect(
      try value(#"{"why":"nft.cart","parameters":{"user":"boris"},"field":"total"}"#)
        == verb("why nft.cart user=boris total"))
    #expect(
      try value(
        #"{"why":"nft.cart","parameters":{"user":"boris"},"since":"2026-05-11T09:00:00Z","#
          + #""until":"2026-05-11T11:00:00Z","limit":3,"reverse":true}"#)
        == verb(
          "why nft.cart user=boris --since 2026-05-11T09:00:00Z --until 2026-05-11T11:00:00Z "
            + "-n 3 --reverse"))
    #expect(try value(#"{"diff":true,"from":66}"#) == verb("diff --from 66"))
    #expect(
      try value(#"{"when":"nft.cart","parameters":{"user":"boris"},"where":"total>2"}"#)
        == verb("when nft.cart user=boris --where total>2"))
    #expect(
      try value(#"{"diff":"nft.cart","parameters":{"user":"boris"},"from":34,"to":46}"#)
        == verb("diff nft.cart user=boris --from 34 --to 46"))
    #expect(try value(#"{"trace":39}"#) == verb("trace 39"))
    #expect(try value(#"{"trace":{"commandId":"n-059"}}"#) == verb("trace 39"))
    #expect(try value(#"{"audit":"user:boris"}"#) == verb("audit user:boris"))
    #expect(try value(#"{"audit":true,"position":39}"#) == verb("audit --position 39"))
    let dry = try ask(
      #"{"dryRun":{"command":"nft.like","actor":"boris","data":{"nft":"cat-1"}},"position":40}"#)
    #expect((dry["events"] as? [[String: Any]])?.first?["type"] as? String == "nft.liked")
    for (request, code) in [
      (#"{"why":"nft.crt"}"#, "notFound"), (#"{"why":"nft.cart"}"#, "missingField"),
      (#"{"why":"nft.cart","parameters":{"user":"nobody"}}"#, "notFound"),
      (#"{"when":"nft.cart","parameters":{"user":"boris"},"where":"= 3"}"#, "invalidField"),
      (#"{"when":"nft.cart","parameters":{"user":"boris"}}"#, "missingField"),
      (#"{"diff":"nft.cart","parameters":{"user":"boris"},"from":999}"#, "invalidField"),
      (#"{"diff":"nft.cart","parameters":{"user":"boris"},"from":"soon"}"#, "invalidField"),
      (#"{"why":"nft.cart","other":1}"#, "unknownField"),
      (#"{"audit":"user:boris","without":[39]}"#, "unknownField"),
      (#"{"trace":39,"without":[39]}"#, "unknownField"),
      (#"{"trace":39,"position":46}"#, "unknownField"),
      (#"{"dryRun":{},"without":[39]}"#, "unknownField"),
      (#"{"diff":true,"from":1,"asOf":"2026-05-11T10:00:00Z"}"#, "unknownField"),
      (#"{"diff":true,"from":1,"position":46}"#, "unknownField"),
      (#"{"trace":-1}"#, "invalidField"),
      (#"{"dryRun":"nft.like"}"#, "invalidField"), (#"{"audit":""}"#, "invalidField"),
      (#"{"audit":"user:nobody"}"#, "unknownFilter"), (#"{"trace":999}"#, "noSuchEvent"),
      (#"{"trace":0}"#, "noSuchEvent"),
      (#"{"why":"nft.cart","parameters":{"user":"boris"},"without":[999]}"#, "noSuchEvent"),
      (#"{"trace":{"commandId":"none"}}"#, "noSuchEvent"),
      (#"{"diff":true,"from":1,"parameters":{"user":"boris"}}"#, "invalidField"),
      (#"{"diff":"nft.cart","parameters":{"user":"boris"},"from":9,"to":3}"#, "invalidField"),
      (#"{"why":"nft.cart","parameters":{"user":"boris"},"field":"totl"}"#, "invalidField"),
      (#"{"when":"nft.cart","parameters":{"user":"boris"},"where":"totl>2"}"#, "invalidField"),
      (#"{"why":"nft.cart","parameters":{"user":"boris"},"since":"soon"}"#, "invalidField"),
    ] {
      let answer = try ask(request)
      #expect((answer["error"] as? [String: Any])?["code"] as? String == code, "\(request)")
    }
  }
}
