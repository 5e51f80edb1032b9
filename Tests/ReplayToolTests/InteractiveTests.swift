import Testing

@testable import ReplayToolKit

/// A session on a terminal.
@Suite struct InteractiveTests {
  @Test func `a line is split as a shell does`() {
    #expect(
      InteractiveLine.split(#"show a  b='c d' "e f"g h\ i ''"#) == [
        "show", "a", "b=c d", "e fg", "h i", "",
      ])
    #expect(InteractiveLine.split("  ") == [])
    for line in ["'a", "\"a", "a\\"] { #expect(InteractiveLine.split(line) == nil) }
  }

  @Test func `it takes the command line's words and JSON`() throws {
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
}
