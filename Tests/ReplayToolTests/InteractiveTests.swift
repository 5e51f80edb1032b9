import Foundation
import Testing

@testable import ReplayToolKit

/// A session on a terminal.
@Suite struct InteractiveTests: ShopTests {
  @Test func `a line is split as a shell does`() {
    #expect(
      InteractiveLine.split(#"show a  b='c d' "e f"g h\ i ''"#) == [
        "show", "a", "b=c d", "e fg", "h i", "",
      ])
    #expect(InteractiveLine.split("x='\u{301}a b' \u{301}c") == ["x=\u{301}a b", "\u{301}c"])
    #expect(InteractiveLine.split("  ") == [])
    for line in ["'a", "\"a", "a\\"] { #expect(InteractiveLine.split(line) == nil) }
  }

  @Test func `a session accepts command lines and JSON`() throws {
    let folder = try Folder.atWork()
    let typed = """
      show courier.metro
      {"session":1}
      replay-tool tail -n 1 --columns type
      session
      show 'x
      exit

      """
    let (screen, status) = try PseudoTerminal.run(["session"], in: folder, typing: typed)
    #expect(status == 0)
    #expect(screen.contains("replay> "))
    #expect(screen.contains("stations: Сокол"))
    #expect(screen.contains(#"{"ok":true,"value":{"version":"#))
    #expect(screen.contains("courier.orderPlaced"))
    #expect(screen.contains("this is a session already; exit ends it"))
    #expect(screen.contains("a quotation mark is not closed"))
  }

  /// A session in the shop. Each text is typed at a new prompt.
  private func talk(
    _ typed: [String], _ options: [String] = ["--locale", "en"],
    variables: [String] = ["NO_COLOR=1"]
  ) throws -> String {
    // The editor draws the prompt alone, with the cursor after it, at the beginning of each line.
    let empty = "replay> \u{1b}[K\r\u{1b}[8C"
    let (screen, status) = try PseudoTerminal.talk(
      ["session"] + options, in: Folder.sample("nft"), (typed + ["\u{4}"]).map { (empty, $0) },
      variables: variables)
    #expect(status == 0)
    return screen
  }

  @Test func `Tab completes verbs, names, fields, values, tags and options`() throws {
    let screen = try talk([
      "sho\tnft.car\tus\tbor\t\r", "timel\tuser:bo\t--lim\t2 --form\tcs\t\r",
      "show nft.ca\t\t\u{3}",
      "show nft.nfts so\t\t\u{3}",
    ])
    #expect(screen.contains("replay> show nft.cart user=boris "))
    #expect(screen.contains("replay> timeline user:boris --limit 2 --format csv "))
    #expect(screen.contains("nft.userRegistered"))
    #expect(screen.contains("\nnft.cart       nft.catalogue\n"))
  }

  @Test func `the session's journal is a default, and no option of its verbs`() throws {
    let folder = try Folder()
    let tour = try folder.write("# Two steps\nstats\n", to: "tour.txt")
    let screen = try talk([
      "check --runs 1 --seed 7 --domain nft\r", "tour \(tour)\r", "tail -n 1 --columns type\r",
    ])
    #expect(!screen.contains("is about random stories"))
    #expect(screen.contains("\nTwo steps\n"))
    #expect(screen.contains("nft."))
  }

  @Test func `the session's choices hold for its command lines`() throws {
    let command = "issue nft.registerUser name=zoe --actor zoe --at 2999-01-01T00:00:00Z --dry-run"
    let screen = try talk(["\(command)\r"], ["--locale", "en", "--allow-future"])
    #expect(screen.contains("nft.userRegistered"))
    #expect(try !talk(["\(command)\r"]).contains("nft.userRegistered"))
  }

  @Test func `the keys of a shell edit a line of any script`() throws {
    let (left, end) = ("\u{1b}[D", "\u{1b}[F")
    let screen = try talk([
      // A wide character and one with a combining accent are one step each, and are deleted with
      // one key.
      "help bench🐇\u{7f}\r", "help benche\u{301}\u{7f}\r",
      "elp timelin\u{1}h\(end)e\r", "helpx\(left)\u{1b}[3~ sta\u{17}stats\r",
      "xx help\u{1b}[H\u{1b}[3~\u{4}\u{4}\(end) catalog\u{2}\u{6}\r",
      // The line must not become empty: the next text is typed once it is.
      "help trace\u{1}nonsense\u{15}\u{5}\u{b}\r",
    ])
    for verb in ["bench", "timeline", "stats", "catalog", "trace"] {
      #expect(screen.contains("usage: replay-tool \(verb)"), "\(verb)")
    }
    #expect(screen.ranges(of: "usage: replay-tool bench").count == 2)
    #expect(!screen.contains("unknown"))
  }

