import TestSupport

@testable import EventStore

/// A journal of two segments with known meaning of every byte and known consequences of its damage.
struct SmallJournal: Sendable {
  struct Line: Sendable {
    let position: Int
    let range: Range<Int>
    /// The positions of the first and the last record of its append.
    let append: ClosedRange<Int>
    let synced: Int?
    let leaf: Digest
  }

  struct Segment: Sendable {
    let path: String
    let bytes: [UInt8]
    let lines: [Line]

    /// The record that contains the byte at `offset`.
    func line(at offset: Int) -> Line { lines.first { $0.range.contains(offset) } ?? lines[0] }

    /// The last position of the last append that ends at or before `offset`.
    func head(cutAt offset: Int) -> Int {
      let whole = lines.last {
        $0.range.upperBound <= offset && $0.position == $0.append.upperBound
      }
      return whole?.position ?? lines[0].position - 1
    }
  }

  let image: DiskImage
  let closed: Segment
  let open: Segment

  var lines: [Line] { closed.lines + open.lines }
  var head: Int { lines.count }
  static let manifest = "\(Workload.folder)/journal.json"
  static let key = "\(Workload.folder)/journal.key"

  /// - Parameter isOther: whether to create another journal with the same events.
  init(other isOther: Bool = false) throws {
    let disk = SimulatedDisk()
    let directory = Workload.directory(disk)
    var manifest = Manifest(
      journal: JournalID(EventID(high: 0x7000, low: isOther ? 1 << 63 | 2 : 1 << 63)),
      createdAt: Workload.start, timeZone: .utc, passwordIterations: 1,
      key: JournalKey(secret: Array(0..<32)).id, segmentBytes: 1000)
    manifest.closed = []
    _ = try directory.create(manifest, key: JournalKey(secret: Array(0..<32)))
    var writer = try JournalWriter.open(directory, wait: 0)
    for batch in [[1], [2], [1, 1], [1], [1, 2], [1]] {
      try writer.batch { (writer) throws(JournalError) in
        for count in batch {
          let append = Workload.Append(label: "x", events: count, padding: 20)
          try writer.append(append.newEvents, at: Workload.start)
        }
      }
    }
    let image = disk.image
    let paths = image.files.keys.filter { $0.hasSuffix(".jsonl") }.sorted()
    precondition(paths.count == 2)
    self.image = image
    closed = try Self.segment(paths[0], image, manifest.journal, 1)
    open = try Self.segment(paths[1], image, manifest.journal, closed.lines.count + 1)
  }

  private static func segment(
    _ path: String, _ image: DiskImage, _ journal: JournalID, _ first: Int
  ) throws -> Segment {
    let bytes = image.files[path] ?? []
    var lines: [Line] = []
    var records = SegmentReader(
      try SimulatedDisk(image).open(path, for: .reading), journal: journal, from: 0,
      to: bytes.count, expecting: Position(first), notBefore: .earliest)
    while case .record = try records.next() {
      let (view, start) = (records.view, records.view.position.rawValue - records.view.index + 1)
      lines.append(
        Line(
          position: view.position.rawValue, range: records.offset..<records.nextOffset,
          append: start...(start + view.count - 1), synced: view.synced?.rawValue,
          leaf: view.leaf))
    }
    return Segment(path: path, bytes: bytes, lines: lines)
  }

  /// The image with one file replaced, added or removed.
  func with(_ path: String, _ bytes: [UInt8]?) -> DiskImage {
    var image = image
    image.files[path] = bytes
    return image
  }
}
