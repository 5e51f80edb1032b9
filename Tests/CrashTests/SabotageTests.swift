import TestSupport
import Testing

@testable import EventStore

/// Tests the crash matrix: it reports violations if any single safeguard is removed.
@Suite struct SabotageTests {
  /// A kind of sync or removal that reports success without doing anything.
  struct Sabotage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let workload: @Sendable () throws -> Workload
    let isIgnored: @Sendable (FaultyFileSystem.Call) -> Bool
  }

  private static func file(_ suffix: String) -> @Sendable (FaultyFileSystem.Call) -> Bool {
    { $0.step == .sync && $0.path.hasSuffix(suffix) }
  }

  private static func folder(_ suffix: String) -> @Sendable (FaultyFileSystem.Call) -> Bool {
    { $0.step == .syncDirectory && $0.path.hasSuffix(suffix) }
  }

  static let sabotages = [
    Sabotage(
      testDescription: "no sync after a write", workload: Workload.appending,
      isIgnored: file("1.jsonl")),
    Sabotage(
      testDescription: "no sync of the folder of segments", workload: Workload.rolling,
      isIgnored: folder("/segments")),
    Sabotage(
      testDescription: "no sync of the folder of a new journal", workload: Workload.creating,
      isIgnored: folder("/journal")),
    Sabotage(
      testDescription: "no sync of the folder above a new journal", workload: Workload.creating,
      isIgnored: { $0.step == .syncDirectory && $0.path == "/" }),
    Sabotage(
      testDescription: "no sync of the manifest", workload: Workload.creating,
      isIgnored: file("journal.json.new")),
    Sabotage(
      testDescription: "no sync of imported segments",
      workload: { try Workload.importingRecords() }, isIgnored: file(".jsonl.new")),
    Sabotage(
      testDescription: "no sync of rewritten segments", workload: { try Workload.erasing() },
      isIgnored: file(".jsonl.new")),
    Sabotage(
      testDescription: "no sync of the folder when an erasure is marked",
      workload: { try Workload.erasing() },
      isIgnored: { $0.path.hasSuffix("/journal") && $0.step == .syncDirectory }),
    Sabotage(
      testDescription: "no removal of snapshots by an erasure",
      workload: { try Workload.erasing(.snapshots) },
      isIgnored: { $0.step == .remove && $0.path.hasSuffix(".snapshot") }),
    Sabotage(
      testDescription: "no sync of the folder of snapshots that an erasure has emptied",
      workload: { try Workload.erasing(.snapshots) }, isIgnored: folder("/snapshots")),
    Sabotage(
      testDescription: "no sync of secrets", workload: Workload.storingSecrets,
      isIgnored: file(".json")),
    Sabotage(
      testDescription: "no sync of the folder of secrets", workload: Workload.storingSecrets,
      isIgnored: folder("/secrets")),
  ]

  @Test(arguments: sabotages)
  func `without one safeguard the matrix fails`(_ sabotage: Sabotage) throws {
    // `CrashMatrixTests` has the same workloads without the sabotage.
    let violation = try CrashMatrix.violation(in: sabotage.workload()) { disk in
      let files = FaultyFileSystem(disk)
      let isIgnored = sabotage.isIgnored
      files.fail { isIgnored($0) ? .noEffect : nil }
      return files
    }
    #expect(violation != nil)
  }

  @Test func `without the code of snapshots the matrix fails`() throws {
    let isMeant = { (violation: String) in violation.contains("the state of test.") }
    let workload = try Workload.storingSnapshots()
    let violation = try CrashMatrix.violation(in: workload, where: isMeant) { disk in
      // Disables the check of the code, which then always matches, and the sync.
      let opening = SubstitutingFileSystem(disk) { (path, purpose) throws(SystemError) in
        let directory = Workload.directory(disk)
        guard purpose == .reading, path.hasSuffix(".snapshot"),
          let key = DerivedFiles.ignoringFailure({ try directory.key(for: directory.manifest()) })
        else { return nil }
        let file = try disk.open(path, for: .reading)
        let resealed = Snapshot.resealed(try file.contents(file.size()), key) { _ in }
        return try SimulatedDisk(DiskImage(files: ["resealed": resealed])).open(
          "resealed", for: .reading)
      }
      let files = FaultyFileSystem(opening)
      files.fail { $0.step == .sync && $0.path.hasSuffix(".snapshot.new") ? .noEffect : nil }
      return files
    }
    #expect(violation != nil)
  }
}
