import EventEngine
import Foundation
import Testing

@testable import ReplayToolKit

/// The page that `report` writes, as text.
@Suite struct ReportTests {
  private func sections(of page: String) -> [String] {
    page.matches(of: /<(?:section|header) id="(\w+)"/).map { String($0.1) }
  }

  @Test func `a page has every section in its order, one style, one script and its data`() throws {
    let page = try Folder.sample("nft").page("--title", "A day of the shop")
    #expect(
      sections(of: page) == [
        "head", "findings", "timeline", "types", "models", "why", "stories", "causes", "process",
        "integrity",
      ])
    #expect(page.contains("<title>A day of the shop</title>"))
    #expect(page.contains("71 of 71 events") && page.contains("verified, intact"))
    #expect(
      page.contains("replay-tool report --title &#39;A day of the shop&#39; --locale en</dd>"))
    #expect(page.matches(of: /<script[ >]/).count == 2)
    #expect(page.contains(#"<script type="application/json" id="data">{"#))
    #expect(page.contains(#"<input id="position" type="range" min="0" max="71" value="71""#))
    #expect(page.utf8.count < 5 << 20)
  }

  @Test func `a page of some events holds no payloads of the others`() throws {
    let folder = try Folder.sample("nft")
    let filters = ["--tag", "currency:ETH", "--model", "nft.item nft=cat-1"]
    #expect(try folder.page().contains("currency BTC name Bitcoin"))
    #expect(!(try folder.page(filters).contains("Bitcoin")))
  }

  @Test(arguments: ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"])
  func `a page may begin or end at the first or the last instant of the calendar`(_ time: String)
    throws
  {
    for zone in ["America/New_York", "Asia/Tokyo"] {
      let folder = try Folder()
      let event = #"{"type":"A","time":"\#(time)","tags":[],"data":{}}"#
      let imported = try Tool.run(
        ["import", "--time-zone", zone, "--allow-future"], in: folder, input: Data(event.utf8))
      try #require(imported.status == 0, "\(imported.diagnostics)")
      let report = try Tool.run("report", "--html", "page.html", in: folder)
      #expect(report.status == 0, "\(zone) \(report.diagnostics)")
    }
  }

  @Test func `the policy allows only the page's own script and style`() throws {
    let folder = try Folder.sample("habits")
    let page = try folder.page()
    let policy = try #require(page.firstMatch(of: /Security-Policy" content="([^"]*)"/)?.1)
    let script = try #require(page.firstMatch(of: /<script>([\s\S]*)<\/script>/)?.1)
    let style = try #require(page.firstMatch(of: /<style>([\s\S]*?)<\/style>/)?.1)
    let hashes = try [script, style].map { try folder.base64Digest(String($0)) }
    #expect(
      policy.replacing("&#39;", with: "'")
        == "default-src 'none'; script-src 'sha256-\(hashes[0])'; style-src 'sha256-\(hashes[1])'; "
        + "base-uri 'none'; form-action 'none'")
    #expect(!page.contains("style=\"") && !page.contains(" onclick="))
    // The same script on every page.
    #expect(try Folder.hostile().page("--locale", "ru").contains(script))
  }

  @Test func `the same journal and options give the same bytes`() throws {
    let folder = try Folder.sample("courier")
    let (first, second) = (try folder.report("a.html"), try folder.report("b.html"))
    #expect(try Data(contentsOf: URL(filePath: first)) == Data(contentsOf: URL(filePath: second)))
  }

  @Test func `hostile texts stay texts`() throws {
    let folder = try Folder.hostile()
    let page = try folder.page("--title", "</title><script>window.taken=4</script>\u{202e}")
    #expect(page.matches(of: /<script[ >]/).count == 2)
    #expect(!page.contains("<img") && !page.contains("<b>") && !page.contains("<svg onload"))
    let marks = page.unicodeScalars.filter { scalar in
      scalar.properties.isBidiControl || scalar.value < 0x20 && scalar != "\n"
    }
    #expect(marks.isEmpty)
    #expect(page.contains(#"\u202eEVIL"#) && page.contains(#"\u001b[31m"#))
  }

  @Test func `the page of another program's journal begins with its process`() throws {
    let folder = try Folder()
    try folder.importReceipt(600)
    let page = try folder.page()
    #expect(
      sections(of: page) == [
        "head", "process", "findings", "timeline", "types", "stories", "causes", "integrity",
      ])
    let kinds = page.matches(of: /data-kind="(\w+)"/).map { String($0.1) }
    #expect(kinds == ["case", "resource"])
    #expect(page.contains("of the transitions."))
    let past = try folder.page("--position", "0")
    #expect(sections(of: past).prefix(2) == ["head", "process"])
  }

  @Test func `before the first event the page has the read models of the journal`() throws {
    let page = try Folder.sample("nft").page("--position", "0")
    #expect(
      sections(of: page) == [
        "head", "findings", "timeline", "types", "models", "why", "stories", "causes", "process",
        "integrity",
      ])
    #expect(page.contains(#"data-model="nft.catalogue""#) && !page.contains("data-model=\"mods."))
  }

  @Test func `with --reverse the newest events are first`() throws {
    let folder = try Folder.sample("nft")
    func positions(_ page: String) throws -> [Int] {
      let stories = try #require(page.firstMatch(of: /<section id="stories"[\s\S]*?<\/section>/)?.0)
      return stories.matches(of: /<li data-position="(\d+)"/).compactMap { Int($0.1) }
    }
    let usual = try folder.page("--story", "payment:b-1")
    let reversed = try folder.page("--story", "payment:b-1", "--reverse")
    #expect(try positions(usual).count > 1)
    #expect(try positions(reversed) == positions(usual).reversed())
    #expect(reversed.contains(#"<p class="gap">− "#) && !usual.contains(#"<p class="gap">− "#))
    #expect(reversed.contains("replay-tool report --story payment:b-1 --reverse --locale en</dd>"))
  }

  @Test func `defects are named by paths relative to the journal`() throws {
    let folder = try Folder()
    try folder.importReceipt(150, segmentSize: 20_000)
    // A wrong root in a manifest with a valid checksum.
    let manifest = "journal/journal.json"
    let body = String(decoding: try folder.bytes(of: manifest), as: UTF8.self)
      .replacing(#/,"crc":.*\n/#, with: "")
      .replacing(#/"root":"..../#, with: #""root":"0000"#, maxReplacements: 1)
    let crc = String(CRC32C.checksum(Array(body.utf8)), radix: 16)
    let digits = String(repeating: "0", count: 8 - crc.count) + crc
    try folder.replace(manifest, with: Data((body + ",\"crc\":\"\(digits)\"}\n").utf8))
    let page = try folder.page()
    #expect(
      page.contains(
        #"<p class="bad">segments/00000000000000000001.jsonl, position 50: the events up to here"#))
    #expect(!page.contains(folder.url.lastPathComponent))
    #expect(try folder.page("--locale", "ru").contains("не соответствуют записанному корню"))
  }

  @Test func `the number of types that are not listed is formatted like other numbers`() throws {
    let folder = try Folder()
    let events = (0..<1100).map {
      #"{"type":"T\#($0)","time":"2026-05-11T10:00:00Z","tags":[],"data":{}}"# + "\n"
    }
    let imported = try Tool.run("import", in: folder, input: events.joined())
    try #require(imported.status == 0, "\(imported.diagnostics)")
    #expect(try folder.page().contains("1,020 more types. replay-tool stats lists all."))
  }

  @Test func `filters select the listed events, and answers include all events`() throws {
    let folder = try Folder.sample("nft")
    let page = try folder.page("--type", "nft.payment*", "--model", "nft.cart user=boris")
    #expect(page.contains("18 of 71 events"))
    #expect(page.matches(of: /<article class/).count + page.matches(of: /<article data/).count == 1)
    let cart = try #require(page.firstMatch(of: /<article [\s\S]*?<\/article>/)?.0)
    #expect(cart.contains(#"data-parameters="{&quot;user&quot;:&quot;boris&quot;}""#))
    #expect(cart.contains(#"data-field="total">0</span>"#))
    let past = try folder.page("--position", "38", "--model", "nft.cart user=boris")
    #expect(past.contains(#"max="38""#) && past.contains(#"data-field="total">3.75</span>"#))
    #expect(past.contains("38 of 38 events"))
  }

  @Test func `a story that is too long shows its beginning and its end`() {
    #expect(Array(1...30).ends(10) == [1, 2, 3, 4, 5, 26, 27, 28, 29, 30])
    #expect(Array(1...10).ends(10) == Array(1...10))
    #expect(Array(1...30).ends(0) == [])
  }

  @Test func `the slider of a short journal stops at each position once`() {
    #expect(PageAnswers.stops(400, through: Position(7)) == Array(0...7))
    #expect(PageAnswers.stops(4, through: Position(10)) == [0, 2, 5, 7, 10])
    #expect(PageAnswers.stops(4, through: .start) == [0])
    #expect(PageAnswers.stops(2, through: Position(10), including: [3, 5]) == [0, 3, 5, 10])
  }

  @Test func `the page has the requested stories`() throws {
    let page = try Folder.sample("nft").page("--story", "user:boris", "--story", "nft:cat-1")
    let stories = page.matches(of: /<details class="story"[^>]*><summary><h3>([^<]*)</)
    #expect(stories.map { String($0.1) } == ["user:boris", "nft:cat-1"])
    #expect(page.contains("more tags. To add a story: --story TAG"))
  }

  @Test func `with --locale ru the page is in Russian`() throws {
    let folder = try Folder.sample("nft")
    let page = try folder.page("--locale", "ru")
    #expect(page.contains(#"<html lang="ru">"#) && page.contains("71 из 71"))
    #expect(page.contains(">Модели для чтения<") && !page.contains(">Read models<"))
  }

  @Test(arguments: [
    (["report"], 64, "report needs --html FILE"),
    (["report", "--html", "x", "--title", " "], 64, "--title takes a text that is not empty"),
    (["report", "--html", "x", "--model", "nft.crat"], 64, #"did you mean "nft.cart"?"#),
    (["report", "--html", "x", "--model", "nft.cart"], 65, "missingField"),
    (["report", "--html", "x", "--story", "nft:cat-"], 1, #"did you mean "nft:cat-1"?"#),
    (["report", "--html", "x", "--model", "nft.item nft=none"], 1, "notFound"),
    (["report", "--html", "x", "--tag", "nft:none"], 1, "no event has ever had the tag"),
    (["report", "--html", "journal"], 73, "journal: "),
    (["report", "--html", "x", "--position", "72"], 65, "invalidField"),
  ]) func `a request that cannot be met leaves no file`(
    _ words: [String], _ status: Int32, _ message: String
  ) throws {
    let folder = try Folder.sample("nft")
    let run = try Tool.run(words + ["--locale", "en"], in: folder)
    #expect(run.status == status && run.diagnostics.contains(message), "\(run.diagnostics)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("x")))
  }

  @Test func `a page replaces an earlier one or an empty file, and no other file`() throws {
    let folder = try Folder.sample("nft")
    try Data().write(to: URL(filePath: folder.path("x")))
    for title in ["One", "Two"] {
      let run = try Tool.run("report", "--html", "x", "--title", title, in: folder)
      #expect(run.status == 0, "\(run.diagnostics)")
    }
    #expect(try String(contentsOfFile: folder.path("x"), encoding: .utf8).contains(">Two<"))
    try Data("mine".utf8).write(to: URL(filePath: folder.path("y")))
    #expect(try Tool.run("report", "--html", "y", in: folder).status == 73)
    #expect(try String(contentsOfFile: folder.path("y"), encoding: .utf8) == "mine")
    let inFolder = try Tool.run("report", "--html", ".", "--locale", "en", in: folder)
    #expect(inFolder.status == 73)
    #expect(inFolder.diagnostics.hasSuffix("hint: name another file\n"), "\(inFolder.diagnostics)")
    let dashes = try Tool.run("report", "--html", "--", "--locale", "en", in: folder)
    #expect(dashes.status == 64)
    #expect(dashes.diagnostics.contains(": --html FILE\n"))
  }

  @Test func `the first of the trees of causes that are left out is named`() throws {
    let folder = try Folder()
    let commands = (10..<28).map {
      #"{"command":"nft.setAgreement","actor":"admin","correlation":"c\#($0 / 2)","#
        + #""at":"2026-05-08T09:00:\#($0)Z","data":{"url":"https://e.x/\#($0)"}}"# + "\n"
    }
    let issued = try Tool.run("issue", "--file", "-", in: folder, input: commands.joined())
    try #require(issued.status == 0, "\(issued.diagnostics)")
    #expect(try folder.page().contains("1 more tree. To print one: replay-tool trace 17."))
  }

  @Test func `an empty journal has a page`() throws {
    let folder = try Folder()
    _ = try Tool.run("session", "--create", in: folder)
    let page = try folder.page()
    #expect(page.contains("0 of 0 events") && page.contains(#"max="0""#))
    #expect(sections(of: page).contains("models") && page.contains(#"data-model="nft.currencies""#))
    #expect(page.contains("There are no tags, so there is no process."))
  }

  @Test func `the script is small, and has no way to make markup of text or to reach a network`()
    throws
  {
    let folder = SampleTests.project.appending(path: "Sources/ReplayToolKit/Report")
    let script = try String(contentsOf: folder.appending(path: "page.js"), encoding: .utf8)
    #expect(script.utf8.count <= 30_000)
    for word in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
      "fetch", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "import", "Worker",
      "localStorage", "cookie", "setTimeout(\"", "DOMParser", "createContextualFragment",
    ] {
      #expect(!script.contains(word), "\(word)")
    }
    let style = try String(contentsOf: folder.appending(path: "page.css"), encoding: .utf8)
    #expect(!style.contains("url(") && !style.contains("@import"))
    let addresses = (script + style).matches(of: /https?:[^"' ]*/).map { String($0.0) }
    #expect(addresses == ["http://www.w3.org/2000/svg"])
  }
}

extension Folder {
  /// SHA-256 in Base64, as `openssl` computes it.
  fileprivate func base64Digest(_ text: String) throws -> String {
    let file = try write(text, to: "\(UUID()).txt")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    process.arguments = [file]
    let hex = try ToolRun(process, in: temporary).outcome().output.prefix(64)
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { index in
      UInt8(hex.dropFirst(index).prefix(2), radix: 16)
    }
    return Data(bytes).base64EncodedString()
  }
}
