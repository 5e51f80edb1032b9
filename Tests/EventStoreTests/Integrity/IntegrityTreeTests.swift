import Foundation
import TestSupport
import Testing

@testable import EventStore

/// The tree in a journal's manifest, and proofs derived from the journal.
@Suite struct IntegrityTreeTests {
  /// Twelve events in segments of one or two appends each.
  private func journal() throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: 300)
    for count in [1, 3, 1, 2, 1, 1, 2, 1] { try journal.batch(count) }
    return journal
  }

  @Test func `each closed segment has the root of all events up to its end`() throws {
    let journal = try journal()
    var reader = try journal.reader()
    #expect(reader.manifest.closed.count == 4)
    for segment in reader.manifest.closed {
      let tree = try reader.integrityTree(through: segment.last, after: MerkleTree())
      #expect(tree.size == segment.last.rawValue)
      #expect(segment.root == tree.root)
    }
    let stored = try #require(reader.manifest.tree)
    #expect(stored.size == reader.manifest.closed.last?.last.rawValue)
    #expect(try reader.integrityTree() == reader.integrityTree(after: MerkleTree()))
    #expect(try reader.integrityTree().root == journal.directory.verify().tree.root)
  }

  @Test func `the tree doesn't depend on the writer that closes the segments`() throws {
    let journal = try journal()
    let manifest = try journal.folder.bytes("journal.json")
    try journal.batch(2)
    // Simulates an interrupted roll: the next writer records the closed segment.
    try journal.folder.write([], to: "segments/00000000000000000015.jsonl")
    try journal.batch(1)
    let recorded = try journal.directory.manifest()
    #expect(recorded.closed.count == 5)
    // An outdated manifest is updated.
    try journal.folder.write(manifest, to: "journal.json")
    try journal.batch(1)
    let again = try journal.directory.manifest()
    #expect(again.closed.prefix(5) == recorded.closed.prefix(5))
    #expect(try journal.directory.verify().damageCount == 0)
  }

  @Test func `imported records have the same tree`() throws {
    let journal = try journal()
    let folder = try TemporaryFolder()
    let other = JournalDirectory(folder.path("journal"))
    try journal.importRecords(into: other)
    let manifest = try other.manifest()
    #expect(manifest.closed.count > 2)
    #expect(manifest.closed.allSatisfy { $0.root != nil } && manifest.tree != nil)
    let verified = try other.verify()
    #expect(verified.damageCount == 0)
    #expect(try verified.tree.root == journal.directory.verify().tree.root)
  }

  @Test func `a rewritten record with a valid checksum is detected by its segment's root`() throws {
    let journal = try journal()
    let name = "segments/\(try journal.folder.names(in: "segments")[1])"
    let first = try journal.directory.manifest().closed[1].first
    try journal.rewrite(name) { $0.replacing("\"n\":0", with: "\"n\":7") }
    let verified = try journal.directory.verify()
    #expect(verified.damages.map(\.reason) == [.root])
    #expect(verified.damages.first?.path == journal.folder.path(name))
    #expect(verified.intact.next == first)
    #expect(verified.tree.size == verified.intact.rawValue)
  }

  private static let wrongTree = Damage.Reason.manifest(
    "its integrity tree does not match its segments",
    ru: "его дерево целостности не соответствует его сегментам")

  @Test func `a manifest without a tree is damaged`() throws {
    let journal = try journal()
    let whole = try journal.directory.manifest()
    var (treeless, rootless) = (whole, whole)
    treeless.frontier = nil
    rootless.closed[0].root = nil
    for manifest in [treeless, rootless] {
      try journal.folder.write(manifest.encoded(), to: "journal.json")
      let damage = failure { () throws(JournalError) in try journal.reader() }?.damage
      #expect(damage?.reason == Self.wrongTree)
    }
  }

  @Test func `a manifest with a mismatching tree is damaged`() throws {
    let journal = try journal()
    var manifest = try journal.directory.manifest()
    manifest.closed[3].root = manifest.closed[2].root
    try journal.folder.write(manifest.encoded(), to: "journal.json")
    let damage = failure { () throws(JournalError) in try journal.reader() }?.damage
    #expect(
      damage?.reason == Self.wrongTree)
  }

  // MARK: - Proofs

  private func receipt(_ journal: TestJournal) throws -> HeadReceipt {
    HeadReceipt(try journal.directory.verify())
  }

  @Test func `every event is proved for every receipt, older or newer`() throws {
    let journal = try TestJournal(segmentBytes: 300)
    var receipts = [try receipt(journal)]
    for count in [1, 3, 1, 2, 1, 1, 2, 1] {
      try journal.batch(count)
      receipts.append(try receipt(journal))
    }
    var reader = try journal.reader()
    for position in 1...12 {
      for receipt in receipts {
        let proof = try reader.proof(of: Position(position), covered: receipt.size)
        #expect(try EventProof(proof.encoded()) == proof)
        #expect(proof.verdict(for: receipt) == (position <= receipt.size ? .covered : .later))
      }
      let proof = try reader.proof(of: Position(position))
      #expect(proof.verdict(for: try #require(receipts.last)) == .covered)
    }
  }

  @Test func `a proof is invalid for any other event, position or receipt`() throws {
    let journal = try journal()
    let receipt = try receipt(journal)
    var reader = try journal.reader()
    let proof = try reader.proof(of: Position(5))
    func verdict(_ change: (String) -> String) throws -> EventProof.Verdict {
      let text = change(String(decoding: proof.encoded(), as: UTF8.self))
      return try EventProof(Array(text.utf8)).verdict(for: receipt)
    }
    #expect(try verdict { $0 } == .covered)
    #expect(
      try verdict { $0.replacing("test.happened", with: "test.denied") }
        == .contradiction(.notIncluded))
    #expect(
      try verdict { $0.replacing("\"position\":5,\"core\"", with: "\"position\":6,\"core\"") }
        == .contradiction(.otherPosition))
    #expect(
      try verdict { $0.replacing("\"size\":12", with: "\"size\":11") }
        == .contradiction(.otherSize))
    let other = try TestJournal(id: JournalID(EventID(high: 1, low: 2)))
    try other.batch(12)
    #expect(proof.verdict(for: try self.receipt(other)) == .contradiction(.otherJournal))
    try journal.batch(1)
    #expect(proof.verdict(for: try self.receipt(journal)) == .contradiction(.otherSize))
  }

  @Test func `every decoder refuses a proof with impossible numbers`() throws {
    let journal = try journal()
    var reader = try journal.reader()
    let proof = try reader.proof(of: Position(5))
    let text = String(decoding: proof.encoded(), as: UTF8.self)
    #expect(try JSONDecoder().decode(EventProof.self, from: Data(text.utf8)) == proof)
    for (possible, impossible) in [
      ("\"position\":5,\"core\"", "\"position\":\(Int.min),\"core\""),
      ("\"position\":5,\"core\"", "\"position\":0,\"core\""), ("\"size\":12", "\"size\":-1"),
    ] {
      let changed = text.replacing(possible, with: impossible)
      #expect(changed != text)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(EventProof.self, from: Data(changed.utf8))
      }
      #expect(throws: PayloadDecodingError.self) { try EventProof(Array(changed.utf8)) }
    }
  }

  @Test func `a receipt from before rewritten history doesn't match`() throws {
    let journal = try TestJournal()
    try journal.batch(1, 3, 1)
    let receipt = try receipt(journal)
    try journal.rewrite(TestJournal.firstSegment) { $0.replacing("\"n\":2", with: "\"n\":9") }
    try journal.batch(1)
    let verified = try journal.directory.verify(rootAt: receipt.size)
    #expect(verified.damageCount == 0, "Only a receipt detects it.")
    #expect(verified.earlierRoot != receipt.root)
    var reader = try journal.reader()
    for position in 1...6 {
      let proof = try reader.proof(of: Position(position), covered: receipt.size)
      #expect(proof.verdict(for: receipt) == .contradiction(.otherRoot))
    }
  }
}

