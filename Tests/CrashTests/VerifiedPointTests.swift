import TestSupport
import Testing

@testable import EventStore

/// Opening goes on from what the index has covered, and finds behind it what it would find without.
@Suite struct VerifiedPointTests {
  private let journal: VerifiedJournal

  init() throws { journal = try VerifiedJournal() }

  @Test func `what lies behind the verified point is opened as if there were none`() throws {
    var wrong: [String] = []
    var outcomes: Set<String> = []
    for damage in Effort.current.sample(journal.damages(from: journal.point.end), 80) {
      let (indexed, bare) = try journal.opened(damage)
      if indexed != bare { wrong.append("\(damage): \(indexed) in place of \(bare)") }
      outcomes.insert(String(bare.prefix { $0.isLetter }))
    }
    #expect(wrong.prefix(5) == [])
    #expect(outcomes == ["whole", "torn", "damaged"])
  }

  @Test func `what lies in front of it is found by whoever reads and by verify`() throws {
    var wrong: [String] = []
    var openedAnyway = 0
    for damage in Effort.current.sample(journal.damages(to: journal.point.end), 60) {
      let (indexed, bare) = try journal.opened(damage)
      #expect(try journal.verified(damage, isIndexed: true) == journal.verified(damage))
      if indexed == bare { continue }
      openedAnyway += 1
      let (found, position) = (try journal.read(damage), try journal.verified(damage).first)
      if found != position { wrong.append("\(damage): \(found ?? "whole")") }
      #expect(try journal.intact(damage, isIndexed: true) == journal.intact(damage))
    }
    #expect(wrong.prefix(5) == [])
    #expect(openedAnyway > 0)
  }

  @Test func `a write that could not be taken back is cut in front of it, too`() throws {
    let open = journal.open
    let bytes = journal.image.files[open] ?? []
    let cuts = bytes.indices.filter { $0 > 0 && bytes[$0 - 1] == 0x0a && $0 < journal.point.end }
    #expect(!cuts.isEmpty)
    for length in cuts {
      let mark = try ChecksummedLine.encoded(
        TruncationMark(segment: journal.point.segment, length: length))
      func opened(_ image: DiskImage) throws -> String {
        var image = image
        image.files["\(Workload.folder)/journal.suspect"] = mark
        return VerifiedJournal.outcome(of: SimulatedDisk(image))
      }
      #expect(try opened(journal.image) == opened(journal.bare))
    }
  }

  @Test(arguments: [SystemError.inputOutput, .noSpace])
  func `an index that cannot be read keeps nobody from opening`(_ error: SystemError) throws {
    let files = FaultyFileSystem(SimulatedDisk(journal.image))
    files.fail { $0.path.contains("/index") ? .error(error) : nil }
    let reader = try JournalReader.open(Workload.directory(files), wait: 0)
    #expect(reader.head == journal.head && reader.index.runs.isEmpty)
  }

  @Test func `without a sync behind a write, an index that got ahead turns the matrix red`() throws
  {
    let violation = try CrashMatrix.violation(in: Workload.indexing()) { disk in
      let files = FaultyFileSystem(disk)
      files.fail { $0.step == .sync && $0.path.hasSuffix(".jsonl") ? .lie : nil }
      return files
    }
    #expect(violation != nil)
  }
}

/// A journal whose index ends within the open segment, and the same without an index.
private struct VerifiedJournal {
  let image: DiskImage
  let bare: DiskImage
  let head: Position
  let point: VerifiedPoint

  init() throws {
    let disk = SimulatedDisk(try Workload.journal(segmentBytes: 2500))
    let stage = Stage(disk)
    func record(_ number: Int, isIndexed: Bool) throws -> Bool {
      var writer = try JournalWriter.open(stage.directory, wait: 0)
      if isIndexed { writer.indexSizes = Workload.indexSizes }
      try Workload.record(number, with: &writer, on: stage)
      return writer.reader.closed.count > 1 && 600..<1200 ~= writer.reader.open.end
    }
    var number = 0
    while try !record(number, isIndexed: true) { number += 1 }
    for more in 3..<6 { _ = try record(number + more, isIndexed: false) }
    image = disk.image
    var bare = image
    for path in image.files.keys where path.hasSuffix(".index") { bare.files[path] = nil }
    self.bare = bare
    let directory = Workload.directory(disk)
    let reader = try JournalReader.open(directory, wait: 0)
    head = reader.head
    let point = try VerifiedPoint(reader.index, in: directory, reader.manifest)
    self.point = try #require(point)
    try #require(self.point.segment == reader.open.first && reader.closed.count > 1)
    try #require(self.point.last < head)
  }

