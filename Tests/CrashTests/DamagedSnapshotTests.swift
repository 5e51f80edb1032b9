import TestSupport
import Testing

@testable import EventStore

/// Damage to snapshots doesn't affect the journal, and a state resumes only from a snapshot of the
/// same journal.
@Suite struct DamagedSnapshotTests {
  @Test func `no damaged, outdated or foreign snapshot is used`() async throws {
    let cases = try SnapshottedJournal().cases()
    let objections = await cases.objections { $0.objection() }
    print("damaged snapshots: \(cases.count) cases, \(objections.count) objections")
    #expect(objections.prefix(10) == [])
  }

  /// Simulates a missing authentication test by correcting all codes: the cases must then fail.
  @Test func `without the code, damaged states would be trusted`() async throws {
    let cases = try SnapshottedJournal().damaged().map { (damage) throws in
      var forged = damage
      forged.image = try damage.image.resealingSnapshots { _ in }
      return forged
    }
    let objections = await cases.objections { $0.objection() }
    #expect(objections.contains { $0.contains("trusted") })
  }

  /// Rewrites all headers so that they name the journal of their folder.
  @Test func `without the header, states of other journals would be trusted`() throws {
    var trusted: [String] = []
    for damage in try SnapshottedJournal().foreign() {
      var forged = damage
      var reader = try JournalReader.open(
        Workload.directory(SimulatedDisk(damage.image)), wait: 0)
      var events: [Position: String] = [:]
      try reader.forEach { (view) throws(JournalError) in
        events[view.position] = view.id.description
        return true
      }
      let (journal, ids) = (reader.manifest.journal, events)
      forged.image = try damage.image.resealingSnapshots { header in
        header.journal = journal
        header.event = ids[header.position] ?? ""
      }
      trusted += forged.objection().map { [$0] } ?? []
    }
    #expect(trusted.count == 2 && trusted.allSatisfy { $0.contains("trusted") }, "\(trusted)")
  }
}

extension DiskImage {
  func key() throws -> JournalKey {
    let directory = Workload.directory(SimulatedDisk(self))
    return try directory.key(for: directory.manifest())
  }

  /// The image with changed snapshot headers and valid codes.
  func resealingSnapshots(_ change: (inout Snapshot.Header) -> Void) throws -> DiskImage {
    var image = self
    let key = try key()
    for (path, bytes) in files where path.hasSuffix(".snapshot") {
      image.files[path] = Snapshot.resealed(bytes, key, change)
    }
    return image
  }
}

extension Snapshot {
  /// A snapshot's file with a valid code; unchanged if its header can't be decoded.
  static func resealed(
    _ file: [UInt8], _ key: JournalKey, _ change: (inout Header) -> Void
  ) -> [UInt8] {
    let feed = file.firstIndex(of: 0x0a) ?? file.endIndex
    let state = Array(file[feed...].dropFirst().dropLast(66))
    var decoder = PayloadDecoder()
    guard var header = try? decoder.decode(Header.self, from: Array(file[..<feed])) else {
      return file
    }
    change(&header)
    let line = ChecksummedLine.encoded(header)
    return sealed(line + state, key)
  }
}
