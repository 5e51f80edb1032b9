import Foundation
import Testing

/// The keys of the page.
@Suite(.enabled(if: Browser.path != nil, "there is no Chromium"))
struct KeysTests {
  @Test func `every control works from the keyboard`() throws {
    let tab = try Tab()
    let folder = try Folder.sample("nft")
    try tab.open(try folder.report())
    func position() throws -> Int {
      try tab.number("Number(document.getElementById('position').value)")
    }
    #expect(try position() == 71)
    try tab.press("ArrowLeft")
    #expect(try position() == 70)
    try tab.press("ArrowLeft", shift: true)
    #expect(try position() == 60)
    try tab.press("ArrowRight")
    try tab.press("ArrowRight", shift: true)
    #expect(try position() == 71)
    try tab.press("Home")
    #expect(try position() == 0 && tab.text("location.hash") == "#position=0")
    try tab.press("End")
    #expect(try position() == 71)
    try tab.press("/")
    #expect(try tab.text("document.activeElement.id") == "search")
    try tab.type("paymentConfirmed")
    try tab.press("Enter")
    #expect(try position() == 39)
    try tab.press("Enter")
    #expect(try position() == 47)
    try tab.press("Home")
    #expect(try position() == 47, "keys in a text field do not move the position")
    try tab.press("Escape")
    try tab.press("?")
    #expect(try tab.isTrue("keys.open"))
    try tab.press("Home")
    #expect(try position() == 0, "the keys work while their list is open")
    try tab.press("?")
    try tab.press("Escape")
    #expect(try tab.isTrue("!keys.open"))
    try tab.press("?")
    try tab.press("/")
    #expect(try tab.isTrue("!keys.open") && tab.text("document.activeElement.id") == "search")
    try tab.press("Escape")
    try tab.go(12)
    #expect(try position() == 12)
    // The slider and an arrow of the map, reached by the keyboard.
    _ = try tab.evaluate("document.getElementById('position').focus()")
    try tab.press("ArrowRight")
    #expect(try position() == 13)
    _ = try tab.evaluate("document.querySelector('[data-edge]').focus()")
    try tab.press("Enter")
    #expect(try tab.number("document.querySelectorAll('[data-cases] li').length") > 0)
    #expect(try tab.complaints() == [])
  }

  @Test func `a value and a link to an event keep the focus when the position changes`() throws {
    let tab = try Tab()
    let folder = try Folder.sample("nft")
    try tab.open(try folder.report())
    let cart = "$('[data-model=\"nft.cart\"] [data-field=total]')"
    _ = try tab.evaluate("\(cart).focus()")
    for _ in 0..<20 { try tab.press("ArrowLeft") }
    #expect(try tab.isTrue("document.activeElement === \(cart) && current === 51"))
    try tab.press("Enter")
    _ = try tab.evaluate("$('#why-list .position').focus()")
    let link = try tab.text("document.activeElement.hash")
    try tab.press("Enter")
    // The browser announces the new address later.
    let moved = "new Promise((done) => setTimeout(() => done('#position=' + current), 300))"
    #expect(try tab.text(moved) == link)
    #expect(try tab.text("document.activeElement.hash") == link)
    #expect(try tab.complaints() == [])
  }

  @Test(arguments: ["#brush-from", "[data-slider=steps]", "[data-width]", "#keys-button", "a"])
  func `the keys move the position with the focus on any control but a text field`(
    _ control: String
  ) throws {
    let tab = try Tab()
    let folder = try Folder.sample("nft")
    try tab.open(try folder.report())
    let others =
      "[...document.querySelectorAll('input:not(#position), select')].map((e) => e.value).join()"
    let before = try tab.text(others)
    _ = try tab.evaluate("document.querySelector('\(control)').focus()")
    var positions: [Int] = []
    for key in ["ArrowLeft", "Home", "ArrowRight", "End"] {
      try tab.press(key)
      positions.append(try tab.number("Number(document.getElementById('position').value)"))
    }
    #expect(positions == [70, 0, 1, 71])
    #expect(try tab.text(others) == before)
    #expect(try tab.complaints() == [])
  }
}
