import Foundation
import Testing

/// What a newcomer does first.
@Suite struct TourTests {
  @Test func `the tour goes to its end, and the README shows what it prints`() throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "events"),
      withDestinationURL: SampleTests.project.appending(path: "events"))
    let tour = try Tool.run("tour", in: folder)
    #expect(tour.status == 0 && tour.diagnostics == "")
    let printed = tour.output.split(separator: "\n").map(Self.withoutTimes)
    #expect(printed.last?.hasPrefix("intact: ") == true)
    #expect(printed.count < 900, "no screen grows from day to day")
    for line in try Self.shown() {
      #expect(printed.contains(line), "\(line)")
    }
  }

  /// The lines of the tour that the README shows; `…` stands for those it leaves out.
  private static func shown() throws -> [String] {
    let readme = try String(
      contentsOf: SampleTests.project.appending(path: "README.md"), encoding: .utf8)
    let block = try #require(readme.firstRange(of: "$ swift run replay-tool tour\n"))
    let end = try #require(readme[block.upperBound...].firstRange(of: "```"))
    return readme[block.upperBound..<end.lowerBound].split(separator: "\n")
      .filter { $0.trimmingCharacters(in: .whitespaces) != "…" }
      .map(withoutTimes)
  }

  /// How long something took is another time each time.
  private static func withoutTimes(_ line: Substring) -> String {
    String(line.replacing(/in [0-9.]+ s \([0-9,]+ events\/s\)/, with: "in a while"))
  }
}