  var open: String { Workload.directory(SimulatedDisk(image)).segmentPath(point.segment) }

  enum Damage: CustomStringConvertible {
    case flipped(String, Int)
    case cut(String, Int)
    case zeroed(String, Range<Int>)

    var description: String {
      switch self {
      case .flipped(let path, let offset): "\(path): byte \(offset) flipped"
      case .cut(let path, let size): "\(path): cut to \(size)"
      case .zeroed(let path, let hole): "\(path): \(hole) zeroed"
      }
    }

    func done(to image: DiskImage) -> DiskImage {
      var image = image
      switch self {
      case .flipped(let path, let offset): image.files[path]?[offset] ^= 1 << UInt8(offset % 8)
      case .cut(let path, let size): image.files[path]?.removeSubrange(size...)
      case .zeroed(let path, let hole): for at in hole { image.files[path]?[at] = 0 }
      }
      return image
    }
  }

  /// Of the open segment from `start` on.
  func damages(from start: Int) -> [Damage] {
    let size = image.files[open]?.count ?? 0
    let holes = (start..<size).filter { $0 % 512 == 0 }.flatMap { from in
      [Damage.zeroed(open, from..<size), .zeroed(open, from..<min(from + 512, size))]
    }
    // The first and the last bytes behind the point, and some between.
    let offsets = (start..<size).filter { $0 < start + 3 || $0 > size - 3 || $0 % 5 == 0 }
    return offsets.map { .cut(open, $0) } + offsets.map { .flipped(open, $0) } + holes
  }

  /// Of the closed segments, and of the open one up to `end`.
  func damages(to end: Int) -> [Damage] {
    let closed = image.files.keys.filter { $0.hasSuffix(".jsonl") && $0 != open }.sorted()
    let cuts = closed.flatMap { path in
      stride(from: 0, to: image.files[path]?.count ?? 0, by: 97).map { Damage.cut(path, $0) }
    }
    let flips = closed.flatMap { path in
      stride(from: 0, to: image.files[path]?.count ?? 0, by: 31).map { Damage.flipped(path, $0) }
    }
    return flips + cuts + stride(from: 0, to: end, by: 13).map { .flipped(open, $0) }
  }

  /// What opening finds, with the index and without.
  func opened(_ damage: Damage) throws -> (String, String) {
    (
      Self.outcome(of: SimulatedDisk(damage.done(to: image))),
      Self.outcome(of: SimulatedDisk(damage.done(to: bare)))
    )
  }

  /// For a reader, then for a writer, with what that cuts.
  static func outcome(of disk: SimulatedDisk) -> String {
    let directory = Workload.directory(disk)
    do throws(JournalError) {
      let reader = try JournalReader.open(directory, wait: 0)
      let writer = try JournalWriter.open(directory, wait: 0)
      let torn = reader.torn.map { "torn \($0)" } ?? "whole"
      return "\(torn), \(reader.head), \(writer.head), \(writer.repaired)"
    } catch { return "damaged \(error)" }
  }

  private func image(_ damage: Damage, _ isIndexed: Bool) -> JournalDirectory {
    Workload.directory(SimulatedDisk(damage.done(to: isIndexed ? image : bare)))
  }

  private func text(_ damage: EventStore.Damage) -> String {
    "\(damage.path) \(damage.position?.rawValue ?? 0)"
  }

  func verified(_ damage: Damage, isIndexed: Bool = false) throws -> [String] {
    try image(damage, isIndexed).verify(wait: 0).damages.map(text)
  }

  /// What somebody finds who reads everything, with the index.
  func read(_ damage: Damage) throws -> String? {
    do throws(JournalError) {
      var reader = try JournalReader.open(image(damage, true), wait: 0)
      try reader.forEach { _ in true }
      return nil
    } catch {
      guard case .damaged(let damage) = error else { throw error }
      return text(damage)
    }
  }

  /// What is left for whoever opens the intact part.
  func intact(_ damage: Damage, isIndexed: Bool = false) throws -> String {
    let reader = try JournalReader.openIntactPart(of: image(damage, isIndexed), wait: 0)
    return "\(reader.head) \(reader.damage.map(text) ?? "")"
  }
}
