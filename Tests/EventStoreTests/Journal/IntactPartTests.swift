import TestSupport
import Testing

@testable import EventStore

/// The readable part of a damaged journal.
@Suite struct IntactPartTests {
  private func journal(segmentBytes: Int) throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: segmentBytes)
    for count in [1, 3, 1, 2, 1, 1, 2, 1] { try journal.batch(count) }
    return journal
  }

  private func intact(_ journal: TestJournal) throws -> (positions: [Int], damage: Damage?) {
    let before = try journal.contents()
    var reader = try JournalReader.openIntactPart(of: journal.directory)
    let positions = try reader.positions()
    if let damage = reader.damage {
      #expect(failure { () throws(JournalError) in try reader.refresh() } == .damaged(damage))
    }
    #expect(try journal.contents() == before)
    return (positions, reader.damage)
  }

  @Test func `an undamaged journal is completely readable`() throws {
    let (positions, damage) = try intact(journal(segmentBytes: 300))
    #expect(positions == Array(1...12) && damage == nil)
  }

  @Test func `the intact part ends with the last whole append before a changed byte`() throws {
    let journal = try journal(segmentBytes: 16 << 20)
    let bytes = try journal.segment()
    let lines = bytes.split(separator: 0x0a).map { $0.count + 1 }
    let wholeBefore = [0, 1, 1, 1, 4, 5, 5, 7, 8, 9, 9, 11]
    for line in lines.indices {
      var changed = bytes
      changed[lines[..<line].reduce(0, +) + 50] ^= 1
      try journal.folder.write(changed, to: TestJournal.firstSegment)
      let (positions, damage) = try intact(journal)
      #expect(positions == Array((1...12).prefix(wholeBefore[line])))
      #expect(damage?.position == Position(line + 1))
    }
  }

  @Test func `the intact part ends before a missing or truncated segment`() throws {
    let names = try journal(segmentBytes: 300).folder.names(in: "segments")
    let firsts = names.compactMap { JournalDirectory.firstPosition(ofSegment: $0)?.rawValue }
    for (name, first) in zip(names, firsts).dropFirst() {
      let journal = try journal(segmentBytes: 300)
      try journal.folder.remove("segments/\(name)")
      let (positions, damage) = try intact(journal)
      #expect(positions == Array(1..<first))
      #expect(damage?.reason == .missingSegment)
    }
    for (name, first) in zip(names, firsts).dropLast() {
      let journal = try journal(segmentBytes: 300)
      let bytes = try journal.folder.bytes("segments/\(name)")
      try journal.folder.write(bytes.dropLast(5), to: "segments/\(name)")
      let (positions, damage) = try intact(journal)
      #expect(
        positions.count >= first - 1 && positions == Array(1...12).prefix(positions.count) + [])
      #expect(damage?.reason == .truncated)
    }
  }

  @Test func `an unfinished erasure makes it unavailable, since its event may follow the damage`()
    throws
  {
    for segmentBytes in [300, 16 << 20] {
      let journal = try journal(segmentBytes: segmentBytes)
      try journal.directory.markErasure()
      #expect(try intact(journal).positions == Array(1...12))
      var bytes = try journal.segment()
      bytes[50] ^= 1
      try journal.folder.write(bytes, to: TestJournal.firstSegment)
      let found = failure { () throws(JournalError) in
        try JournalReader.openIntactPart(of: journal.directory)
      }
      #expect(found?.damage?.position == Position(1))
    }
  }

  @Test func `the intact part requires the first segment and the manifest`() throws {
    let journal = try journal(segmentBytes: 300)
    let first = try journal.segment()
    try journal.folder.remove(TestJournal.firstSegment)
    #expect(
      failure { () throws(JournalError) in
        try JournalReader.openIntactPart(of: journal.directory)
      }?.damage?.reason == .missingSegment)
    try journal.folder.write(first, to: TestJournal.firstSegment)
    try journal.folder.write([0x7b], to: "journal.json")
    #expect(
      failure { () throws(JournalError) in
        try JournalReader.openIntactPart(of: journal.directory)
      }?.damage != nil)
  }
}
