import TestSupport
import Testing

@testable import EventStore

/// Whatever is wrong with the snapshots of a journal, the journal is whole, and a state is gone on
/// from only where it is that of this journal.
@Suite struct DamagedSnapshotTests {
  private func objections(to cases: [KeptJournal.Case]) async -> [String] {
    await withTaskGroup(of: [String].self) { group in
      for start in stride(from: 0, to: cases.count, by: 100) {
        let part = cases[start..<min(start + 100, cases.count)]
        group.addTask { part.compactMap { $0.objection() } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  @Test func `no damaged, stale or foreign one is gone on from`() async throws {
    let cases = try KeptJournal().cases()
    let objections = await objections(to: cases)
    print("damaged snapshots: \(cases.count) cases, \(objections.count) objections")
    #expect(objections.prefix(10) == [])
  }

  /// With a test taken out the table turns red: here every code fits, whatever stands in front of it.
  @Test func `without the code damaged states would be trusted`() async throws {
    let cases = try KeptJournal().damaged().map { (damage) throws in
      var forged = damage
      forged.image = try damage.image.mendingSnapshots { _ in }
      return forged
    }
    let objections = await objections(to: cases)
    #expect(objections.contains { $0.contains("believed") })
  }

  /// And here every snapshot says that it belongs to the journal it lies beside.
  @Test func `without what it belongs to another's state would be believed`() async throws {
    var taken: [String] = []
    for damage in try KeptJournal().strange() {
      var forged = damage
      var reader = try JournalReader.open(
        Workload.directory(SimulatedDisk(damage.image)), wait: 0)
      var events: [Position: String] = [:]
      try reader.forEach { (view) throws(JournalError) in
        events[view.position] = view.id.description
        return true
      }
      let (journal, known) = (reader.manifest.journal, events)
      forged.image = try damage.image.mendingSnapshots { header in
        header.journal = journal
        header.event = known[header.position] ?? ""
      }
      taken += await objections(to: [forged])
    }
    #expect(taken.count == 2 && taken.allSatisfy { $0.contains("believed") }, "\(taken)")
  }
}

extension DiskImage {
  /// The key of the journal on it.
  func key() throws -> JournalKey {
    let directory = Workload.directory(SimulatedDisk(self))
    return try directory.key(for: directory.manifest())
  }

  /// With snapshots whose headers are changed and whose codes fit.
  func mendingSnapshots(_ change: (inout Snapshot.Header) -> Void) throws -> DiskImage {
    var image = self
    let key = try key()
    for (path, bytes) in files where path.hasSuffix(".snapshot") {
      image.files[path] = Snapshot.mended(bytes, key, change)
    }
    return image
  }
}

extension Snapshot {
  /// A file of a snapshot with a code that fits; as it is, where no header can be read.
  static func mended(
    _ file: [UInt8], _ key: JournalKey, _ change: (inout Header) -> Void
  ) -> [UInt8] {
    let feed = file.firstIndex(of: 0x0a) ?? file.endIndex
    let state = Array(file[feed...].dropFirst().dropLast(66))
    var decoder = PayloadDecoder()
    guard var header = try? decoder.decode(Header.self, from: Array(file[..<feed])) else {
      return file
    }
    change(&header)
    guard let line = try? ChecksummedLine.encoded(header) else { return file }
    return sealed(line + state, key)
  }
}
