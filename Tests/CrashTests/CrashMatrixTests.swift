import TestSupport
import Testing

/// Every crash of every workload.
@Suite struct CrashMatrixTests {
  @Test func `whatever a crash leaves, nothing that was told is lost`() async throws {
    var points = 0
    try await withThrowingTaskGroup(of: (String, CrashMatrix.Report).self) { group in
      for workload in try Workload.all {
        group.addTask { (workload.name, try CrashMatrix.report(on: workload)) }
      }
      for try await (name, report) in group {
        print(
          "crash matrix: \(name): \(report.moments) moments, \(report.points) points, "
            + "\(report.disks) different disks, \(report.violations.count) violations")
        points += report.points
        #expect(report.violations.prefix(5) == [])
      }
    }
    print("crash matrix: \(points) points")
    #expect(points >= 10_000)
  }
}
