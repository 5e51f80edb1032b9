import TestSupport
import Testing

/// The crashes of every workload.
@Suite(.serialized) struct CrashMatrixTests {
  /// Crashes these workloads, on all processors.
  private func report(
    on workloads: [Workload], _ title: String? = nil
  ) async throws -> CrashMatrix.Report {
    var total = CrashMatrix.Report()
    try await withThrowingTaskGroup(of: (String, CrashMatrix.Report).self) { group in
      for workload in workloads {
        group.addTask { (workload.name, try CrashMatrix.report(on: workload)) }
      }
      for try await (name, report) in group {
        if title == nil { print("crash matrix: \(name): \(report)") }
        total.add(report)
      }
    }
    print("crash matrix: \(title ?? "all of these"): \(total)")
    return total
  }

  @Test func `no acknowledged or shown event is lost by a crash`() async throws {
    let report = try await report(on: Workload.all)
    #expect(report.violations.prefix(5) == [])
  }

  @Test func `no event is lost whatever part of the synced marks remains`() async throws {
    let workloads = try [Workload.appending(), .rolling(), .dyingProcess(9)].map { workload in
      var workload = workload
      workload.crashesMarks = true
      workload.limits = .samples(Effort.current.pick(usual: 8, exhaustive: 40))
      return workload
    }
    let report = try await report(on: workloads, "with the marks, by chance")
    #expect(report.violations.prefix(5) == [])
  }

  @Test func `an index that was never synced doesn't change any result`() async throws {
    let report = try await report(on: Workload.derived, "indexing and erasing, by chance")
    #expect(report.violations.prefix(5) == [])
  }

  @Test func `no event is lost by a crash after a failed sync has dropped its writes`() async throws
  {
    let workloads = try Effort.current.sample(1...24, 6).map { try Workload.failingSync($0) }
    let report = try await report(on: workloads, "a sync fails, then the machine")
    #expect(report.violations.prefix(5) == [])
  }

  @Test func `no event is lost by a crash after any call has failed`() async throws {
    let workloads = try Effort.current.sample(1...160, 24).map { try Workload.failingCall($0) }
    let report = try await report(on: workloads, "a call fails, then the machine")
    #expect(report.violations.prefix(5) == [])
  }

  @Test func `no event is lost by a crash after a process has died`() async throws {
    let workloads = try Effort.current.sample(1...Workload.callsOfAProcess, 12).flatMap {
      try [Workload.dyingProcess($0), Workload.dyingProcess($0, thenSyncFails: true)]
    }
    let report = try await report(on: workloads, "a process dies, then the machine")
    #expect(report.violations.prefix(5) == [])
  }
}

extension CrashMatrix.Report: CustomStringConvertible {
  var description: String {
    "\(moments) moments, \(points) points, \(disks) different disks, "
      + "\(violations.count) violations"
  }

  mutating func add(_ other: Self) {
    moments += other.moments
    points += other.points
    disks += other.disks
    violations += other.violations
  }
}
