import Foundation
import Testing

/// Personal data, which a page has only on request.
@Suite struct PersonalPageTests {
  @Test func `personal data is on the page only with --with-personal`() throws {
    let folder = try Folder.sample("mall")
    let page = try folder.page()
    let open = try folder.page("--with-personal")
    #expect(!page.contains("+79161234567") && open.contains("+79161234567"))
    #expect(page.contains("«personal»") && !open.contains("«personal»"))
    // The index replaces an identity that is personal.
    let couriers = try Folder.sample("courier").page("--model", "courier.couriers")
    #expect(
      couriers.contains("couriers[0].login") && !couriers.contains("couriers[courier=ivanov]"))
  }

  @Test func `a personal yes or no is hidden in payloads, answers and changes`() throws {
    let folder = try Folder()
    try folder.issue(
      "mall.configurePoints registration=100 referrer=40 referred=30 survey=20 referralTitle=Gift",
      by: "admin")
    let eva = try folder.registerInMall("+79161234567", on: "d-1")
    for step in [
      "saveProfile name=Eva_Braun email=eva@example.com", "skipReferral",
      "submitSurvey dateOfBirth=1990-01-02 haveKids=true",
    ] {
      try folder.issue("mall.\(step)", by: eva)
    }
    /// The values of the member in the answer, in the payload and in the changes of the event.
    func shown(_ arguments: String...) throws -> [String] {
      let page = try folder.page(
        ["--story", "user:\(eva)", "--model", "mall.profile user=\(eva)"] + arguments)
      let cell =
        /(?:data-field="haveKids"[^>]*|haveKids<\/(?:span|dt)> ?(?:<del>[^<]*<\/del> )?<\w+)>([^<]*)</
      return page.matches(of: cell).map { String($0.1) }
    }
    let open = try shown("--with-personal")
    #expect(open.count { $0 == "true" } == 4)
    #expect(try shown() == open.map { $0 == "true" ? "«personal»" : $0 })
  }

  @Test func `a personal tag selects events and stories until its data is erased`() throws {
    let folder = try Folder.sample("courier")
    let record = try Tool.run("export", "--records", in: folder).output
    let found = try #require(record.firstMatch(of: /"personalTags":\["([^"]+)"/)?.1)
    let tag = String(found)
    let all = try Tool.run("tail", "--json", in: folder).lines.count
    let positions = try Tool.run("tail", "--tag", tag, "--json", in: folder).lines.compactMap {
      try json($0)["position"] as? Int
    }
    try #require(!positions.isEmpty)
    #expect(try folder.page("--tag", tag).contains("\(positions.count) of \(all) events"))
    let page = try folder.page("--story", tag)
    let story = try #require(page.firstMatch(of: /<details class="story".*?<\/ol>/)?.0)
    #expect(story.matches(of: /<li data-position="(\d+)"/).compactMap { Int($0.1) } == positions)
    #expect(page.ranges(of: tag).count == story.ranges(of: tag).count + 1)
    try Tool.run("erase", "courier:ivanov", "--yes", in: folder)
    #expect(try Tool.run("report", "--html", "-", "--story", tag, in: folder).status == 1)
  }

  @Test func `an event with many members is shown in linear time`() throws {
    let members = (0..<80_000).map { #""a\#($0)":1"# }.joined(separator: ",")
    let folder = try Folder()
    let line =
      #"{"type":"x","time":"2026-01-01T00:00:00Z","tags":["a:1"],"data":{"o":{\#(members)}}}"#
    try Tool.run("import", in: folder, input: line + "\n")
    let page = try Tool.runQuickly("report", "--html", "-", "--locale", "en", in: folder)
    #expect(page.output.contains("1 of 1 event"))
  }
}
