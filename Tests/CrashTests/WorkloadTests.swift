@testable import EventStore
import TestSupport
import Testing

/// Tests the workloads: a crash of a workload without effect proves nothing.
@Suite struct WorkloadTests {
  @Test func `every workload records what it issues`() throws {
    for workload in try Workload.all + Workload.derived {
      let disk = SimulatedDisk(workload.image)
      try workload.run(Stage(disk))
      var noted = (issued: [String](), acknowledged: [String]())
      for case .note(let note) in disk.steps {
        switch note {
        case .issued(let label, let events):
          noted.issued += Array(repeating: label, count: events)
        case .acknowledged(let label): noted.acknowledged.append(label)
        case .shown: break
        case .refused, .unknown: Issue.record("\(workload.name): \(note)")
        }
      }
      #expect(try Workload.directory(disk).labels(workload) == noted.issued)
      #expect(Set(noted.acknowledged) == Set(noted.issued) && noted.issued.count > 2)
    }
  }

  @Test func `records end at block boundaries and one byte before and after them`() throws {
    let workload = try Workload.crossingBlocks()
    let disk = SimulatedDisk(workload.image)
    try workload.run(Stage(disk))
    var ends: Set<Int> = []
    // Each record begins with a brace, unlike synced marks.
    for case .write(_, let offset, let bytes) in disk.steps where bytes.first == 0x7b {
      ends.insert((offset + bytes.count) % 512)
    }
    #expect(ends == [0, 1, 2, 510, 511])
  }
}
