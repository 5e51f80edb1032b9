@testable import EventStore
import TestSupport

/// Operations on a journal until the machine fails, and the work that continues afterwards.
///
/// To add a workload, add an entry to `Workload.all` with the initial disk, the operations, and the
/// work repeated after the crash.
struct Workload: Sendable {
  let name: String
  /// The initial disk.
  var image = DiskImage()
  var limits = CrashLimits.thorough
  /// Whether a crash may leave any part of the synced marks.
  var crashesMarks = false
  /// The limits for crashes during recovery.
  var limitsWithin = CrashLimits.few
  /// Runs the operations and notes on the disk which appends are issued, acknowledged and shown.
  let run: @Sendable (Stage) throws -> Void
  /// Repeats the interrupted work after the crash.
  var again: @Sendable (JournalDirectory) throws -> Void = { _ in }
  /// Returns the label of the append that a record belongs to.
  var label: @Sendable (RecordView) -> String = { view in view.tags.first?.rawValue ?? "" }
  /// Returns the state after the events up to a position.
  var fold: @Sendable (inout JournalReader, Position) throws -> String = { _, _ in "" }
  /// Returns a description of a problem outside of the records; nil if there is none.
  var inspect: @Sendable (JournalDirectory) throws -> String? = { _ in nil }

  static let folder = "/journal"
  /// The number of random remains that are tried for files that are never synced.
  static let samplesPerCrash = Effort.current.pick(usual: 2, exhaustive: 4)

  static func directory(_ files: any FileSystem) -> JournalDirectory {
    JournalDirectory(folder, files: files)
  }

  static var all: [Workload] {
    get throws {
      try [
        .appending(), .crossingBlocks(), .rolling(), .creating(), .importingRecords(),
        .importingRecords("importing into an empty journal", into: journal()), .importingEvents(),
        .storingSecrets(), .issuingCommands(), .erasing(),
      ]
    }
  }

  /// The workloads with files that are never synced.
  static var derived: [Workload] {
    get throws { try [.indexing(), .storingSnapshots(), .erasing(.index), .erasing(.snapshots)] }
  }
}

/// The disk and the file system for a workload.
struct Stage: Sendable {
  let disk: SimulatedDisk
  /// The disk, or a file system that wraps it.
  let files: any FileSystem

  init(_ disk: SimulatedDisk, through files: (any FileSystem)? = nil) {
    self.disk = disk
    self.files = files ?? disk
  }

  var directory: JournalDirectory { Workload.directory(files) }

  func note(_ note: DiskNote) { disk.note(note) }
}

/// The observations that must remain true after a crash.
struct Obligations {
  private var issued: [(label: String, events: Int)] = []
  private var promised: Set<String> = []
  private var refused: Set<String> = []
  private var unknown: Set<String> = []

  mutating func record(_ note: DiskNote) {
    switch note {
    case .issued(let label, let events): issued.append((label, events))
    case .acknowledged(let label): promised.insert(label)
    case .refused(let label): refused.insert(label)
    case .unknown(let label): unknown.insert(label)
    case .shown(let labels): promised.formUnion(labels)
    }
  }

  /// Returns a description of the contradiction between these labels, one per recovered event, and
  /// the observations; nil if there is none.
  func violation(by recovered: [String]) -> String? {
    let runs = recovered.runs
    let labels = runs.map(\.label)
    for (label, events) in runs {
      guard let append = issued.first(where: { $0.label == label }) else {
        return "\(label) was never issued"
      }
      if append.events != events { return "\(events) of \(append.events) events of \(label)" }
    }
    if Set(labels).count < labels.count { return "something is there twice: \(labels)" }
    if let lost = promised.subtracting(labels).min() { return "\(lost) was promised and is gone" }
    if let back = refused.intersection(labels).min() { return "\(back) was refused and is there" }
    let order = issued.map(\.label).filter { !refused.contains($0) && !unknown.contains($0) }
    let found = labels.filter { !unknown.contains($0) }
    return order.starts(with: found) ? nil : "\(found) are no prefix of \(order)"
  }
}

extension [String] {
  /// Runs of equal neighbours.
  var runs: [(label: String, count: Int)] {
    reduce(into: []) { runs, label in
      if runs.last?.label == label {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((label, 1))
      }
    }
  }
}

extension JournalDirectory {
  /// The labels of all events that a new reader returns.
  func labels(_ workload: Workload) throws -> [String] {
    var reader = try JournalReader.open(self, wait: 0)
    return try reader.labels(workload)
  }
}

extension JournalReader {
  mutating func labels(_ workload: Workload) throws -> [String] {
    var labels: [String] = []
    try forEach { (view) throws(JournalError) in
      labels.append(workload.label(view))
      return true
    }
    return labels
  }
}
