import Foundation
import Testing

/// Pages of journals that are damaged or have lost events.
@Suite struct DamagedPageTests {
  /// The first lines of the only segment.
  private func lines(_ count: Int, in folder: Folder) throws -> (segment: String, Data) {
    let segment = "journal/segments/\(try folder.segments()[0])"
    let lines = try folder.bytes(of: segment).split(separator: 0x0a).prefix(count)
    return (segment, Data(lines.flatMap { $0 + [0x0a] }))
  }

  @Test(.english) func `a page warns of acknowledged events that are missing, as verify does`()
    throws
  {
    let folder = try Folder.sample("nft")
    let (segment, bytes) = try lines(40, in: folder)
    try folder.replace(segment, with: bytes)
    let warning = try Tool.run("verify", in: folder).diagnostics
    #expect(warning.contains("acknowledged events are lost"))
    let report = try Tool.run("report", "--html", "-", in: folder)
    #expect(report.status == 0 && report.diagnostics == warning, "\(report.diagnostics)")
    #expect(report.output.contains("<dd>verified; acknowledged events at the end are lost</dd>"))
    #expect(
      report.output.contains(
        "<p class=\"lead\">The journal is verified; acknowledged events at the end are lost.</p>"
          + "<p class=\"bad\">warning: "))
    #expect(report.output.contains("bytes are missing at the end of segments/"))
    #expect(!report.output.contains("verified, intact"))
    #expect(!report.output.contains("Keep it elsewhere"))
  }

  @Test(.english) func `a damaged journal has a page of the events before the damage`() throws {
    let folder = try Folder.sample("nft")
    let (segment, bytes) = try lines(6, in: folder)
    try folder.flip(bytes.count + 20, of: segment)
    let report = try Tool.run("report", "--html", "page.html", in: folder)
    #expect(report.status == 1)
    let hint =
      "hint: replay-tool report --position 6 --html FILE makes the page of the events before the "
      + "damage; replay-tool verify reports all damage\n"
    #expect(report.diagnostics.hasSuffix(hint), "\(report.diagnostics)")
    let page = try folder.page("--position", "6")
    #expect(page.contains("6 of 6 events") && page.contains("<dd>damaged</dd>"))
  }
}
