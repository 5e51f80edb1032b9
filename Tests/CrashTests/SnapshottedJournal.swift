import TestSupport

@testable import EventStore

/// A small journal with two snapshots of each of the `SnapshotStates`.
struct SnapshottedJournal {
  private(set) var image: DiskImage
  private let earlier: DiskImage
  /// The positions of the older and the newer snapshot.
  let (older, newer): (Int, Int)
  static let state = SnapshotStates.names[1]

  /// A change of the snapshots, and the snapshot that must be used.
  struct Case: Sendable {
    let name: String
    var image: DiskImage
    /// The position of the snapshot that is used; nil for none.
    let used: Int?

    /// A description of a wrong result; nil if there is none.
    func objection() -> String? {
      let disk = SimulatedDisk(image)
      let directory = Workload.directory(disk)
      do {
        if let wrong = try SnapshotStates.wrong(in: directory) {
          return "\(name): trusted: \(wrong)"
        }
        var reader = try JournalReader.open(directory, wait: 0)
        let found = try SnapshotStore(directory).latest(
          of: SnapshottedJournal.state, version: SnapshotStates.version, through: reader.head,
          in: &reader)
        if found?.position.rawValue != used {
          return "\(name): used \(found?.position.rawValue ?? 0) in place of \(used ?? 0)"
        }
        let damages = try directory.verify(wait: 0).damages
        if !damages.isEmpty { return "\(name): \(damages)" }
        if disk.image.journal != image.journal { return "\(name): a reader changed something" }
        try SnapshotStates.storeAndFind(in: directory)
        return nil
      } catch { return "\(name): \(error)" }
    }
  }

  /// - Parameters:
  ///   - base: the journal to append to.
  ///   - label: the label of its appends; another label gives another history.
  init(from base: DiskImage, label: String = "a") throws {
    let disk = SimulatedDisk(base)
    let stage = Stage(disk)
    try Workload.recordPersons(on: stage)
    (older, image) = (try Self.extend(stage, "\(label)0"), disk.image)
    earlier = image
    (newer, image) = (try Self.extend(stage, "\(label)1"), disk.image)
  }

  init() throws { try self.init(from: Workload.journal(segmentBytes: 900)) }

  /// Records a person with that name and stores snapshots.
  private static func extend(_ stage: Stage, _ name: String) throws -> Int {
    let person = NewEvent(
      type: "test.personNamed", tags: [Tag(rawValue: name)],
      erasable: .init(
        subjects: [Tag("user", name)], personal: Array(#"{"name":"\#(name)"}"#.utf8)))
    var writer = try JournalWriter.open(stage.directory, wait: 0)
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([person], at: Workload.start)
    }
    try SnapshotStates.store(in: stage.directory)
    return writer.head.rawValue
  }

  /// The journal after an erasure.
  func erasing(_ user: String) throws -> Self {
    let disk = SimulatedDisk(image)
    var writer = try JournalWriter.open(Workload.directory(disk), wait: 0)
    _ = try writer.erase(
      Erasure(of: [Tag("user", user)], actor: "admin", recordsEmpty: true), at: Workload.start)
    var erased = self
    erased.image = disk.image
    return erased
  }

  /// The journal at the time of the older snapshot.
  var shorter: Self {
    var shorter = self
    shorter.image = earlier
    return shorter
  }

  static func path(_ position: some CustomStringConvertible, of state: String = state) -> String {
    "\(Workload.folder)/snapshots/\(state)@\(position).snapshot"
  }

  func file(_ position: Int, of state: String = state) -> [UInt8] {
    image.files[Self.path(position, of: state)] ?? []
  }

  /// The journal with one file replaced, added or removed.
  func with(_ name: String, _ path: String, _ bytes: [UInt8]?, used: Int?) -> Case {
    var image = image
    image.files[path] = bytes
    return Case(name: name, image: image, used: used)
  }

  /// The journal with only these snapshots.
  func with(_ name: String, only snapshots: [String: [UInt8]], used: Int?) -> Case {
    var image = image
    for path in image.files.keys where path.hasSuffix(".snapshot") { image.files[path] = nil }
    image.files.merge(snapshots) { $1 }
    return Case(name: name, image: image, used: used)
  }

  var snapshots: [String: [UInt8]] { image.files.filter { $0.key.hasSuffix(".snapshot") } }
}
