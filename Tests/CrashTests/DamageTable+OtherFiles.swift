import TestSupport

@testable import EventStore

extension DamageTable {
  private static let noPlace = DamageCase.Verdict.damaged(
    SmallJournal.manifest, read: nil, verified: nil)

  /// The manifest, damaged or outdated.
  func manifests() throws -> [DamageCase] {
    let path = SmallJournal.manifest
    let bytes = journal.image.files[path] ?? []
    func with(_ name: String, _ bytes: [UInt8]?, _ verdict: DamageCase.Verdict) -> DamageCase {
      DamageCase(name: "manifest \(name)", image: journal.with(path, bytes), verdict: verdict)
    }
    let flipped = Self.sample(of: bytes).map { offset in
      var changed = bytes
      changed[offset] ^= 4
      // Another format is reported without further checks.
      let isFormat = bytes[..<offset].elementsEqual(#"{"format":"#.utf8)
      return with("with byte \(offset) flipped", changed, isFormat ? .newer : Self.noPlace)
    }
    let cut = Self.sample(of: bytes).map {
      with("cut to \($0)", Array(bytes.prefix($0)), Self.noPlace)
    }
    let zeroed = Self.sample(of: bytes).map { offset in
      var changed = bytes
      changed[offset] = 0
      return with("with byte \(offset) zeroed", changed, Self.noPlace)
    }
    var stale = try Manifest(encoded: bytes, path: path)
    stale.closed = []
    stale.frontier = []
    var ahead = try Manifest(encoded: bytes, path: path)
    let tree = try Workload.directory(SimulatedDisk(journal.image)).verify().tree
    ahead.frontier = tree.frontier
    let end = journal.closed.lines.count
    ahead.closed.append(
      .init(first: Position(end + 1), last: Position(journal.head), root: tree.root))
    let next =
      "\(Workload.folder)/segments/\(JournalDirectory.segmentName(Position(journal.head + 1)))"
    let other = try SmallJournal(other: true).image.files[path]
    return flipped + cut + zeroed + [
      with("missing", nil, Self.noPlace),
      with("with an empty line at the end", bytes + [0x0a], Self.noPlace),
      with("from before the segment was closed", stale.encoded(), .whole(journal.head)),
      with(
        "that calls the open segment closed", ahead.encoded(),
        .damaged(next, read: journal.head + 1, verified: journal.head + 1)),
      with(
        "from another journal", other, .damaged(journal.closed.path, read: end, verified: 1)),
    ]
  }

  /// The key file, damaged or of another journal. The manifest identifies the right key.
  func keys() throws -> [DamageCase] {
    let path = SmallJournal.key
    let bytes = journal.image.files[path] ?? []
    let keyless = DamageCase.Verdict.keyless(journal.head)
    func with(_ name: String, _ bytes: [UInt8]?) -> DamageCase {
      DamageCase(name: "key \(name)", image: journal.with(path, bytes), verdict: keyless)
    }
    let flipped = Self.sample(of: bytes).map { offset in
      var changed = bytes
      changed[offset] ^= 1
      return with("with byte \(offset) flipped", changed)
    }
    let cut = Self.sample(of: bytes).map { with("cut to \($0)", Array(bytes.prefix($0))) }
    let upperCase = bytes.map { $0 >= UInt8(ascii: "a") ? $0 ^ 0x20 : $0 }
    return flipped + cut + [
      // The hexadecimal digits have the same values.
      DamageCase(
        name: "key in upper case", image: journal.with(path, upperCase),
        verdict: .whole(journal.head)),
      with("missing", nil), with("from another journal", JournalKey(secret: Array(1...32)).encoded),
    ]
  }

  /// Temporary and unknown files.
  func otherFiles() throws -> [DamageCase] {
    let head = journal.head
    func with(_ name: String, _ bytes: [UInt8], _ verdict: DamageCase.Verdict) -> DamageCase {
      DamageCase(
        name: name, image: journal.with("\(Workload.folder)/\(name)", bytes), verdict: verdict)
    }
    let suspect = "\(Workload.folder)/journal.suspect"
    let mark = ChecksummedLine.encoded(
      TruncationMark(segment: Position(1), length: 3))
    let flipped = Self.sample(of: mark).map { offset in
      var changed = mark
      changed[offset] ^= 1
      return DamageCase(
        name: "suspect mark with byte \(offset) flipped", image: journal.with(suspect, changed),
        verdict: .damaged(suspect, read: nil, verified: nil))
    }
    return flipped + [
      with("journal.synced", [1], .whole(head)), with("journal.synced", [], .whole(head)),
      with("journal.json.new", [1], .whole(head)), with("journal.key.new", [1], .whole(head)),
      with("notes.txt", [1], .whole(head)), with("journal.suspect", [], .whole(head)),
      // The mark names a segment that has been closed, so it is obsolete.
      with("journal.suspect", mark, .whole(head)),
    ]
  }
}
