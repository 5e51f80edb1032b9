@testable import EventStore
import TestSupport
import Testing

/// The workloads do what they are for: a crash in something that does nothing shows nothing.
@Suite struct WorkloadTests {
  @Test func `every workload records what it issues`() throws {
    for workload in try Workload.all + Workload.derived {
      let disk = SimulatedDisk(workload.image)
      try workload.run(Stage(disk))
      var told = (issued: [String](), acknowledged: [String]())
      for case .note(let note) in disk.steps {
        switch note {
        case .issued(let label, let events):
          told.issued += Array(repeating: label, count: events)
        case .acknowledged(let label): told.acknowledged.append(label)
        case .shown: break
        case .refused, .unknown: Issue.record("\(workload.name): \(note)")
        }
      }
      #expect(try Workload.directory(disk).labels(workload) == told.issued)
      #expect(Set(told.acknowledged) == Set(told.issued) && told.issued.count > 2)
    }
  }

  @Test func `records end at the edges of blocks, and a byte before and behind`() throws {
    let workload = try Workload.crossingBlocks()
    let disk = SimulatedDisk(workload.image)
    try workload.run(Stage(disk))
    var ends: Set<Int> = []
    // Each record begins with a brace; the marks of what was synced don't.
    for case .write(_, let offset, let bytes) in disk.steps where bytes.first == 0x7b {
      ends.insert((offset + bytes.count) % 512)
    }
    #expect(ends == [0, 1, 2, 510, 511])
  }
}
