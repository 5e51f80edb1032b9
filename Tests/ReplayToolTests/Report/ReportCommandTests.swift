import Foundation
import Testing

/// The parsing of `report --model`, and the command that the page shows.
@Suite struct ReportCommandTests {
  @Test func `a word without an equals sign belongs to the value before it`() throws {
    let folder = try Folder.sample("mall")
    let page = try folder.page("--model", "mall.catalogue category=shops  search=a  b ")
    #expect(
      page.contains("{&quot;category&quot;:&quot;shops&quot;,&quot;search&quot;:&quot;a  b&quot;}"))
    #expect(page.contains(">search=&#39;a  b&#39;</span>"))
    #expect(page.contains("--model &#39;mall.catalogue category=shops  search=a  b &#39;"))
    for (model, message) in [
      ("mall.catalogue adventure category=x", #"expected parameter=value, not "adventure""#),
      ("mall.catalogue category=a b c=d", #"mall.catalogue has no field "c""#),
      ("mall.catalogue category=a category=b", #""category" is given twice"#),
      (" ", "--model takes a read model"),
    ] {
      let run = try Tool.run(
        "report", "--html", "x", "--model", model, "--locale", "en", in: folder)
      #expect(run.status == 64 && run.diagnostics.contains(message), "\(run.diagnostics)")
    }
  }

  @Test func `a read model that is named twice has one answer`() throws {
    let page = try Folder.sample("nft").page(
      "--model", "nft.cart user=anna", "--model", "nft.cart  user=anna")
    #expect(page.matches(of: /data-model="nft.cart"/).count == 1)
  }

  @Test func `the command can be pasted into a shell`() throws {
    let folder = try Folder.sample("habits")
    let title = "a'b \"c\" $HOME `id` \\ \u{202e}\nend"
    let page = try folder.page("--title", title)
    let command = try #require(page.firstMatch(of: /<dd>(replay-tool report[^<]*)<\/dd>/)?.1)
      .replacing("&#39;", with: "'").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.environment = ["LC_ALL": "C.UTF-8"]
    process.arguments = ["-c", "replay-tool() { printf %s \"$3\"; }; \(command)"]
    #expect(try ToolRun(process, in: folder.temporary).outcome().output == title)
  }
}
