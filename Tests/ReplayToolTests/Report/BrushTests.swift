import Foundation
import Testing

/// The brush over the timeline, which narrows everything below it.
@Suite(.enabled(if: Browser.path != nil, "there is no Chromium"))
struct BrushTests {
  private func brush(_ tab: Tab, _ from: String, _ to: String) throws {
    _ = try tab.evaluate("brush(\(from), \(to))")
  }

  private func positions(_ tab: Tab, _ selector: String) throws -> [Int] {
    try #require(
      tab.evaluate(
        "[...document.querySelectorAll('\(selector)')].filter((e) => e.checkVisibility())"
          + ".map((e) => Number(e.dataset.position || e.textContent))") as? [Int])
  }

  @Test func `the slider and its keys stay within the brush, and a link leads out of it`() throws {
    let tab = try Tab()
    let folder = try Folder.sample("courier")
    try tab.open(try folder.report())
    func position() throws -> Int {
      try tab.number("Number(document.getElementById('position').value)")
    }
    // The first unit of six hours has the events up to position 18.
    try brush(tab, "0", "0")
    #expect(try position() == 18)
    // The rest is dimmed.
    #expect(
      try tab.isTrue(
        """
        (({ x, width }, chart) => x <= chart.x + chart.width * 0.1
          && Math.abs(x + width - chart.right) < 1)(
          document.getElementById('brush').getBoundingClientRect(),
          document.getElementById('timeline-chart').getBoundingClientRect())
        """))
    #expect(try tab.isTrue("document.getElementById('brush-all').checkVisibility()"))
    let text = "document.getElementById('brush-text').value"
    #expect(try tab.text(text) == "2026-05-04 06:00 – 2026-05-04 12:00")
    try tab.press("ArrowRight")
    #expect(try position() == 18)
    try tab.press("Home")
    #expect(try position() == 1)
    try tab.press("ArrowLeft", shift: true)
    #expect(try position() == 1)
    #expect(try tab.text("[slider.min, slider.max, ...bounds].join()") == "0,82,1,18")
    try brush(tab, "1", "3")
    #expect(try tab.text("[slider.min, slider.max, ...bounds].join()") == "0,82,19,20")
    try tab.go(70)
    #expect(try position() == 70)
    #expect(try tab.text("[slider.min, slider.max, ...bounds].join()") == "0,82,0,82")
    #expect(try tab.text(text) == "the whole time")
    #expect(try !tab.isTrue("document.getElementById('brush-all').checkVisibility()"))
    #expect(try tab.number("document.getElementById('brush').getBBox().width") == 0)
    #expect(try tab.complaints() == [])
  }

  @Test func `an empty unit shows the answers of the last position before it`() throws {
    let tab = try Tab()
    let folder = try Folder.sample("courier")
    try tab.open(try folder.report())
    let empty = try tab.number(
      "bins.starts.findIndex((_, i) => i > 0 && bins.types.every((counts) => counts[i] === 0))")
    try brush(tab, "\(empty)", "\(empty)")
    let last = try tab.number("times.filter((time) => time < bins.starts[\(empty)]).length")
    #expect(
      try tab.text("[...bounds, slider.value].join()") == "\(last),\(last),\(last)")
  }

  @Test func `types, stories, causes, search and process follow the brush`() throws {
    let tab = try Tab()
    let folder = try Folder.sample("courier")
    try tab.open(try folder.report("page.html", "--story", "order:9401"))
    try brush(tab, "0", "0")
    #expect(try positions(tab, "#stories [data-position]") == [9, 15])
    #expect(try positions(tab, "#causes [data-position]").allSatisfy { $0 <= 18 })
    #expect(try positions(tab, "#types-table .position").allSatisfy { $0 <= 18 })
    _ = try tab.evaluate("search('courier.courierSignedOut')")
    #expect(
      try tab.text("document.getElementById('position-event').textContent").contains("not found"))
    let counts = try #require(
      tab.evaluate(
        "[...document.querySelectorAll('#types-table tr:not(.out) [data-count]')]"
          + ".map((c) => Number(c.textContent))") as? [Int])
    #expect(counts.reduce(0, +) == 18)
    // Each case is in one variant.
    let cases = try tab.number(
      "[...document.querySelector('[data-variants] tbody').rows]"
        + ".reduce((n, row) => n + Number(row.cells[1].textContent), 0)")
    #expect(cases == (try tab.number("casesOf(maps[0].map.kind).size")) && cases > 0)
    #expect(try tab.text("maps[0].count.textContent").hasPrefix("\(cases) of "))
    // A step without events is pale.
    #expect(
      try tab.isTrue(
        """
        all(".step", maps[0].view).every((step) =>
          ($("[stroke-opacity]", step) !== null) === (step.lastChild.textContent === "0"))
          && all(".step [stroke-opacity]", maps[0].view).length > 0
        """))
    #expect(try tab.text("document.querySelector('.story .note').textContent") == "2 of 4 events")
    // The table has the figures of the picture's arrows.
    #expect(
      try tab.isTrue(
        """
        maps[0].table.every((row, index) => {
          const count = maps[0].figures.edges[index][2];
          return Number(row.cells[2].textContent) === count
            && row.classList.contains("out") === (count === 0);
        }) && maps[0].table.some((row) => row.classList.contains("out"))
        """))
    let narrowed = try tab.text("document.querySelector('[data-variants] tbody').textContent")
    _ = try tab.evaluate("document.getElementById('brush-all').click()")
    let whole = try tab.text("document.querySelector('[data-variants] tbody').textContent")
    #expect(narrowed != whole)
    #expect(try tab.text("document.querySelector('.story .note').textContent") == "4 events")
    #expect(try positions(tab, "#stories [data-position]") == [9, 15, 23, 24])
    #expect(try tab.complaints() == [])
  }

  @Test func `the cases of an arrow follow the brush, and a long story keeps its number`() throws {
    let folder = try Folder()
    try folder.importEvents(600) { ("ping", ["all:1", "case:\($0 / 6)"], [:]) }
    let tab = try Tab()
    try tab.open(try folder.report("page.html", "--process", "case", "--story", "all:1"))
    _ = try tab.evaluate("maps[0].list('0')")
    let cases = "maps[0].find('[data-cases] p').textContent"
    #expect(try tab.text(cases) == "ping → ping: 100 of 100 cases")
    // One minute of ten.
    try brush(tab, "0", "bins.starts.findLastIndex((start) => start < bins.starts[0] + 60000)")
    #expect(try tab.text(cases) == "ping → ping: 10 of 100 cases")
    #expect(try tab.text("maps[0].find('.edge').ariaPressed") == "true")
    // The page lists the first and the last of its events.
    #expect(try tab.text("$('.story .note').textContent") == "600 events")
    #expect(try tab.complaints() == [])
  }

  @Test func `the table of a map has transitions between more steps than the picture has`() throws {
    let folder = try Folder()
    let lines = (10...49).map {
      #"{"type":"step\#($0)","time":"2026-05-08T10:\#($0):00Z","tags":["case:1"],"data":{}}"# + "\n"
    }
    let imported = try Tool.run("import", in: folder, input: lines.joined())
    try #require(imported.status == 0, "\(imported.diagnostics)")
    let tab = try Tab()
    try tab.open(try folder.report())
    try brush(tab, "bins.starts.indexOf(Date.parse('2026-05-08T10:19:00Z'))", "lastBin")
    let rows = try tab.evaluate(
      "maps[0].table.filter((row) => !row.classList.contains('out'))"
        + ".map((row) => [...row.cells].slice(0, 3).map((cell) => cell.textContent).join())")
    #expect(rows as? [String] == (19...48).map { "step\($0),step\($0 + 1),1" })
    #expect(try tab.complaints() == [])
  }

  @Test func `cases of different lengths are different variants`() throws {
    let folder = try Folder()
    // The number of pings of a case, and its last step.
    let cases = [(70, "ping"), (65, "ping"), (65, "closed"), (3, "ping"), (3, "ping")]
    var events = cases.enumerated().flatMap { number, path in
      (0..<path.0).map { ($0 < path.0 - 1 ? "ping" : path.1, ["case:\(number)"]) }
    }
    for last in ["x", "y"] {
      events +=
        (0..<70).map { (["a", "b"][$0 % 2], ["case:\(last)"]) } + [(last, ["case:\(last)"])]
    }
    try folder.importEvents(events.count) { (events[$0].0, events[$0].1, [:]) }
    let tab = try Tab()
    try tab.open(try folder.report())
    let paths = "].map((row) => row.cells[1].textContent + ' ' + row.cells[4].textContent)"
    let shown = try #require(tab.evaluate("[...maps[0].rows\(paths)") as? [String])
    let long = "1 " + (0..<60).map { ["a", "b"][$0 % 2] }.joined(separator: " → ") + " → …"
    #expect(
      shown.sorted()
        == [
          "1 ping ×64 → closed", "1 ping ×65", "1 ping ×70", long, long, "2 ping ×3",
        ].sorted())
    let counted = try tab.evaluate("[...maps[0].variants(casesOf('case'))\(paths)") as? [String]
    #expect(counted?.sorted() == shown.sorted())
  }

  @Test func `the script and the tool compute the same variants for the whole time`() throws {
    let folder = try Folder()
    try folder.importReceipt(2000)
    let tab = try Tab()
    try tab.open(try folder.report())
    #expect(
      try tab.isTrue(
        """
        maps.every((view) => {
          const rows = (list) => list.map((row) => [...row.cells].slice(1).map((c) => c.textContent)
            .join(" | ")).sort().slice(0, 5).join("\\n");
          const all = (view) => view.variants(casesOf(view.map.kind)).filter((row) => Number(row.cells[1].textContent) > 20);
          return rows(all(view)) === rows(view.rows.filter(
            (row) => Number(row.cells[1].textContent) > 20));
        })
        """))
  }
}
