import TestSupport

@testable import EventStore

/// A small journal with an index, and damages to the index.
struct IndexedJournal {
  let image: DiskImage
  let head: Int
  let runs: [String]
  static let rounds = 12

  struct Case: Sendable {
    let name: String
    var image: DiskImage
    /// The number of events in the journal, whatever the index says.
    let head: Int
    /// Whether a writer rebuilds the index afterwards.
    var isRebuilt = true

    /// A description of a wrong result; nil if there is none.
    func objection() -> String? {
      let disk = SimulatedDisk(image)
      let directory = Workload.directory(disk)
      do {
        if let wrong = try LookupCheck.wrong(in: directory) { return "\(name): \(wrong)" }
        let verification = try directory.verify(wait: 0)
        guard verification.damages.isEmpty else { return "\(name): \(verification.damages)" }
        if disk.image.journal != image.journal { return "\(name): a reader changed something" }
        if isRebuilt { try Workload.buildIndex(of: directory) }
        let found = try JournalReader.open(directory, wait: 0).head.rawValue
        return found == head ? nil : "\(name): \(found) events in place of \(head)"
      } catch { return "\(name): \(error)" }
    }
  }

  init() throws { try self.init(Self.image()) }

  init(_ image: DiskImage) throws {
    self.image = image
    head = try JournalReader.open(Workload.directory(SimulatedDisk(image)), wait: 0).head.rawValue
    runs = image.files.keys.filter { $0.hasSuffix(".index") }.sorted()
    precondition(!runs.isEmpty)
  }

  /// - Parameters:
  ///   - base: the journal to append to.
  ///   - numbers: the numbers of the appends.
  ///   - isErased: whether a user is erased before the index is built.
  static func image(
    of base: DiskImage? = nil, _ numbers: Range<Int> = 0..<rounds, isErased: Bool = false
  ) throws -> DiskImage {
    let disk = SimulatedDisk(try base ?? Workload.journal(segmentBytes: 1500))
    let stage = Stage(disk)
    try Workload.recordPersons(on: stage)
    for number in numbers {
      var writer = try JournalWriter.open(stage.directory, wait: 0)
      writer.indexSizes = Workload.indexSizes
      try Workload.record(number, with: &writer, on: stage)
    }
    if isErased { try Workload.erase(on: stage.directory) }
    try Workload.buildIndex(of: stage.directory)
    return disk.image
  }
}

extension IndexedJournal {
  /// An image whose first run lacks most keys but has valid codes. No writer produces such a run.
  func missingKeys() throws -> DiskImage {
    let disk = SimulatedDisk(image)
    let directory = Workload.directory(disk)
    var reader = try JournalReader.open(directory, wait: 0)
    _ = try reader.first(ofCommand: "c1")
    let run = reader.index.runs[0]
    let positions = run.header.first...run.header.last
    let path = directory.indexRunPath(positions)
    try disk.remove(path)
    let seal = PageSeal(try reader.key(), reader.manifest.journal, positions)
    var writer = IndexRunWriter(
      try disk.open(path, for: .creating), seal, positions,
      lastTime: run.header.lastTime, lastLine: run.header.lastLine, run.segmentRanges, keyLimit: 1)
    var offsets = IndexRun.OffsetCursor(run)
    while let offset = try offsets.next() { try writer.add(offset: offset) }
    try writer.add(hash: 1, at: [positions.lowerBound])
    try writer.end()
    return disk.image
  }
}
