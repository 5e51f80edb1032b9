import Foundation
import Testing

/// The page of a journal that is too long for an answer at every position, and long enough to be read
/// by two threads.
@Suite(.enabled(if: Browser.path != nil, "there is no Chromium"))
struct LongPageTests {
  private static let events = 51_000

  @Test func `the page's answers at the stops equal those of show, and its counts those of stats`()
    throws
  {
    let folder = try Folder()
    let made = try Tool.run(
      "bench", "--generate", folder.journal, "--events", "\(Self.events)", in: folder)
    try #require(made.status == 0, "\(made.diagnostics)")
    let tab = try Tab()
    try tab.open(try folder.report("page.html", "--with-personal"))
    let stops = try #require(tab.evaluate("data.stops") as? [Int])
    #expect(stops.count > 161 && stops.last == Self.events)
    let linked = try #require(
      tab.evaluate(
        "[...document.querySelectorAll('#types .position')].map((a) => a.hash)"
          + ".filter((hash) => hash.startsWith('#position')).map((hash) => Number(hash.slice(10)))")
        as? [Int])
    #expect(linked.count > 10 && linked.allSatisfy { stops.contains($0) })
    try compare(folder, tab, at: [stops[0], stops[1], stops[40], linked[0], stops[160]])
    try checkCounts(folder, tab)

    let place = try #require(stops.indices.dropLast().last { stops[$0 + 1] > stops[$0] + 1 })
    try tab.go(stops[place] + 1)
    #expect(try tab.text("slider.value") == "\(stops[place])")
    #expect(try tab.text("location.hash") == "#position=\(stops[place])")
    try tab.press("ArrowRight")
    #expect(try tab.text("slider.value") == "\(stops[place + 1])")
    _ = try tab.evaluate("document.querySelector('[data-field]').click()")
    #expect(
      try tab.text("document.getElementById('why-list').textContent").contains("journal is long"))
    _ = try tab.evaluate("brush(1, 2)")
    #expect(
      try tab.text("document.querySelector('[data-hidden-share]').textContent")
        .contains("cover the whole time"))
    // The data has only some of the cases.
    _ = try tab.evaluate("maps[0].list('0')")
    #expect(
      try tab.isTrue(
        """
        (([, , count, , cases]) => cases > 100 && cases <= count && maps[0]
          .find("[data-cases] p").textContent.includes(": " + grouped(cases) + " of "))(maps[0].map.edges[0])
        """))
    let bounds = try #require(tab.evaluate("bounds") as? [Int])
    #expect(bounds.allSatisfy { stops.contains($0) } && bounds != [0, Self.events])
    #expect(try tab.complaints() == [])
  }

  @Test func `the search goes on after a match at which the slider has no stop`() throws {
    let folder = try Folder()
    let made = try Tool.run(
      "bench", "--generate", folder.journal, "--events", "12000", in: folder)
    try #require(made.status == 0, "\(made.diagnostics)")
    let tab = try Tab()
    try tab.open(try folder.report())
    try tab.go(5000)
    #expect(try tab.isTrue("data.whole && data.stops.length < 1000"))
    let start = try tab.number("current")
    let next = "search('courier.orderAccepted'), matched"
    let matches = try (0..<5).map { _ in try tab.number(next) }
    let accepted = try #require(
      tab.evaluate(
        "positions.filter((position, index) => position > \(start) && type(index) === "
          + "'courier.orderAccepted').slice(0, 5)") as? [Int])
    #expect(matches == accepted)
    #expect(
      try tab.text("document.getElementById('position-event').textContent")
        .contains("is not on the page; this is"))
    #expect(try tab.complaints() == [])
  }

  private func compare(_ folder: Folder, _ tab: Tab, at positions: [Int]) throws {
    let models = try #require(
      tab.evaluate("articles.map((a) => [a.dataset.model, a.dataset.parameters])") as? [[String]])
    #expect(models.count > 5)
    for position in positions {
      try tab.go(position)
      let cells = try #require(
        tab.evaluate(
          "articles.map((a) => Object.fromEntries([...a.querySelectorAll('[data-field]')]"
            + ".map((c) => [c.dataset.field, c.textContent])))") as? [[String: String]])
      let requests = models.map { model in
        #"{"show":"\#(model[0])","parameters":\#(model[1]),"position":\#(position),"locale":"en"}"#
      }
      let answers = try Tool.run(
        "session", in: folder, input: requests.joined(separator: "\n") + "\n"
      ).lines
      for (index, shown) in cells.enumerated() {
        let expected = try ShownFields(answer: String(answers[index])).fields
        #expect(shown == expected, "\(position) \(models[index])")
      }
    }
  }

  private func checkCounts(_ folder: Folder, _ tab: Tab) throws {
    let stats = try json(Tool.run("stats", "--json", in: folder).output)
    let types = try #require(stats["types"] as? [String: Any])
    let shown = try #require(
      tab.evaluate(
        "Object.fromEntries([...document.querySelectorAll('#types-table [data-type]')]"
          + ".map((row) => [row.cells[0].textContent, Number(row.cells[1].dataset.count)]))")
        as? [String: Int])
    #expect(shown.count == types.count)
    #expect(shown.values.reduce(0, +) == Self.events)
    for (name, count) in shown { #expect(types[name] as? Int == count, "\(name)") }
    let keys = try #require(stats["tagKeys"] as? [String: Int])
    let tags = try tab.text("document.querySelectorAll('.figures dd')[2].textContent")
    #expect(Int(tags.replacing(",", with: "")) == keys.values.reduce(0, +))
  }
}
