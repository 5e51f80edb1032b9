import Foundation
import Testing

/// The first steps of a newcomer.
@Suite struct TourTests {
  @Test func `the tour goes to its end`() throws {
    // The samples are found from the tool, wherever it is called.
    let folder = try Folder()
    let tour = try Tool.run("tour", in: folder)
    #expect(tour.status == 0 && tour.diagnostics == "")
    let printed = tour.output.split(separator: "\n")
    #expect(printed.last?.hasPrefix("intact: ") == true)
    #expect(printed.count < 200, "one screen for each application")
    #expect(printed.count { $0.hasPrefix("next: replay-tool ") } == 7)
  }
}
