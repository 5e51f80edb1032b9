import Foundation
import Testing

/// The first steps of a newcomer.
@Suite struct TourTests {
  @Test func `the tour goes to its end`() throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "events"),
      withDestinationURL: SampleTests.project.appending(path: "events"))
    let tour = try Tool.run("tour", in: folder)
    #expect(tour.status == 0 && tour.diagnostics == "")
    let printed = tour.output.split(separator: "\n")
    #expect(printed.last?.hasPrefix("intact: ") == true)
    #expect(printed.count < 900, "no screen grows from day to day")
  }
}
