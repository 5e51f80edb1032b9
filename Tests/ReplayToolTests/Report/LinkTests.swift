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

  /// The page scrolls there while it changes, unless its reader prefers no motion.
  @Test func `a finding leads to its event smoothly, and out of the brush`() throws {
    let folder = try Folder.sample("nft")
    let tab = try Tab()
    try tab.send(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-reduced-motion", "value": "no-preference"]]])
    try tab.open(try folder.report())
    for brush in ["0, 2", "0, lastBin"] {
      _ = try tab.evaluate("go(5), brush(\(brush)), scrollTo({ top: 0, behavior: 'instant' })")
      let isShown = try tab.isTrue(
        """
        new Promise((done) => {
          document.querySelector('#findings [href="#position=37"]').click();
          let tries = 0, before;
          const look = () => {
            const { top, bottom } =
              document.querySelector('li[data-position="37"] .event').getBoundingClientRect();
            // A scroll that begins while another one still runs may end elsewhere.
            const isShown = top > 0 && bottom <= innerHeight && top === before;
            before = top;
            if (isShown || ++tries > 600) done(isShown); else setTimeout(look, 50);
          };
          look();
        })
        """)
      #expect(isShown, "\(brush)")
      #expect(try tab.text("location.hash + slider.value") == "#position=3737")
    }
  }

  @Test func `a value that is a whole answer has its events listed`() throws {
    let folder = try Folder.sample("nft")
    let tab = try Tab()
    try tab.open(try folder.report())
    _ = try tab.evaluate(
      """
      const cell = document.querySelector("[data-field]");
      cell.dataset.field = "";
      cell.click();
      """)
    let command = try tab.text("document.querySelector('#why code').textContent")
    #expect(command.hasSuffix(" '' --position 71"))
    #expect(try tab.complaints() == [])
  }

  @Test func `an address without a position leaves the slider at the end, with its event`() throws {
    let folder = try Folder.sample("nft")
    let tab = try Tab()
    try tab.open(try folder.report())
    let told = try tab.text(
      """
      slider.ariaValueText = "";
      history.replaceState(null, "", "#stories");
      followAddress();
      location.hash + " " + slider.ariaValueText;
      """)
    #expect(told == "#stories 71: 2026-05-12 00:04:00  nft.liked  boris  user:boris  nft:sky-1")
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
