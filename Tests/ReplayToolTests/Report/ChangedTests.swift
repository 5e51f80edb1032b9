import Foundation
import Testing

/// The links from the slider to the answers, and from a value's events back to it.
@Suite(.enabled(if: Browser.path != nil, "there is no Chromium"))
struct ChangedTests {
  private let changed = "document.getElementById('changed').textContent"

  @Test func `the answers that an event changed are named and linked`() throws {
    let tab = try Tab()
    let folder = try Folder.sample("nft")
    try tab.open(try folder.report())
    #expect(
      try tab.text(changed)
        == "Changed answers on this page: 3 nft.profile user=boris nft.myNFTs user=boris "
        + "nft.favourites user=boris")
    try tab.go(47)
    let marked = "articles.filter((a) => a.querySelector('[data-changed], .gone')).length"
    #expect(try tab.number(marked) == 17)
    #expect(try tab.text(changed).hasPrefix("Changed answers on this page: 17 nft.rating nft."))
    #expect(try tab.text(changed).hasSuffix(" …"))
    #expect(
      try tab.isTrue(
        """
        all("#changed a").length === 9 && all("#changed a").every((link) =>
          document.querySelector(link.hash).ariaLabel === link.textContent)
        """))
    try tab.go(0)
    #expect(try tab.text(changed) == "Changed answers on this page: 0")
  }

  @Test func `the events of a value link back to it`() throws {
    let tab = try Tab()
    let folder = try Folder.sample("nft")
    try tab.open(try folder.report("page.html", "--model", "nft.cart user=boris"))
    _ = try tab.evaluate("document.querySelector('[data-field=total]').click()")
    let back = "document.querySelector('#why p a')"
    #expect(try tab.text("\(back).textContent") == "back to the answer")
    #expect(
      try tab.text("document.querySelector(\(back).hash).dataset.field") == "total")
    // A value that is not there: to its answer.
    _ = try tab.evaluate("document.querySelector('[data-field=count]').click()")
    try tab.go(0)
    #expect(
      try tab.text("document.querySelector(\(back).hash).dataset.model") == "nft.cart")
    #expect(try tab.number("all('#chosen').length") == 0)
    #expect(try tab.complaints() == [])
  }

  @Test func `a phone shows the timeline, the events of a value and long rows whole`() throws {
    let tab = try Tab(width: 390)
    let folder = try Folder.sample("nft")
    try tab.open(try folder.report())
    _ = try tab.evaluate("document.querySelector('[data-parameters*=boris] .v').click()")
    let cut = try tab.evaluate(
      """
      [...all("#timeline-chart, #why td, .many > * > tr > td, .many > tr > td")].filter((part) =>
        part.checkVisibility() && part.getBoundingClientRect().right > 390)
        .map((part) => part.outerHTML.slice(0, 90))
      """)
    #expect(cut as? [String] == [])
    // The map begins at its steps, and names of members are not broken.
    #expect(
      try tab.isTrue(
        """
        all(".step").some((step) => {
          const { left, right } = step.getBoundingClientRect();
          return left >= 0 && right <= 390;
        }) && all(".fields th").filter((name) => /^[a-z]+$/.test(name.textContent))
          .every((name) => {
            const range = document.createRange();
            range.selectNodeContents(name);
            return range.getClientRects().length === 1;
          })
        """))
    #expect(try tab.number("document.documentElement.scrollWidth") == 390)
    #expect(try tab.complaints() == [])
  }
}
