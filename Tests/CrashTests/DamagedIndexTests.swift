import Synchronization
import TestSupport
import Testing

@testable import EventStore

/// Damage to an index affects neither the journal nor the results of queries.
@Suite struct DamagedIndexTests {
  @Test func `a wrong entry of an index never changes a result`() async throws {
    let journal = try IndexedJournal()
    let cases = try journal.cases()
    let objections = await cases.objections { $0.objection() }
    print("damaged indexes: \(cases.count) cases, \(objections.count) objections")
    #expect(objections.prefix(10) == [])
  }

  @Test func `an intact index is used and has several runs`() throws {
    let journal = try IndexedJournal()
    var reader = try JournalReader.open(Workload.directory(SimulatedDisk(journal.image)), wait: 0)
    _ = try reader.first(ofCommand: "c1")
    #expect(reader.index.runs.count > 1 && reader.index.last.rawValue > journal.head / 2)
    // The index determines the results: a run with missing keys would hide events.
    let other = try journal.missingKeys()
    let wrong = try LookupCheck.wrong(in: Workload.directory(SimulatedDisk(other)))
    #expect(wrong != nil)
  }

  @Test(arguments: [SystemError.inputOutput, .noSpace])
  func `a failure while the index is built does not fail an append`(_ error: SystemError) throws {
    let calls = try callsOfBuilding(failing: 0, with: error)
    for failing in Effort.current.sample(1...calls, 12) {
      _ = try callsOfBuilding(failing: failing, with: error)
    }
  }

  /// Appends until there is an index, and checks that every append is recorded and found.
  ///
  /// - Parameter failing: the number of the call that fails; 0: none.
  /// - Returns: the number of calls that building the index took.
  private func callsOfBuilding(failing: Int, with error: SystemError) throws -> Int {
    let disk = SimulatedDisk(try Workload.journal(segmentBytes: 900))
    let files = FaultyFileSystem(disk)
    let gate = Gate(failing: failing)
    files.fail { call in
      guard gate.fails(call) else { return nil }
      return call.step == .write ? .shortWrite(1000, error) : .error(error)
    }
    let stage = Stage(disk, through: files)
    var writer = try JournalWriter.open(stage.directory, wait: 0)
    gate.isBuilt = true
    writer.indexSizes = Workload.indexSizes
    for number in 0..<9 { try Workload.record(number, with: &writer, on: stage) }
    let calls = gate.calls
    files.heal()
    #expect(try Workload.directory(disk).labels(Workload.indexing()).runs.count == 9)
    #expect(try LookupCheck.wrong(in: Workload.directory(disk)) == nil, "call \(failing)")
    try Workload.buildIndex(of: Workload.directory(disk))
    return calls
  }
}

/// Fails one of the calls that build the index.
private final class Gate: Sendable {
  private let failing: Int
  private let state = Mutex((isBuilt: false, isOpen: false, calls: 0))

  init(failing: Int) { self.failing = failing }

  /// Set after opening: opening reads the index, too, and its calls do not count.
  var isBuilt: Bool {
    get { state.withLock { $0.isBuilt } }
    set { state.withLock { $0.isBuilt = newValue } }
  }

  /// The number of counted calls.
  var calls: Int { state.withLock { $0.calls } }

  func fails(_ call: FaultyFileSystem.Call) -> Bool {
    state.withLock { state in
      if call.path.contains("/index") && state.isBuilt {
        state.isOpen = true
      } else if call.step == .lock {
        // The next batch starts.
        state.isOpen = false
      }
      if state.isOpen { state.calls += 1 }
      return state.isOpen && state.calls == failing
    }
  }
}
