import Foundation
import Testing

/// The functions of the page's script, each called in the browser.
@Suite(.enabled(if: Browser.path != nil, "there is no Chromium"))
struct ScriptTests {
  private static let page = Result {
    let folder = try Folder.sample("nft")
    let tab = try Tab()
    try tab.open(try folder.report())
    return (folder, tab)
  }

  private func value(_ expression: String) throws -> String {
    try Self.page.get().1.text("JSON.stringify(\(expression))")
  }

  @Test(arguments: [
    ("duration(0)", "\"0\u{A0}s\""),
    ("duration(999)", "\"999\u{A0}ms\""),
    ("duration(61000)", "\"1\u{A0}min 1\u{A0}s\""),
    ("duration(3600000)", "\"1\u{A0}h\""),
    ("duration(90000000)", "\"1\u{A0}d 1\u{A0}h\""),
    ("duration(86400000000)", "\"1,000\u{A0}d\""),
    ("grouped(1234567)", #""1,234,567""#),
    ("percent(1, 3)", #""33.3 %""#),
    ("percent(0, 0)", #""0.0 %""#),
    ("clock(1778490296500)", #""2026-05-11 12:04:56.500""#),
    ("clock(1778490296000)", #""2026-05-11 12:04:56""#),
    ("median([])", "0"),
    ("median([5, 1, 9, 3])", "4"),
    ("sums([3, 1, 2])", "[3,4,6]"),
  ]) func `figures are written as the tool writes them`(
    _ expression: String, _ expected: String
  ) throws {
    #expect(try value(expression) == expected)
  }

  @Test(arguments: [
    ("shellWord('total')", #""total""#),
    ("shellWord('items[nft=cat-1].price')", #""'items[nft=cat-1].price'""#),
    (#"shellWord("a;touch b;$(id)'s")"#, #""'a;touch b;$(id)'\\''s'""#),
    ("shellWord('город')", #""город""#),
  ]) func `a field is one word of the command that why prints`(
    _ expression: String, _ expected: String
  ) throws {
    #expect(try value(expression) == expected)
  }

  @Test(arguments: [
    ("patched(7, 8)", "8"),
    ("patched([0, 1, 5], null)", "null"),
    // An object's member is replaced.
    ("patched([0, 1, 5, 2, 6], [2, 0, 1, 9])", "[0,1,5,2,9]"),
    // A list loses its first element, and gets a new one.
    ("patched([1, 1, 5, 2, 6], [2, [1, [3, 7]]])", "[1,2,6,3,7]"),
    // A patch within a patch.
    ("patched([0, 1, [0, 2, 3]], [2, 0, 0, [2, 0, 0, 4]])", "[0,1,[0,2,4]]"),
  ]) func `a version is computed from the one before`(
    _ expression: String, _ expected: String
  ) throws {
    #expect(try value(expression) == expected)
  }

  @Test func `a patch does not change the version before`() throws {
    #expect(
      try value(
        "(() => { const before = [0, 1, [0, 2, 3]]; patched(before, [2, 0, 0, [2, 0, 0, 4]]); "
          + "return before; })()") == "[0,1,[0,2,3]]")
  }

  @Test(arguments: [
    (0, "0"), (4, "0"), (5, "1"), (6, "1"), (9, "2"), (100, "2"),
  ]) func `the version at a position is the last one up to it`(
    _ position: Int, _ index: String
  ) throws {
    let versions = "[{ position: 0 }, { position: 5 }, { position: 9 }]"
    #expect(try value("versionAt(\(versions), \(position))") == index)
  }

  @Test(arguments: [
    ("items[nft=cat-1].price", "items", "true"),
    ("items[nft=cat-1].price", "items[nft=cat-1]", "true"),
    ("items[nft=cat-1].price", "", "true"),
    ("total", "tot", "false"),
    ("items[nft=cat-10]", "items[nft=cat-1]", "false"),
  ]) func `a path is below another only at whole members`(
    _ path: String, _ above: String, _ expected: String
  ) throws {
    #expect(try value("lies('\(path)', '\(above)')") == expected)
  }

  @Test(arguments: [
    ("", #"[1,2,[0,3,4]]"#), ("[id=7].price", #""4.5""#), ("[0].price", #""4.5""#),
    ("[1].price", "null"), ("[id=7].pric", "null"),
  ]) func `a value is found by the identities and by the indices of list elements`(
    _ path: String, _ expected: String
  ) throws {
    #expect(
      try value(
        "((texts) => { const all = data.texts; data.texts = texts; "
          + "try { return valueAt([1, 2, [0, 3, 4]], '\(path)') ?? null; } "
          + "finally { data.texts = all; } })(['', '', '[id=7]', 'price', '4.5'])") == expected)
  }

  @Test func `a local time that the clock shows twice has its offset`() throws {
    let folder = try Folder()
    let events = ["00", "01", "02"].map {
      #"{"type":"A","time":"2025-10-26T\#($0):30:00Z","tags":["case:1"],"data":{}}"# + "\n"
    }
    let imported = try Tool.run(
      "import", "--time-zone", "Europe/Berlin", in: folder, input: events.joined())
    try #require(imported.status == 0, "\(imported.diagnostics)")
    let tab = try Tab()
    try tab.open(try folder.report())
    #expect(
      try tab.text("times.map(clock).join()")
        == "2025-10-26 02:30:00+02:00,2025-10-26 02:30:00+01:00,2025-10-26 03:30:00")
    // The units of five minutes up to the second event, which is an hour after the first.
    _ = try tab.evaluate("brush(0, 12)")
    #expect(try tab.text("bounds.join()") == "1,2")
    #expect(try tab.number("maps[0].counted(casesOf(maps[0].map.kind)).edges[0][3]") == 3_600_000)
    #expect(
      try tab.number("document.querySelectorAll('#stories li[data-position]:not(.out)').length")
        == 2)
  }

  @Test func `the events of a value can be sorted with the newest first`() throws {
    let folder = try Folder.sample("nft")
    let tab = try Tab()
    try tab.open(try folder.report("page.html", "--model", "nft.cart user=boris", "--reverse"))
    _ = try tab.evaluate("document.querySelector('[data-field=total]').click()")
    let rows = "[...document.querySelectorAll('#why [data-position]')]"
    let positions = try tab.evaluate("\(rows).map((row) => Number(row.dataset.position))")
    #expect(positions as? [Int] == [54, 52, 47, 39, 35, 34, 33, 32, 7])
    #expect(try tab.complaints() == [])
  }

  @Test func `the events of a value have a header and a command for the position`() throws {
    let folder = try Folder.sample("nft")
    let tab = try Tab()
    try tab.open(
      try folder.report(
        "page.html", "--model", "nft.cart user=boris", "--journal", "journal", "--position", "70"))
    func rows() throws -> [String]? {
      try tab.evaluate(
        "[...document.querySelectorAll('#why tr')].map((row) => [...row.cells]"
          + ".map((cell) => cell.textContent).join(' | '))") as? [String]
    }
    try tab.go(38)
    _ = try tab.evaluate(
      "document.querySelector('[data-field=\"items[nft=sky-2].price\"]').click()")
    #expect(
      try rows() == [
        "position | time | event | actor | change",
        "7 | 2026-05-11 10:43:00 | nft.userRegistered | boris | items  → —",
        "33 | 2026-05-11 12:59:00 | nft.addedToCart | boris |  → 2.25",
      ])
    let command = "document.querySelector('#why code').textContent"
    #expect(
      try tab.text(command)
        == "replay-tool why nft.cart user=boris 'items[nft=sky-2].price' --journal journal "
        + "--position 38")
    try tab.press("End")
    #expect(try tab.text(command).hasSuffix(" --journal journal --position 70"))
    #expect(try rows()?.last?.hasSuffix("2.25 → no longer there") == true)
    #expect(try tab.complaints() == [])
  }

  @Test func `figures are distinguished from other texts`() throws {
    #expect(
      try value("['1', '-1,200.5', '', '—', '1 d', 'x1', '2026-05-08'].map(isFigure)")
        == "[true,true,false,false,false,false,false]")
  }

  @Test func `text never becomes markup`() throws {
    #expect(
      try value(
        "(() => { const e = make('p', { title: '<b>', hidden: null }, '<i>x</i>'); "
          + "return [e.title, e.hidden, e.children.length, e.textContent]; })()")
        == #"["<b>",false,0,"<i>x</i>"]"#)
  }
}