  @Test func `the history has earlier lines, but none with a secret`() throws {
    let up = "\u{1b}[A"
    let screen = try talk([
      "help stats\r", "issue courier.signIn login=a password=geheim\r",
      #"{"command":"courier.signIn","data":{"login":"a","password":"geheim"}}"# + "\r",
      // The line becomes empty only at the end, when the prompt is drawn like a new one.
      "half\(up)\r", "half\(up)\(up)\u{1b}[B\u{1b}[B\u{15}",
    ])
    #expect(screen.ranges(of: "usage: replay-tool stats").count == 2)
    #expect(screen.ranges(of: "invalidCredentials").count == 2)
  }

  @Test(arguments: [
    #"{"command":"courier.signIn","data":{"login":"a","p\u0061ssword":"geheim"}}"#,
    "issue courier.signIn login=a pass''word=geheim", #"issue courier.signIn pass\word=geheim"#,
    "issue courier.signIn passwort=geheim", "issue courier.signIn Password+=geheim",
    "issue courier.signIn password geheim", "issue courier.signIn 'password=geheim",
    "issue courier.signIn password=\u{301}geheim",
  ])
  func `a line with a secret in any spelling is not in the history`(_ line: String) throws {
    let screen = try talk(["help stats\r", line + "\r", "\u{1b}[A\r"])
    #expect(screen.ranges(of: "usage: replay-tool stats").count == 2)
  }

  @Test func `a long line shows its end while it is typed`() throws {
    let word = String(repeating: "y", count: 3000)
    let screen = try talk(["help \(word)z\u{7f}\u{17}stats\r"])
    #expect(screen.contains("usage: replay-tool stats"))
    #expect(screen.contains("yyyz"))
  }

  @Test func `Ctrl-R searches the history`() throws {
    let (search, abort, bell) = ("\u{12}", "\u{7}", "\u{7}")
    let screen = try talk([
      "help stats\r", "help tail\r", "help trace\r",
      // Each Ctrl-R goes further back; a key with no meaning in the search applies to the line
      // found.
      "\(search)ta\(search)\r", "\(search)trace\u{5}\u{17}bench\r",
      "\(search)tax\u{7f}il\u{3}", "\(search)stats\(abort)",
    ])
    #expect(screen.contains("replay?ta> help tail"))
    #expect(screen.contains("replay?ta> help stats"))
    #expect(screen.contains("replay?tail> help tail"))
    #expect(screen.contains(bell))
    for (verb, count) in [("stats", 2), ("tail", 1), ("trace", 1), ("bench", 1)] {
      #expect(screen.ranges(of: "usage: replay-tool \(verb)").count == count, "\(verb)")
    }
  }

  @Test func `a session's notes are in Russian on request`() throws {
    let screen = try talk(["session\r", "show 'x\r"], ["--locale", "ru"])
    #expect(screen.contains("Tab дополняет, exit завершает"))
    #expect(screen.contains("это уже сеанс"))
    #expect(screen.contains("кавычка не закрыта"))
  }

  @Test(.english) func `a signal leaves the terminal as it was`() throws {
    let shop = try Folder.sample("nft")
    for signal in [SIGTERM, SIGHUP] {
      let (echoed, echoes, status) = try PseudoTerminal.interrupt(
        ["session"], in: shop, askedFor: "replay> ", with: signal)
      #expect(!echoed && echoes && status == signal)
    }
  }

  @Test func `Ctrl-C ends the verb that runs, and not the session`() throws {
    let empty = "replay> \u{1b}[K\r\u{1b}[8C"
    let (screen, status) = try PseudoTerminal.talk(
      ["session", "--locale", "en"], in: Folder.sample("nft"),
      [
        (empty, "tail --follow -n 1 --columns type\r"), ("nft.liked", "\u{3}"),
        (empty, "help stats\r"), (empty, "\u{4}"),
      ])
    #expect(status == 0)
    #expect(screen.contains("usage: replay-tool stats"))
  }

  @Test func `events that are followed appear above the prompt`() throws {
    let screen = try talk([
      #"{"follow":{"items":[{"types":["nft.liked"]}]}}"# + "\r",
      "issue nft.like nft=cat-3 --actor gleb\r",
    ])
    #expect(screen.contains(#"{"event":{"position":72,"#))
  }

  @Test func `on a dumb terminal events that are followed appear while it waits`() throws {
    let folder = try Folder.sample("nft")
    // It answers the session's event with another one.
    let like = "\(Tool.executable.path) issue nft.like nft=cat-1 --actor boris"
    let options = ["--after", "71", "--limit", "1", "--consumer", "friend", "--run", like]
    let friend = Tool.process(["tail", "--follow"] + options, in: folder)
    friend.standardOutput = FileHandle.nullDevice
    try friend.run()
    let (screen, status) = try PseudoTerminal.talk(
      ["session"], in: folder,
      [
        ("replay> ", #"{"follow":{"items":[{"types":["nft.liked"]}]}}"# + "\n"),
        ("replay> ", "issue nft.like nft=cat-3 --actor gleb\n"),
        (#"{"event":{"position":73,"#, "\u{4}"),
      ], variables: ["TERM=dumb"])
    friend.waitUntilExit()
    #expect(status == 0 && friend.terminationStatus == 0)
    #expect(!screen.contains("\u{1b}"))
  }
}
