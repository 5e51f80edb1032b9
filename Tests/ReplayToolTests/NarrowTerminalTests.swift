import Foundation
import Testing

/// Texts on terminals that are narrower than their lines.
@Suite struct NarrowTerminalTests: ShopTests {
  private func shown(
    _ line: String, in folder: Folder, columns: UInt16, _ variables: [String] = ["NO_COLOR=1"]
  ) throws -> String {
    try PseudoTerminal.run(
      line.split(separator: " ").map(String.init) + ["--locale", "en"], in: folder, typing: "",
      columns: columns, variables: variables + ["PAGER=cat", "TERM=xterm"]
    ).screen.replacing(/\r[^\n]*\r/, with: "")
  }

  @Test(arguments: [
    "", "--help", "help why", "help session", "help catalog", "catalog nft", "help nft.pay",
    "trace 56", "audit user:anna -n 3", "tail -n 20", "when nft.cart user=boris --where total>2",
  ])
  func `lines are broken between words, and nothing else changes`(line: String) throws {
    let folder = try Folder.sample("nft")
    let words = line.split(separator: " ").map(String.init) + ["--locale", "en"]
    let piped = try Tool.run(words, in: folder).output
    for columns in [50, 80, 200] {
      let screen = try shown(line, in: folder, columns: UInt16(columns))
      #expect(screen.filter { !$0.isWhitespace } == piped.filter { !$0.isWhitespace })
      // A command that is pasted must not be broken.
      for line in screen.split(separator: "\n") where line.count > columns {
        #expect(line.contains(/^ {2}(\S.*)?replay-tool\ /), "\(line)")
      }
      #expect(columns < 200 || screen == piped)
    }
  }

  @Test func `the help hangs under its first line, or begins a line of its own`() throws {
    let folder = try Folder()
    let wide = try shown("help why", in: folder, columns: 80)
    #expect(
      wide.contains(
        """
          --as-of WHEN                 the journal as of a time: 2026-05-08,
                                       2026-05-08T12:00, '3 hours ago'

        """))
    #expect(
      wide.contains(
        """
        With --without, the named events are left out. Later events stay as they were
        recorded, even if they would have been decided differently.
        Exit status: 0 there is or was an answer; 1 there never was one; 64 an unknown

        """))
    #expect(
      try shown("help why", in: folder, columns: 50).contains(
        """
          --as-of WHEN
              the journal as of a time: 2026-05-08,
              2026-05-08T12:00, '3 hours ago'

        """))
    #expect(
      try shown("help nft.pay", in: folder, columns: 80).contains(
        """
            currency  id    required  1 to 64 characters: ASCII letters, digits and . _
                                      -

        """))
  }

  @Test func `why is a table, with its links below if need be, or a list`() throws {
    let folder = try Folder.sample("nft")
    let line = "why nft.cart user=boris total --since 2026-05-11T13:20 --until 2026-05-11T14:40"
    #expect(
      try shown(line, in: folder, columns: 80).hasSuffix(
        """
        39  05-11 10:21  nft.paymentConfirmed  gateway  3.75  → 2.25
              nft:cat-1 user:anna
        52  05-11 11:31  nft.addedToCart       boris    0     → 2.25
        54  05-11 11:33  nft.paymentConfirmed  gateway  2.25  → 0
        now 0

        """.replacing(
          "52 ",
          with:
            "47  05-11 10:52  nft.paymentConfirmed  gateway  2.25  → 0\n      nft:cat-1 nft:sky-2 user:gleb\n52 "
        )))
    #expect(
      try shown("why nft.cart user=boris -n 2", in: folder, columns: 50).hasPrefix(
        """
        52  05-11 11:31  nft.addedToCart  boris
            items[nft=sky-1]: →
              {"nft":"sky-1","image":"https://img.exa…
            count: 0 → 1
            total: 0 → 2.25
        54  05-11 11:33  nft.paymentConfirmed  gateway

        """))
  }

  @Test func `a difference reads as in why, and none is named`() throws {
    let folder = try Folder.sample("nft")
    let line = "diff nft.cart user=boris --from 34 --to 46"
    #expect(
      try shown(line, in: folder, columns: 60) == """
        items[nft=cat-1]: removed
          {"nft":"cat-1",
          "image":"https://img.example.com/cat-1.png",
          "name":"Ёлочный кот","rating":5,"price":"1.5"}  (39)
        items[nft=pix-1]: removed
          {"nft":"pix-1",
          "image":"https://img.example.com/pix-1.png",
          "name":"Пиксель №1","rating":1,"price":"0.1"}  (35)
        count: 3 → 1  (35 39)
        total: 3.85 → 2.25  (35 39)

        """)
    #expect(try run(line, in: folder).output.contains("total: \"3.85\" → \"2.25\"  (35 39)\n"))
    for line in ["diff nft.cart user=boris --from 71", "diff --from 71"] {
      #expect(
        try shown(line, in: folder, columns: 80) == "replay-tool: no difference\n", "\(line)")
      let piped = try run(line, in: folder)
      #expect(piped.output + piped.diagnostics == "" && piped.status == 0)
    }
  }

  @Test func `a style ends with each line`() throws {
    let folder = try Folder.sample("nft")
    let screen = try shown(
      "diff nft.cart user=boris --from 34 --to 46", in: folder, columns: 50, [])
    let coloured = screen.split(separator: "\n").filter { $0.contains("\u{1b}") }
    #expect(coloured.count > 6)
    for line in coloured {
      let (starts, ends) = (line.matches(of: /\u{1b}\[[1-9]/), line.matches(of: /\u{1b}\[0m/))
      #expect(starts.count == ends.count, "\(line)")
    }
    let plain = screen.replacing(/\u{1b}\[[0-9]*m/, with: "")
    #expect(plain.split(separator: "\n").allSatisfy { $0.count <= 50 })
  }

  @Test func `what a pager shows is broken for the screen, too`() throws {
    let folder = try Folder.sample("nft")
    let paged = try PseudoTerminal.run(
      ["audit", "user:anna", "--locale", "en"], in: folder, typing: "", columns: 60,
      variables: ["NO_COLOR=1", "TERM=xterm", "PAGER=sed s/^/+/"]
    ).screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(paged.count { $0.hasPrefix("+") } > 100)
    #expect(paged.allSatisfy { $0.count <= 61 })
  }

  @Test func `the tour prints for the screen, also the outputs that it shortens`() throws {
    let folder = try Folder()
    let commands = SampleTests.project.appending(path: "events/courier/commands.jsonl").path
    let steps = """
      @courier
      3 issue --file \(commands) --password-iterations 1
      show courier.orders courier=petrova tab=mine
      9 show courier.orders courier=petrova tab=mine

      """
    let file = try folder.write(steps, to: "tour.txt")
    let screen = try PseudoTerminal.run(
      ["tour", file], in: folder, typing: "", columns: 60,
      variables: ["NO_COLOR=1", "PAGER=cat", "TERM=xterm"]
    ).screen
    // The last line has the path of the journals.
    let lines = screen.split(separator: "\n").dropLast().filter { !$0.hasPrefix("$ ") }
    #expect(lines.count > 20 && lines.allSatisfy { $0.count <= 60 }, "\(screen)")
  }
}
