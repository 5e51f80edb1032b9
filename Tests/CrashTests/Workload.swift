@testable import EventStore
import TestSupport

/// What is done to a journal until the machine fails, and how it is gone on with afterwards.
///
/// To add one: an entry in `Workload.all`, made of a disk to begin with, what is done to it, and
/// what is done again after the crash.
struct Workload: Sendable {
  let name: String
  /// What it begins with.
  var image = DiskImage()
  var limits = CrashLimits.thorough
  /// Whether a crash may leave any part of the marks of what was synced.
  var crashesMarks = false
  /// Of a crash within the recovery from a crash.
  var limitsWithin = CrashLimits.few
  /// Notes on the disk what is issued, acknowledged and shown.
  let run: @Sendable (Stage) throws -> Void
  /// Whoever was cut off sends everything again.
  var again: @Sendable (JournalDirectory) throws -> Void = { _ in }
  /// By what a record is known to belong to an append.
  var label: @Sendable (RecordView) -> String = { view in view.tags.first?.rawValue ?? "" }
  /// The state after the events up to a position.
  var fold: @Sendable (inout JournalReader, Position) throws -> String = { _, _ in "" }
  /// What is wrong beside the records.
  var inspect: @Sendable (JournalDirectory) throws -> String? = { _ in nil }

  static let folder = "/journal"
  /// How often chance decides what is left of files that nobody ever syncs.
  static let chances = Effort.current.pick(usual: 2, exhaustive: 4)

  static func directory(_ files: any FileSystem) -> JournalDirectory {
    JournalDirectory(folder, files: files)
  }

  static var all: [Workload] {
    get throws {
      try [
        .appending(), .crossingBlocks(), .rolling(), .creating(), .importingRecords(),
        .importingRecords("importing into an empty journal", into: journal()), .importingEvents(),
        .keepingSecrets(), .issuingCommands(), .erasing(),
      ]
    }
  }

  /// Those with files that nobody ever syncs.
  static var derived: [Workload] {
    get throws { try [.indexing(), .keepingStates(), .erasing(.index), .erasing(.snapshots)] }
  }
}

/// Where a workload plays.
struct Stage: Sendable {
  let disk: SimulatedDisk
  /// The disk, or what a sabotage puts in front of it.
  let files: any FileSystem

  init(_ disk: SimulatedDisk, through files: (any FileSystem)? = nil) {
    self.disk = disk
    self.files = files ?? disk
  }

  var directory: JournalDirectory { Workload.directory(files) }

  func note(_ note: DiskNote) { disk.note(note) }
}

/// What has been told to the world, and so has to be true after a crash.
struct Obligations {
  private var issued: [(label: String, events: Int)] = []
  private var promised: Set<String> = []
  private var refused: Set<String> = []
  private var unknown: Set<String> = []

  mutating func take(_ note: DiskNote) {
    switch note {
    case .issued(let label, let events): issued.append((label, events))
    case .acknowledged(let label): promised.insert(label)
    case .refused(let label): refused.insert(label)
    case .unknown(let label): unknown.insert(label)
    case .shown(let labels): promised.formUnion(labels)
    }
  }

  /// Why these labels, one for each event recovered, break what was told; nil when they don't.
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
  /// Equal neighbours together.
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
  /// The labels of all events that a new reader sees.
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
