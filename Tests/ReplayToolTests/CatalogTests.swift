import EventChecking
import EventEngine
import Foundation
import Testing

@testable import ReplayToolKit

@Suite struct CatalogTests {
  @Test func `one command is shown with its fields and refusals`() throws {
    let folder = try Folder()
    let outcome = try Tool.run("catalog", "courier.cancelOrder", "--locale", "en", in: folder)
    #expect(
      outcome.output == """
        courier

          command courier.cancelOrder (actor: person) — Cancel an order
            field  kind            takes
            order  id    required  1 to 64 characters: ASCII letters, digits and . _ -
            refusals: notFound, notYourOrder, orderAlreadyAccepted, orderAlreadyCancelled

        refusals possible for any command: malformedCommand, unknownField, missingField, invalidField, \
        actorNotAllowed, commandIdReused, timeBeforeLastEvent, timeInFuture

        """)
    #expect(outcome.status == 0)
  }

  @Test func `with --json it is one object`() throws {
    let folder = try Folder()
    #expect(
      try Tool.run("catalog", "--json", "--locale", "en", "system", in: folder).output == """
        {"domains":[{"domain":"system","commands":[{"name":"system.tick","actor":"system","fields":[],"refusals":[],"summary":"Carry out everything that is due"}],"readModels":[],"events":[{"type":"system.subjectErased","version":1,"retired":false}]}],"refusals":["malformedCommand","unknownField","missingField","invalidField","actorNotAllowed","commandIdReused","timeBeforeLastEvent","timeInFuture"]}

        """)
    let all = try Tool.run("catalog", "--json", in: folder)
    let json = try JSONSerialization.jsonObject(with: Data(all.output.utf8)) as? [String: Any]
    let domains = try #require(json?["domains"] as? [[String: Any]])
    let names = domains.compactMap { $0["domain"] as? String }
    #expect(names.first == "courier" && names.last == "system")
    let courier = try #require(domains.first)
    #expect((courier["commands"] as? [Any])?.count == 13)
    #expect((courier["readModels"] as? [Any])?.count == 7)
    let events = try #require(courier["events"] as? [[String: Any]])
    #expect(events.allSatisfy { $0["version"] is Int && $0["retired"] is Bool })
  }

  @Test func `a read model is shown with its parameters and the members of its answer`() throws {
    let folder = try Folder()
    #expect(
      try Tool.run("catalog", "courier.session", "--locale", "en", in: folder).output == """
        courier

          read model courier.session — Whether a courier is signed in
            field    kind            takes
            courier  id    required  1 to 64 characters: ASCII letters, digits and . _ -
            shows: signedIn, screen, since

        """)
  }

  @Test func `a read model that audit leaves out is shown with the reason`() async throws {
    let outcome = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let domain = DomainDefinition(
        "doors", of: DoorEvent.self, deciders: [], projections: [DoorsByColour.self])
      let tool = ReplayTool(
        name: "doors-tool", domains: [domain], checks: [CheckedDomain(domain)])
      ReplayTool.current = tool
      var terminal = Terminal()
      _ = tool.run(["catalog", "doors.byColour", "--locale", "en"], &terminal)
    }
    #expect(
      String(decoding: outcome.standardOutputContent, as: UTF8.self).contains(
        """
        doors

          read model doors.byColour — Doors of a colour
            field   kind            takes
            colour  text  required  a text that is not empty
            no tag names (in audit only through keys(touchedBy:)): colour

        """))
  }

  @Test(.english) func `a field that is required under a condition names it`() throws {
    let folder = try Folder()
    let publishing = try Tool.run("catalog", "mall.publishNews", in: folder).output
    #expect(
      publishing.contains(
        "validUntil   day      optional  a day of the calendar, YYYY-MM-DD "
          + "(required if kind = promotion; refused for news)"))
    let orders = try Tool.run("catalog", "courier.orders", "--json", in: folder).output
    #expect(
      orders.contains(
        #""name":"courier","kind":"id","required":false,"takes":"1 to 64 characters: ASCII "#
          + #"letters, digits and . _ - (required if tab = mine)""#))
  }

  @Test(arguments: [
    ("mods.editMod", "category, title, image, description, archive"),
    ("habits.editTracker", "title, category, schedule, emoji, color"),
    ("mods.downloads", "user, path"),
  ])
  func `fields of which one is needed are named`(name: String, fields: String) throws {
    let folder = try Folder()
    let english = try Tool.run("help", name, "--locale", "en", in: folder).lines
    #expect(english.contains("    at least one of: \(fields)"))
    let russian = try Tool.run("help", name, "--locale", "ru", in: folder).lines
    #expect(russian.contains("    хотя бы одно из полей: \(fields)"))
  }

  @Test func `limits that a decider checks are notes of the field`() throws {
    let folder = try Folder()
    for name in ["createHabit", "createIrregularEvent", "editTracker"] {
      #expect(
        try Tool.run("help", "habits.\(name)", "--locale", "en", in: folder).output
          .contains("a text that is not empty (at most 38 characters)"))
      #expect(
        try Tool.run("help", "habits.\(name)", "--locale", "ru", in: folder).output
          .contains("непустой текст (не больше 38 символов)"))
    }
    #expect(
      try Tool.run("help", "mall.editNews", "--locale", "ru", in: folder).output
        .contains("день календаря, ГГГГ-ММ-ДД (у новостей отклоняется)"))
    #expect(
      try Tool.run("help", "mall.about", "--locale", "en", in: folder).output
        .contains("digits and . _ - (either user or device, not both)"))
  }

  @Test(.english) func `an optional text says what an empty one means`() throws {
    let folder = try Folder()
    func line(_ command: String, _ field: String) throws -> Substring? {
      try Tool.run("catalog", command, in: folder).lines.first { $0.hasPrefix("    \(field) ") }
    }
    let text = "optional  a text that is not empty"
    #expect(
      try line("nft.registerUser", "description")
        == "    description  text  \(text) (empty: left out)")
    #expect(
      try line("nft.editProfile", "description")
        == "    description  text  \(text) (empty: removes the value)")
    #expect(try line("nft.editProfile", "name") == "    name         text  \(text)")
  }

  @Test(.english) func `fields and refusals are rows, too`() throws {
    let folder = try Folder()
    let own = ["notFound", "notYourOrder", "orderAlreadyAccepted", "orderAlreadyCancelled"]
    let common = [
      "malformedCommand", "unknownField", "missingField", "invalidField", "actorNotAllowed",
      "commandIdReused", "timeBeforeLastEvent", "timeInFuture",
    ]
    let command = "courier.cancelOrder"
    let expected =
      [
        "kind,domain,name,fields,summary",
        #"command,courier,\#(command),"[""order""]",Cancel an order"#,
        #"field,courier,\#(command).order,,"id, required: "#
          + #"1 to 64 characters: ASCII letters, digits and . _ -""#,
      ] + own.map { "refusal,courier,\($0),,possible for \(command)" }
      + common.map { "refusal,,\($0),,possible for any command" }
    let rows = try Tool.run("catalog", command, "--format", "csv", in: folder).output
    #expect(rows == expected.map { $0 + "\r\n" }.joined())
    let event = try Tool.run(
      "catalog", "courier.orderPlaced", "--format", "jsonl", in: folder)
    #expect(event.lines.allSatisfy { !$0.contains("refusal") })
    #expect(
      event.output.contains(
        #"{"kind":"field","domain":"courier","name":"courier.orderPlaced.order","#))
  }

  @Test(.english) func `a search takes any text`() throws {
    for model in ["habits.board", "mall.catalogue", "nft.catalogue"] {
      let shown = try Tool.run("catalog", model, in: Folder()).output
      #expect(shown.contains(/search +text +optional +a text\n/))
    }
  }

  @Test func `a field or a refusal selects all that has it`() throws {
    let folder = try Folder()
    func names(_ part: String) throws -> [String] {
      let rows = try Tool.run(
        "catalog", part, "--columns", "kind,name", "--format", "csv", in: folder)
      #expect(try Tool.run("help", part, in: folder).output.hasPrefix("nft\n"))
      return rows.output.split(whereSeparator: \.isNewline)
        .filter { $0.contains(#/^(command|readModel|event),/#) }.map(String.init)
    }
    #expect(try names("cartEmpty") == ["command,nft.pay"])
    #expect(
      try names("currency") == [
        "command,nft.addCurrency", "command,nft.editCurrency", "command,nft.pay",
        "event,nft.currencyAdded", "event,nft.currencyEdited", "event,nft.paymentStarted",
      ])
  }

  @Test(.english) func `an unknown name is a usage error`() throws {
    let folder = try Folder()
    #expect(try Tool.run("catalog", "cartEmty", in: folder).diagnostics.contains("\"cartEmpty\"?"))
    let outcome = try Tool.run("catalog", "courier.placeOrdr", in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.diagnostics.contains("did you mean \"courier.placeOrder\"?"))
  }
}

@Suite struct CompletionsTests {
  @Test(.enabled(if: Programs.has("/bin/bash")))
  func `bash completes verbs, options, names, fields and words of the journal`() throws {
    let folder = try Folder.atWork()
    let script = try Tool.run("completions", "bash", in: folder)
    _ = try folder.write(
      script.output + """
        try() {
          COMP_LINE="replay-tool $1"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
          _replay_tool 2> /dev/null
          echo "${COMPREPLY[*]}"
        }
        PATH="${REPLAY_TOOL%/*}:$PATH"
        try 'sess'; try 'issue courier.a'; try 'issue courier.placeOrder de'
        try 'show --journal x courier.orders '; try 'show --posi'; try 'show --locale '
        try 'completions '; try 'issue courier.signOut '
        try 'replay nft.ra'; try 'snapshot nft.rating courier.se'; try 'audit --domain n'
        try 'tail --type courier.orderAcc'; try 'help exp'; try 'hel'
        cd "${BASH_SOURCE%/*}" && mkdir below && touch below/file
        try 'issue courier.signIn password=@below/fi'
        touch 'below/b`touch PWNED`$(x).txt'; try 'issue courier.signIn password=@below/b'
        try 'export --format=oc'
        COMP_WORDBREAKS='=:'
        try 'audit order:94'; try 'tail --actor ev'; try 'show courier.order order=94'
        try 'tail --tag courier:iv --journal nowhere '
        set -u; shopt -s failglob
        try 'tail --ty'; try 'tail --tag courier:iv --journal nowhere '
        COMP_WORDBREAKS=' '
        try 'tail --type=courier.orderAcc'; try 'show courier.order order=94'

        """, to: "try.sh")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [folder.path("try.sh")]
    process.environment = [
      "PATH": "/usr/bin:/bin", "REPLAY_TOOL": Tool.executable.path,
      "REPLAY_JOURNAL": folder.journal,
    ]
    let outcome = try ToolRun(process, in: folder.temporary).outcome()
    #expect(
      outcome.output == """
        session
        courier.acceptOrder
        deliveryDate=
        tab= courier= metro= now=
        --position
        ru en
        bash zsh fish

        nft.rating
        courier.session
        nft
        courier.orderAccepted
        export
        help
        @below/file
        @below/b\\`touch\\ PWNED\\`\\$\\(x\\).txt
        ocel
        9421
        eva
        9421

        --type

        --type=courier.orderAccepted
        order=9421

        """)
    #expect(outcome.diagnostics == "")
  }

  @Test func `the completions of every shell have every verb`() throws {
    let folder = try Folder()
    let list = try Tool.run("--help", in: folder).output
    let verbs = list.matches(of: /\n  (\w+) +\w/).map { String($0.1) }
    #expect(verbs.contains("issue"))
    for shell in ["bash", "zsh", "fish"] {
      let script = try Tool.run("completions", shell, in: folder)
      #expect(script.status == 0)
      #expect(script.output.contains("completions words --"))
    }
    let words = try Tool.run("completions", "words", "--", "", in: folder).output
    for verb in verbs { #expect(words.contains("\n\(verb)\t") || words.hasPrefix("\(verb)\t")) }
    for name in ["issue", "nft.pay", "nft.cart"] {
      let offered = try Tool.run("completions", "words", "--", "help", name, in: folder).output
      #expect(offered.hasPrefix(name))
    }
    #expect(try Tool.run("completions", "tcsh", in: folder).status == 64)
    #expect(try Tool.run("completions", in: folder).status == 64)
  }
}

/// A read model about something that no event has in its tags.
private struct DoorsByColour: Projection, StoredState {
  struct Answer: Encodable, Sendable { let count: Int }

  static let shape = QueryShape(
    "doors.byColour", Bilingual(ru: "Двери одного цвета", en: "Doors of a colour"),
    of: Field<String>.text("colour"))

  mutating func apply(_ event: Recorded<DoorEvent>) {}

  func answer(to _: String, _: QueryContext) throws(QueryRefusal) -> Answer { Answer(count: 0) }
}
