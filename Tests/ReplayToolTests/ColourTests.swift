import Foundation
import Testing

/// Colours are used only on terminals that support them.
@Suite struct ColourTests: ShopTests {
  @Test func `on a terminal a value before is red, and the one after green`() throws {
    let folder = try Folder.sample("nft")
    func shown(_ line: String, _ variable: String) throws -> String {
      try PseudoTerminal.run(
        line.split(separator: " ").map(String.init), in: folder, typing: "",
        variables: [variable, "PAGER=cat"]
      ).screen
    }
    let (before, after) = ("\u{1b}[31m2\u{1b}[0m", "\u{1b}[32m1\u{1b}[0m")
    let texts = [
      "diff nft.cart user=boris --from 35 --to 39", "diff --from 38 --to 39", "audit --position 39",
    ]
    let tables = [
      "why nft.cart user=boris count --format table",
      "diff nft.cart user=boris --from 35 --to 39 --format table",
    ]
    for line in texts {
      #expect(try shown(line, "TERM=xterm").contains("count: \(before) → \(after)"), "\(line)")
    }
    for line in tables {
      let screen = try shown(line, "TERM=xterm")
      #expect(screen.contains(before) && screen.contains(after), "\(line)")
    }
    for line in texts + tables {
      #expect(try !shown(line, "NO_COLOR=1").contains("\u{1b}"), "\(line)")
      #expect(try !shown(line, "TERM=dumb").contains("\u{1b}"), "\(line)")
    }
  }
}
