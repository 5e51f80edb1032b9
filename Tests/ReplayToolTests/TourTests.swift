import Foundation
import Testing

/// The first steps of a newcomer.
@Suite struct TourTests {
  @Test func `the tour runs to its end`() throws {
    // The samples are found relative to the tool, from any working folder.
    let folder = try Folder()
    let tour = try Tool.run("tour", in: folder)
    #expect(tour.status == 0 && tour.diagnostics == "")
    var printed = tour.output.split(separator: "\n")
    let advice = printed.popLast()
    #expect(
      advice
        == "журналы удалены; чтобы выполнить команды после «дальше», оставьте журналы: replay-tool tour --keep"
    )
    let last = try #require(printed.last?.firstMatch(of: /^страница в (\S+\.html): байт/))
    defer { try? FileManager.default.removeItem(atPath: String(last.1)) }
    let page = try String(contentsOfFile: String(last.1), encoding: .utf8)
    #expect(page.contains("71 из 71"))
    #expect(printed.contains("Привычки двух человек"))
    #expect(printed.count < 200, "one screen for each application")
    #expect(printed.count { $0.hasPrefix("дальше: replay-tool ") } == 7)
  }

  @Test(.english) func `the tour's suggestions can be run as printed on retained journals`() throws
  {
    let folder = try Folder()
    _ = try folder.write(
      "@one\nissue habits.finishOnboarding --actor eva\n> replay-tool stats\n", to: "tour.txt")
    let removed = try Tool.run("tour", "tour.txt", in: folder)
    #expect(
      removed.output.hasSuffix(
        """

        next: replay-tool stats

        the journals are removed; to run the commands after "next", keep them: replay-tool tour --keep

        """))
    let kept = try Tool.run("tour", "tour.txt", "--journal", "kept ones", in: folder)
    #expect(
      kept.output.hasSuffix(
        """

        next: replay-tool stats --journal 'kept ones/one'

        the journals are in kept ones

        """))
    #expect(try Tool.run("stats", "--journal", "kept ones/one", in: folder).status == 0)
  }

  @Test(.english) func `an export is limited, and printed in its turn`() throws {
    let folder = try Folder()
    _ = try folder.write(
      """
      # First
      1 issue habits.finishOnboarding --actor eva
      1 issue habits.finishOnboarding --actor ann
      1 export --columns position
      # Last
      """, to: "tour.txt")
    let tour = try Tool.run("tour", "tour.txt", in: folder)
    #expect(tour.status == 0)
    let accepted = /.*habits\.onboardingFinished.*\n/
    #expect(
      tour.output.replacing(accepted, with: "accepted\n") == """

        First

        $ replay-tool issue habits.finishOnboarding --actor eva
        accepted

        $ replay-tool issue habits.finishOnboarding --actor ann
        accepted

        $ replay-tool export --columns position
        {"position":1}
        … 1 more line

        Last

        """)
  }

  @Test(.english) func `an empty name of the folder for temporary files counts as none`() throws {
    let folder = try Folder()
    let outcome = try Tool.run(
      ["tour", try folder.write("# Nothing\n", to: "tour.txt"), "--keep"], in: folder,
      variables: ["TMPDIR": ""])
    #expect(outcome.output.contains("the journals are in /tmp/replay-tour-"))
  }

  @Test(.english) func `samples that cannot be looked for are named`() throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("events"), withDestinationPath: "events")
    let tour = try Tool.run("tour", in: folder)
    #expect(tour.status == 74)
    #expect(tour.diagnostics.hasPrefix("replay-tool: ./events/tour.txt: "), "\(tour.diagnostics)")
  }
}
