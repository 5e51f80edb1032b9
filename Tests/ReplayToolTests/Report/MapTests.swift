import Foundation
import Testing

/// The pictures of the process maps.
@Suite(.enabled(if: Browser.path != nil, "there is no Chromium"))
struct MapTests {
  @Test(arguments: ["nft", "habits", "receipt"])
  func `no step and no arrow hides the number of an arrow`(_ name: String) throws {
    let folder = name == "receipt" ? try Folder() : try Folder.sample(name)
    if name == "receipt" { try folder.importReceipt(2000) }
    let tab = try Tab()
    try tab.open(try folder.report())
    let hidden = try tab.evaluate(
      """
      for (const part of all("details")) part.open = true;
      ["time", "count"].flatMap((width) => maps.flatMap((view) => {
        view.width.value = width;
        view.draw();
        const steps = all(".step rect", view.view).map((step) => step.getBoundingClientRect());
        return all("text[data-edge]", view.view).filter((label) => {
          const box = label.getBoundingClientRect();
          const isBelow = [...view.view.querySelectorAll(".edge, .step")].some((part) =>
            part.compareDocumentPosition(label) !== Node.DOCUMENT_POSITION_FOLLOWING);
          return isBelow || steps.some((step) => box.right - step.left > 3
            && step.right - box.left > 3 && box.bottom - step.top > 3
            && step.bottom - box.top > 3);
        }).map((label) => width + " " + label.textContent);
      }))
      """)
    #expect(hidden as? [String] == [])
  }

  @Test func `the number of an arrow lists its cases, too`() throws {
    let tab = try Tab()
    let folder = try Folder.sample("nft")
    try tab.open(try folder.report())
    _ = try tab.evaluate(
      """
      document.querySelector("text[data-edge='3']")
        .dispatchEvent(new MouseEvent("click", { bubbles: true }));
      """)
    #expect(try tab.text("document.querySelector('[aria-pressed=true]').dataset.edge") == "3")
    #expect(
      try tab.text("document.querySelector('[data-cases] p').textContent")
        .hasSuffix(": \(try tab.number("all('[data-cases] li').length")) of 9 cases"))
  }

  @Test func `a finding about a step leads to the map of its kind, and presses its arrow`() throws {
    let folder = try Folder.sample("nft")
    let tab = try Tab()
    try tab.open(try folder.report())
    let shown = try tab.text(
      """
      new Promise((done) => {
        // Even an arrow that is not drawn yet.
        maps[1].steps.value = 1;
        maps[1].draw();
        all("#findings [data-arrow]").at(-1).click();
        setTimeout(() => {
          const pressed = maps[1].view.querySelector(".edge[aria-pressed=true]");
          const { top, bottom } = pressed.getBoundingClientRect();
          done([maps[1].view.open, top > 0 && bottom < innerHeight,
            pressed.querySelector("title").textContent].join());
        }, 300);
      })
      """)
    #expect(shown == "true,true,nft.paymentStarted → nft.paymentFailed: 3, 2\u{A0}min")
    #expect(try tab.complaints() == [])
    // Without scripts the browser opens the map that has the target of the link.
    #expect(try folder.page().contains("<a href=\"#map1\" data-arrow="))
  }

  @Test(arguments: [false, true])
  func `the colours of the types are different`(_ dark: Bool) throws {
    let tab = try Tab(dark: dark)
    let folder = try Folder.sample("nft")
    try tab.open(try folder.report())
    let alike = try tab.evaluate(
      """
      const colours = all(".swatch").map((swatch) =>
        getComputedStyle(swatch).backgroundColor.match(/\\d+/g).map(Number));
      colours.flatMap((a, index) => colours.slice(0, index).filter((b) =>
        Math.hypot(...a.map((part, place) => part - b[place])) < 50).map((b) => a + " " + b))
      """)
    #expect(alike as? [String] == [])
  }
}
