import Foundation
import Testing

/// The links of a page to positions, and its address.
@Suite(.enabled(if: Browser.path != nil, "there is no Chromium"))
struct LinkTests {
  /// The expression that changes the address and waits until the page has followed it.
  private func move(by change: String) -> String {
    """
    new Promise((done) => {
      addEventListener("hashchange", () => setTimeout(done, 100), { once: true });
      \(change);
    })
    """
  }

  @Test func `a finding leads to its event in a story, and back`() throws {
    let folder = try Folder.sample("nft")
    let tab = try Tab()
    try tab.open(try folder.report())
    let line = "document.getElementById('position-event').textContent"
    let start = try tab.text(line)
    #expect(start == "2026-05-12 00:04:00  nft.liked  boris  user:boris  nft:sky-1")
    #expect(try tab.text("slider.ariaValueText") == "71: \(start)")
    _ = try tab.evaluate(
      move(by: "document.querySelector('#findings [href=\"#position=37\"]').click()"))
    #expect(try tab.text("slider.value") == "37")
    #expect(
      try tab.isTrue(
        "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)"
          + "(document.querySelector('li[data-position=\"37\"] .event').getBoundingClientRect())"))
    _ = try tab.evaluate(
      move(by: "history.back()"))
    #expect(try tab.text("location.hash + slider.value") == "71")
  }

  @Test(arguments: [("9999", 71, "9,999"), ("-3", 0, "-3")])
  func `a position that is not on the page is named, and the address follows the slider`(
    _ wanted: String, _ position: Int, _ name: String
  ) throws {
    let tab = try Tab()
    let folder = try Folder.sample("nft")
    try tab.open(try folder.report())
    _ = try tab.evaluate(
      move(by: "location.hash = '#position=\(wanted)'"))
    #expect(try tab.text("location.hash") == "#position=\(position)")
    #expect(
      try tab.text("document.getElementById('position-event').textContent")
        .hasPrefix("\(name) is not on the page; this is "))
  }

  @Test func `without scripts a link leads to the event in a story or a tree`() throws {
    let page = try Folder.sample("nft").page()
    let targets = page.matches(of: /<noscript><span id="position=(\d+)">/).map { String($0.1) }
    #expect(targets.contains("39") && Set(targets).count == targets.count)
  }
}