extension TestJournal {
  /// Changes records as an attacker who knows the format would: with valid checksums.
  func rewrite(_ name: String, _ change: (String) -> String) throws {
    let lines = try folder.text(name).split(separator: "\n").map { line in
      let body = Array(change(String(line.dropLast(18))).utf8)
      let checksum = unsafe body.withUnsafeBytes { bytes in
        unsafe CRC32C.checksum(bytes, continuing: Self.id.checksumSeed)
      }
      var bytes = body
      bytes.append(text: #","crc":""#)
      bytes.append(hexadecimal: checksum)
      bytes.append(text: "\"}\n")
      return bytes
    }
    try folder.write(lines.flatMap { $0 }, to: name)
  }
}

/// The worked example of docs/journal-format.md.
@Suite struct DocumentedProofTests {
  private func lines(_ start: String) throws -> [[UInt8]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/journal-format.md")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix(start) }.map { Array($0.utf8) }
  }

  @Test func `the documented journal has the documented receipts and proofs`() throws {
    let journal = try TestJournal()
    // They are followed by an erased copy of one of them.
    let records = try lines("{\"position\"").prefix(5)
    #expect(records.count == 5)
    try journal.folder.write(records.flatMap { $0 + [0x0a] }, to: TestJournal.firstSegment)
    let receipts = try lines("{\"journal\"").map { try HeadReceipt($0) }
    let proofs = try lines("{\"proof\"").map { try EventProof($0) }
    #expect(receipts.map(\.size) == [5, 2] && proofs.map(\.position.rawValue) == [2, 4])
    let verified = try journal.directory.verify(rootAt: 2)
    #expect(verified.damageCount == 0)
    #expect(HeadReceipt(verified) == receipts[0])
    #expect(verified.earlierRoot == receipts[1].root)
    #expect(proofs[0].verdict(for: receipts[0]) == .covered)
    #expect(proofs[1].verdict(for: receipts[1]) == .later)
    var reader = try journal.reader()
    for (proof, receipt) in zip(proofs, receipts) {
      #expect(try reader.proof(of: proof.position, covered: receipt.size) == proof)
    }
    #expect(try lines("{\"proof\"") == proofs.map { $0.encoded() })
  }
}
