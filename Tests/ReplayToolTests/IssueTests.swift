import Foundation
import Testing

@Suite struct IssueTests {
  @Test func `a command is carried out and its result printed`() throws {
    let folder = try Folder.atWork()
    let outcome = try Tool.run(
      "issue", "courier.acceptOrder", "order=9421", "--actor", "ivanov", "--id", "c-17",
      in: folder)
    #expect(outcome.output == "принято courier.acceptOrder id=c-17 6:courier.orderAccepted\n")
    #expect(outcome.diagnostics == "")
    #expect(outcome.status == 0)
  }

  @Test func `with --json the result is an object`() throws {
    let folder = try Folder.atWork()
    let words = ["issue", "--json", "courier.acceptOrder", "order=9421", "--actor", "ivanov"]
    let first = try Tool.run(words + ["--id", "c-17"], in: folder)
    #expect(
      first.output == """
        {"id":"c-17","command":"courier.acceptOrder","ok":true,"events":[{"position":6,"type":"courier.orderAccepted"}]}

        """)
    let again = try Tool.run(words + ["--id", "c-17"], in: folder)
    #expect(
      again.output == """
        {"id":"c-17","command":"courier.acceptOrder","ok":true,"events":[{"position":6,"type":"courier.orderAccepted"}],"duplicate":true}

        """)
    #expect(again.status == 0)
    let reused = try Tool.run(
      "issue", "courier.completeOrder", "order=9421", "--actor", "ivanov", "--id", "c-17",
      "--locale", "en", in: folder)
    #expect(
      reused.output == """
        refused courier.completeOrder id=c-17 commandIdReused: A command with the id c-17 was sent \
        before with other content. Use a new command id

        """)
    #expect(reused.status == 1)
  }

  @Test func `a refusal has code, message and status 1`() throws {
    let folder = try Folder.atWork()
    let outcome = try Tool.run(
      "issue", "courier.acceptOrder", "order=1", "--actor", "ivanov", "--locale", "en",
      in: folder)
    #expect(
      outcome.output == """
        refused courier.acceptOrder notFound: There is no such order. Refresh the list and choose an \
        order from it

        """)
    #expect(outcome.status == 1)
  }

  @Test func `values are parsed by the type of their field`() throws {
    let folder = try Folder.atWork()
    for words in [["metro=Сокол,Динамо"], ["metro="], [#"metro:=["Сокол"]"#], []] {
      let outcome = try Tool.run(
        ["issue", "courier.refreshOrders", "--actor", "ivanov"] + words, in: folder)
      #expect(outcome.status == 0, "\(words): \(outcome)")
    }
    let data = try Tool.run("session", in: folder, input: #"{"read":{},"after":5}"#)
    let lists = data.output.matches(of: /"metro":(\[[^\]]*\])/).map { String($0.1) }
    #expect(lists == [#"["Сокол","Динамо"]"#, "[]", #"["Сокол"]"#])
  }

  @Test(.english) func `an unknown name is a usage error that suggests the nearest one`() throws {
    let folder = try Folder.atWork()
    let before = try folder.records()
    let cases: [([String], String)] = [
      (["issue", "courier.acceptOrdr"], "courier.acceptOrder"),
      (["issue", "acceptOrder"], "courier.acceptOrder"),
      (["issue", "courier.acceptOrder", "ordr=1"], "order"),
      (["issue", "courier.acceptOrder", "order=1", "--actr", "x"], "--actor"),
      (["isue"], "issue"),
      (["show", "courier.ordrs"], "courier.orders"),
      (["show", "courier.orders", "tob=mine"], "tab"),
    ]
    for (words, nearest) in cases {
      let outcome = try Tool.run(words, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.diagnostics.contains("did you mean \"\(nearest)\"?"), "\(outcome)")
    }
    #expect(try folder.records() == before)
  }

  @Test(
    .english,
    arguments: [
      ["issue", "courier.acceptOrder", "order"], ["issue", "courier.acceptOrder", "order:={"],
      ["issue", "courier.acceptOrder", "order=1", "order=2"],
      ["issue", "courier.acceptOrder", "order=@"], ["issue", "--actor", "x"],
      ["issue", "courier.acceptOrder", "--file", "x"], ["issue", "--time-zone", "Nowhere/Nothing"],
      ["issue", "--password-iterations", "0"], ["issue", "--wait", "soon"],
      ["issue", "--locale", "fr"],
    ])
  func `invalid arguments are a usage error`(words: [String]) throws {
    let folder = try Folder()
    let outcome = try Tool.run(words, in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.diagnostics.contains("try: replay-tool issue --help"))
    #expect(!FileManager.default.fileExists(atPath: folder.journal))
  }

  @Test func `a form error is malformed input`() throws {
    let folder = try Folder.atWork()
    let cases: [([String], String)] = [
      (["courier.acceptOrder", "--actor", "ivanov"], "missingField"),
      (["courier.acceptOrder", "order=9421"], "missingField"),
      (["courier.acceptOrder", "order=a b", "--actor", "ivanov"], "invalidField"),
      (["courier.acceptOrder", "order=1", "--actor", "ivanov", "--at", "noon"], "invalidField"),
    ]
    for (words, code) in cases {
      let outcome = try Tool.run(["issue", "--json"] + words, in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.output.contains("\"code\":\"\(code)\""), "\(outcome)")
      #expect(outcome.diagnostics.hasPrefix("replay-tool: \(code): "), "\(outcome)")
    }
  }

  @Test func `an error about a missing actor names the option`() throws {
    let folder = try Folder.atWork()
    let cases: [([String], String)] = [
      (
        ["nft.addToCart", "nft=1"],
        "--actor WHO: the sender of nft.addToCart (a courier, a customer, a user, a device)"
      ),
      (["nft.mint"], "--actor admin: nft.mint is sent by admin"),
    ]
    for (words, advice) in cases {
      let outcome = try Tool.run(["issue", "--locale", "en"] + words, in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.output.hasSuffix("missingField: Add \(advice)\n"), "\(outcome)")
    }
    let russian = try Tool.run("issue", "nft.addToCart", "nft=1", in: folder)
    #expect(
      russian.output.contains(
        "Добавьте --actor КТО: отправитель команды nft.addToCart (курьер, клиент, пользователь, "))
    let other = try Tool.run("issue", "nft.addToCart", "--actor", "anna", in: folder)
    #expect(other.status == 65 && !other.output.contains("--actor"))
  }

  @Test func `a line says who sends a command, and where its fields go`() throws {
    let folder = try Folder.atWork()
    let outcome = try Tool.run(
      "issue", "--locale", "en", in: folder,
      input: """
        {"command":"nft.confirmPayment","data":{"order":"1"}}
        {"command":"courier.acceptOrder","order":"9421"}

        """)
    let expected = """
      malformed line 1: nft.confirmPayment missingField: The field "actor" is missing; it takes: \
      gateway
      malformed line 2: courier.acceptOrder unknownField: The field "order" is unknown. Known \
      fields: command, id, actor, at, correlation, locale, data. The command's own fields go into \
      "data"

      """
    #expect(outcome.output == expected)
  }

  @Test(.english) func `the events that record a refusal follow its message`() throws {
    let folder = try Folder.atWork()
    try folder.replace("pin", with: Data("0000".utf8))
    let words = ["issue", "courier.signIn", "login=nobody", "password=@\(folder.path("pin"))"]
    let message = "refused courier.signIn invalidCredentials: Wrong login or password; "
    let rehearsed = try Tool.run(words + ["--dry-run"], in: folder).output
    #expect(
      rehearsed.hasPrefix("dry run: \(message)would be recorded: 6:courier.signInFailed\n"))
    let recorded = try Tool.run(words, in: folder).output
    #expect(recorded == "\(message)recorded: 6:courier.signInFailed\n")
  }

  @Test func `a value that is wrong only in the current state is malformed input, too`() throws {
    let folder = try Folder()
    let tracker = "title=Сон category=c emoji=😴 color=#112233 tracker=t"
    for words in [
      "habits.addCategory category=c title=Дом", "habits.createIrregularEvent " + tracker,
    ] {
      let words = words.split(separator: " ").map(String.init)
      #expect(try Tool.run(["issue"] + words + ["--actor", "anna"], in: folder).status == 0)
    }
    let edit = try Tool.run(
      "issue", "--json", "habits.editTracker", "tracker=t", "schedule=mon", "--actor", "anna",
      in: folder)
    #expect(edit.output.contains(#""code":"invalidField""#))
    #expect(edit.status == 65)
  }

  @Test func `an actor without permission is refused`() throws {
    let folder = try Folder.atWork()
    let outcome = try Tool.run(
      "issue", "--json", "courier.acceptOrder", "order=9421", "--actor", "admin", in: folder)
    #expect(outcome.output.contains("actorNotAllowed"))
    #expect(outcome.status == 1)
  }

  @Test func `the help shows how to issue a command`() throws {
    let folder = try Folder()
    for verb in ["issue", "show", "session", "catalog", "completions"] {
      let outcome = try Tool.run(verb, "--help", "--locale", "en", in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("replay-tool \(verb) — "))
      #expect(outcome.output.contains("examples:"))
      #expect(!outcome.output.contains(/password=[^@…]/))
    }
  }
}
