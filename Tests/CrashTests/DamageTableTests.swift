import TestSupport
import Testing

@testable import EventStore

/// Damage to a journal's files is detected at its position, and damaged data is never trusted.
@Suite struct DamageTableTests {
  @Test func `every damage gets the verdict and position in the table`() async throws {
    let table = try DamageTable()
    let cases = try table.cases()
    let objections = await cases.objections { $0.objection(to: table.journal) }
    print("damage table: \(cases.count) cases, \(objections.count) objections")
    #expect(objections.prefix(10) == [])
  }

  /// Simulates a missing checksum test by correcting all checksums: the table must then fail.
  @Test func `without the checksum, damaged records would be trusted`() async throws {
    let table = try DamageTable()
    let forged = table.flippedBytes().map { damage in
      DamageCase(
        name: damage.name, image: Self.withFittingChecksums(damage.image), verdict: damage.verdict)
    }
    let objections = await forged.objections { $0.objection(to: table.journal) }
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
