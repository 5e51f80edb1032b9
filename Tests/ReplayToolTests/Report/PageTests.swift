import Foundation
import Testing

/// The page in a real browser. Skipped where there is none.
@Suite(.enabled(if: Browser.path != nil, "there is no Chromium"))
struct PageTests {
  static let domains = ["courier", "habits", "mall", "mods", "nft"]

  @Test(arguments: domains) func `cells have the values that show prints, at every position`(
    _ domain: String
  ) throws {
    try compare(try Folder.sample(domain), models: 6)
  }

  @Test func `the tool of the example library makes the same page`() throws {
    let folder = try Folder.library()
    try compare(folder, models: 2)
    let page = try folder.page()
    let sections = page.matches(of: /<(?:section|header) id="(\w+)"/).map { String($0.1) }
    #expect(
      sections == [
        "head", "findings", "timeline", "types", "models", "why", "stories", "causes", "process",
        "integrity",
      ])
    #expect(page.contains("<dd>library-tool report --locale en</dd>"))
    #expect(page.contains("7 of 7 events") && page.contains("library-tool show MODEL") == false)
    #expect(page.matches(of: /<details class="story"/).count > 1)
    #expect(page.matches(of: /<details class="map"/).count == 2)
    let tab = try Tab()
    try tab.open(try folder.report())
    try tab.go(5)
    _ = try tab.evaluate(
      "document.querySelector('[data-model=\"library.onLoan\"] [data-field]').click()")
    #expect(try tab.number("document.querySelectorAll('#why [data-position]').length") > 0)
  }

  /// Compares the cells of a page with the values that `show --position` prints.
  private func compare(_ folder: Folder, models least: Int) throws {
    let tab = try Tab()
    try tab.open(try folder.report("page.html", "--with-personal"))
    let head = try tab.number("Number(position.max)")
    var random = SeededRandom(seed: 7)
    let models = try #require(
      tab.evaluate(
        "[...document.querySelectorAll('[data-model]')].map((a) => [a.dataset.model, "
          + "a.dataset.parameters])") as? [[String]])
    #expect(models.count >= least)
    let count = Effort.current.pick(usual: 12, exhaustive: 50)
    let positions = (0..<count).map { _ in random.below(head + 1) } + [0, 1, head]
    var requests = ""
    for position in positions {
      for model in models {
        requests +=
          #"{"show":"\#(model[0])","parameters":\#(model[1]),"position":\#(position),"locale":"en"}"#
          + "\n"
      }
    }
    var answers = try Tool.run("session", in: folder, input: requests).lines[...]
    var differences: [String] = []
    for position in positions {
      try tab.go(position)
      #expect(try tab.number("Number(document.getElementById('position').value)") == position)
      let cells = try #require(
        tab.evaluate(
          "[...document.querySelectorAll('[data-model]')].map((a) => Object.fromEntries("
            + "[...a.querySelectorAll('[data-field]')].map((c) => [c.dataset.field, "
            + "c.textContent])))") as? [[String: String]])
      for (model, shown) in zip(models, cells) {
        let expected = try ShownFields(answer: String(answers.removeFirst())).fields
        if shown != expected { differences.append("\(position) \(model)") }
      }
    }
    #expect(differences == [])
    #expect(try tab.complaints() == [])
  }

  @Test(arguments: domains) func `a click and Enter list the events that why lists`(
    _ domain: String
  ) throws {
    let folder = try Folder.sample(domain)
    let tab = try Tab()
    try tab.open(try folder.report("page.html", "--with-personal"))
    let head = try tab.number("Number(position.max)")
    var random = SeededRandom(seed: 11)
    for turn in 0..<8 {
      let position = max(1, random.below(head + 1))
      try tab.go(position)
      let count = try tab.number("document.querySelectorAll('[data-field]').length")
      let place = random.below(count)
      _ = try tab.evaluate(
        "window.cell = document.querySelectorAll('[data-field]')[\(place)]; cell.scrollIntoView({block: 'center'}); "
          + (turn % 2 == 0 ? "cell.click()" : "cell.focus()"))
      if turn % 2 == 1 { try tab.press("Enter") }
      let asked = try #require(
        tab.evaluate(
          "[cell.dataset.field, cell.closest('[data-model]').dataset.model, "
            + "cell.closest('[data-model]').dataset.parameters]") as? [String])
      // Rendering after a move replaces the cells; their paths stay the same.
      let listed = try tab.evaluate(
        "[...document.querySelectorAll('#why [data-position]')].map((r) => Number(r.dataset.position))"
      )
      let request =
        #"{"why":"\#(asked[1])","parameters":\#(asked[2]),"field":\#(try canonical(asked[0]))}"#
      let answer = try json(Tool.run("session", in: folder, input: request + "\n").output)
      let events = try #require(answer["value"] as? [[String: Any]])
      let expected = events.compactMap { $0["position"] as? Int }.filter { $0 <= position }
      #expect(listed as? [Int] == expected, "\(asked) at \(position)")
    }
  }

  @Test func `values that the event changed are marked, with the value before`() throws {
    let folder = try Folder.sample("nft")
    let tab = try Tab()
    try tab.open(try folder.report("page.html", "--model", "nft.cart user=boris"))
    try tab.go(39)
    let changed =
      try tab.evaluate(
        "[...document.querySelectorAll('[data-changed]')].map((c) => c.dataset.field + '=' + "
          + "c.textContent)") as? [String]
    #expect(changed == ["count=1", "total=2.25"])
    #expect(
      try tab.text("document.querySelector('[data-field=total]').nextElementSibling.outerHTML")
        == #"<del data-before="">3.75</del>"#)
    #expect(try tab.isTrue("document.querySelector('.gone').textContent.includes('cat-1')"))
    try tab.go(38)
    #expect(try tab.number("document.querySelectorAll('[data-changed]').length") == 0)
  }

  @Test func `a list whose order the event changed is marked`() throws {
    let folder = try Folder.sample("nft")
    let tab = try Tab()
    try tab.open(try folder.report("page.html", "--model", "nft.rating"))
    try tab.go(13)
    let marked = "[...document.querySelectorAll('table[data-changed]')]"
    #expect(
      try tab.text("\(marked).map((t) => t.parentNode.getAttribute('aria-label')).join()")
        == "users")
    let written = try folder.page("--model", "nft.rating", "--position", "13")
    #expect(written.contains(#"<table class="rows" data-changed>"#))
    try tab.go(12)
    #expect(try tab.number("\(marked).length") == 0)
  }

  @Test func `an element that had an identity before has its former values by its place`() throws {
    let folder = try Folder.sample("mall")
    let tab = try Tab()
    try tab.open(try folder.report("page.html", "--model", "mall.codes"))
    try tab.go(39)
    let cell = "document.querySelector('[data-field=\"codes[0].sentAt\"]')"
    let former = try tab.text("\(cell).nextElementSibling.outerHTML")
    #expect(former == #"<del data-before="">2026-05-04T09:10:20.000Z</del>"#)
    let written = try folder.page("--model", "mall.codes", "--position", "39")
    #expect(written.contains("<del data-before>2026-05-04T09:10:20.000Z</del>"))
  }

  @Test func `the map hides the parts that its sliders exclude, and an arrow lists its cases`()
    throws
  {
    let folder = try Folder()
    try folder.importReceipt(2000)
    let tab = try Tab()
    try tab.open(try folder.report())
    let share = "document.querySelector('[data-hidden-share]').textContent"
    let before = try tab.text(share)
    _ = try tab.evaluate(
      """
      (() => { const s = document.querySelector('[data-slider=steps]'); s.value = s.max;
        const e = document.querySelector('[data-slider=edges]'); e.value = e.max;
        s.dispatchEvent(new Event('input')); })()
      """)
    #expect(before != (try tab.text(share)))
    #expect(try tab.text(share).contains("Hidden: 0.0 % of the events, 0.0 % of the transitions"))
    let edge = "[...document.querySelectorAll('.map')[0].querySelectorAll('text[data-edge]')]"
    let sum = try tab.number(
      "\(edge).reduce((n, e) => n + Number(e.textContent.replace(',', '')), 0)"
    )
    let table =
      "[...document.querySelectorAll('.map')[0].querySelectorAll(':scope > details td:nth-child(3)')]"
    #expect(
      sum
        == (try tab.number(
          "\(table).reduce((n, c) => n + Number(c.textContent.replace(',', '')), 0)")))
    _ = try tab.evaluate("\(edge)[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    #expect(try tab.number("document.querySelectorAll('[data-cases] li').length") > 100)
    // The brush narrows the map and the types.
    _ = try tab.evaluate(
      "document.getElementById('brush-to').value = 1; "
        + "document.getElementById('brush-to').dispatchEvent(new Event('input'))")
    #expect(
      sum
        > (try tab.number(
          "\(edge).reduce((n, e) => n + Number(e.textContent.replace(',', '')), 0)"
        )))
    let counts = "[...document.querySelectorAll('[data-count]')]"
    #expect(
      try tab.isTrue(
        "\(counts).some((c) => Number(c.textContent.replace(',', '')) < Number(c.dataset.count))"))
    #expect(try tab.complaints() == [])
  }

  // The dark page has other colours only.
  @Test(arguments: [(360, false), (1280, false), (1920, false), (1280, true)])
  func `nothing overlaps or scrolls sideways`(_ width: Int, _ dark: Bool) throws {
    let tab = try Tab(width: width, dark: dark)
    for folder in [try Folder.sample("nft"), try Folder.hostile()] {
      try tab.open(try folder.report("\(width).html"))
      // A number of 37 digits is in a cart of the shop at this position only.
      for position in [46, 0, try tab.number("Number(position.max)")] {
        try tab.go(position)
        #expect(try tab.number("document.documentElement.scrollWidth") <= width, "\(position)")
      }
      let overlaps = try tab.evaluate(
        """
        (() => {
          const boxes = (selector, from = document) => [...from.querySelectorAll(selector)]
            .filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()]);
          const hits = (list) => list.flatMap(([e, a], i) => list.slice(i + 1).filter(([, b]) =>
            a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1
            && b.top < a.bottom - 1).map(([f]) => e.outerHTML.slice(0, 80) + ' / '
            + f.outerHTML.slice(0, 80)));
          return [...hits(boxes('section, header')), ...hits(boxes('.slider-row > *, #slider .row > :not(.hidden)')),
            ...hits(boxes('article')), ...hits(boxes('nav a')), ...hits(boxes('.controls > *')),
            ...[...document.querySelectorAll('svg.process')].flatMap((s) => hits(boxes('.step, .edge text', s))),
            ...hits(boxes('.legend li'))];
        })()
        """)
      #expect(overlaps as? [String] == [], "\(width)")
      let paper = try tab.text("getComputedStyle(document.body).backgroundColor")
      #expect(paper == (dark ? "rgb(22, 24, 26)" : "rgb(252, 252, 251)"))
      _ = try tab.evaluate(
        "document.querySelectorAll('main th, .payload dt, h4, summary').forEach((e) => "
          + "e.textContent = 'x'.repeat(300))")
      #expect(try tab.number("document.documentElement.scrollWidth") <= width)
    }
  }

  @Test func `without scripts the page shows the journal as of its end`() throws {
    let folder = try Folder.sample("nft")
    let tab = try Tab(scripts: false)
    try tab.open(try folder.report("page.html", "--model", "nft.cart user=anna"))
    let document = try tab.send("DOM.getDocument", ["depth": -1])
    let root = try #require((document["root"] as? [String: Any])?["nodeId"] as? Int)
    func count(_ selector: String) throws -> Int {
      let found = try tab.send("DOM.querySelectorAll", ["nodeId": root, "selector": selector])
      return (found["nodeIds"] as? [Int])?.count ?? 0
    }
    #expect(try count("[data-field=total]") == 1)
    #expect(try count("#timeline-chart .bar") > 5 && count("svg.process .step") > 5)
    #expect(try count(".story li[data-position]") > 5 && count("html.js") == 0)
    #expect(try tab.complaints() == [])
  }

  @Test func `hostile texts run nothing and change nothing`() throws {
    let folder = try Folder.hostile()
    let tab = try Tab()
    try tab.open(try folder.report("page.html", "--title", "<img src=x onerror=window.taken=5>"))
    for position in [1, 17, 40] { try tab.go(position) }
    _ = try tab.evaluate(
      "for (const e of document.querySelectorAll('[data-edge]')) "
        + "e.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    #expect(try tab.text("typeof window.taken") == "undefined")
    #expect(try tab.number("document.querySelectorAll('img, b, main i, svg[onload]').length") == 0)
    #expect(try tab.text("document.title") == "<img src=x onerror=window.taken=5>")
    #expect(
      !(try tab.isTrue(
        #"/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/.test(document.body.innerText)"#))
    )
    #expect(try tab.complaints() == [])
  }

  @Test func `every control has a name for a screen reader`() throws {
    let tab = try Tab()
    let folder = try Folder.sample("nft")
    try tab.open(try folder.report())
    let tree = try tab.send("Accessibility.getFullAXTree")
    let nodes = try #require(tree["nodes"] as? [[String: Any]])
    let controls: Set = ["button", "slider", "searchbox", "link", "combobox", "image", "textbox"]
    func value(_ node: [String: Any], _ name: String) -> String {
      (node[name] as? [String: Any])?["value"] as? String ?? ""
    }
    let found = nodes.filter {
      controls.contains(value($0, "role")) && $0["ignored"] as? Bool != true
    }
    let nameless = found.filter { value($0, "name").isEmpty }.map { value($0, "role") }
    #expect(found.count > 300 && nameless == [])
  }
}
