import TestSupport
import Testing

@testable import EventStore

/// Damage to a journal's files is detected at its position, and damaged data is never trusted.
@Suite struct DamageTableTests {
  @Test func `every damage gets the verdict and position in the table`() async throws {
    let table = try DamageTable()
    let cases = try table.cases()
    let objections = await objections(to: cases, table.journal)
    print("damage table: \(cases.count) cases, \(objections.count) objections")
    #expect(objections.prefix(10) == [])
  }

  private func objections(
    to cases: [DamageCase], _ journal: SmallJournal
  ) async -> [String] {
    await withTaskGroup(of: [String].self) { group in
      for start in stride(from: 0, to: cases.count, by: 100) {
        let part = cases[start..<min(start + 100, cases.count)]
        group.addTask { part.compactMap { $0.objection(to: journal) } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Simulates a missing checksum test by correcting all checksums: the table must then fail.
  @Test func `without the checksum, damaged records would be trusted`() async throws {
    let table = try DamageTable()
    let forged = table.flippedBytes().map { damage in
      DamageCase(
        name: damage.name, image: Self.withFittingChecksums(damage.image), verdict: damage.verdict)
    }
    let objections = await objections(to: forged, table.journal)
    #expect(objections.contains { $0.contains("trusted") })
  }

  private static func withFittingChecksums(_ image: DiskImage) -> DiskImage {
    var image = image
    let seed = JournalID(EventID(high: 0x7000, low: 1 << 63)).checksumSeed
    for (path, bytes) in image.files where path.hasSuffix(".jsonl") {
      let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
        guard line.count > RecordFormat.checksumLength else { return Array(line) }
        var body = Array(line.dropLast(RecordFormat.checksumLength))
        let checksum = CRC32C.checksum(body, continuing: seed)
        body += Array(#","crc":""#.utf8)
        body.append(hexadecimal: checksum)
        return body + Array(#""}"#.utf8)
      }
      image.files[path] = Array(lines.joined(separator: [0x0a]))
    }
    return image
  }
}
