import Foundation
import Testing

/// The page on paper: A4 without its margins is 695 pixels wide.
@Suite(.enabled(if: Browser.path != nil, "there is no Chromium"))
struct PrintTests {
  @Test(arguments: ["courier", "mall", "receipt", "hostile"])
  func `paper has no controls, no dark colours, and nothing wider than itself`(
    _ name: String
  ) throws {
    let folder =
      switch name {
      case "receipt": try Folder()
      case "hostile": try Folder.hostile()
      default: try Folder.sample(name)
      }
    if name == "receipt" { try folder.importReceipt(2000) }
    let tab = try Tab(width: 695, dark: true, paper: true)
    try tab.open(try folder.report())
    #expect(try tab.number("document.documentElement.scrollWidth") <= 695)
    let seen = try tab.evaluate(
      "[...document.querySelectorAll('input, button, select, nav')]"
        + ".filter((e) => e.checkVisibility()).map((e) => e.outerHTML)")
    #expect(seen as? [String] == [])
    #expect(try tab.text("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)")
    #expect(try tab.text("getComputedStyle(document.body).color") == "rgb(0, 0, 0)")
    // The slider's position is printed, with its event.
    #expect(try tab.isTrue("document.getElementById('position-text').checkVisibility()"))
    #expect(try tab.isTrue("document.getElementById('position-event').checkVisibility()"))
    // A header stays with its rows; names are no larger than what they name.
    #expect(
      try tab.isTrue(
        """
        all(".rows tr:first-child").every((row) => getComputedStyle(row).breakAfter === "avoid")
          && all(".facts div").every((fact) => new Set(["dt", "dd"].map((name) =>
            getComputedStyle(fact.querySelector(name)).fontSize)).size === 1)
        """))
    let cut = try tab.evaluate(
      """
      [...document.querySelectorAll('td, dd, svg')].filter((e) => e.checkVisibility()
        && e.getBoundingClientRect().right > 696).map((e) => e.outerHTML.slice(0, 120))
      """)
    #expect(cut as? [String] == [])
  }
}
