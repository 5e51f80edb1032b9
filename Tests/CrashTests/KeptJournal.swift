import TestSupport

@testable import EventStore

/// A small journal with two snapshots of each of the `DeciderStateCache`.
struct KeptJournal {
  private(set) var image: DiskImage
  private let earlier: DiskImage
  /// Where the state of the cases has its snapshots: the older one, and the newer.
  let (older, newer): (Int, Int)
  static let state = DeciderStateCache.names[1]

  /// Something that was done to snapshots, and which of them is taken.
  struct Case: Sendable {
    let name: String
    var image: DiskImage
    /// The position of the one that is gone on from; nil: none is.
    let taken: Int?

    /// What is wrong with how the engine takes it; nil when it is right.
    func objection() -> String? {
      let disk = SimulatedDisk(image)
      let directory = Workload.directory(disk)
      do {
        if let wrong = try DeciderStateCache.wrong(in: directory) {
          return "\(name): believed: \(wrong)"
        }
        var reader = try JournalReader.open(directory, wait: 0)
        let found = try SnapshotStore(directory).latest(
          of: KeptJournal.state, version: DeciderStateCache.version, through: reader.head,
          in: &reader)
        if found?.position.rawValue != taken {
          return "\(name): taken is \(found?.position.rawValue ?? 0) in place of \(taken ?? 0)"
        }
        let damages = try directory.verify(wait: 0).damages
        if !damages.isEmpty { return "\(name): \(damages)" }
        if disk.image.journal != image.journal { return "\(name): a reader changed something" }
        try DeciderStateCache.keepAndFind(in: directory)
        return nil
      } catch { return "\(name): \(error)" }
    }
  }

  /// - Parameters:
  ///   - base: the journal that grows.
  ///   - label: of its appends; another one makes another history.
  init(from base: DiskImage, label: String = "a") throws {
    let disk = SimulatedDisk(base)
    let stage = Stage(disk)
    try Workload.recordPersons(on: stage)
    (older, image) = (try Self.grow(stage, "\(label)0"), disk.image)
    earlier = image
    (newer, image) = (try Self.grow(stage, "\(label)1"), disk.image)
  }

  init() throws { try self.init(from: Workload.journal(segmentBytes: 900)) }

  /// Records a person by that name and keeps the states.
  private static func grow(_ stage: Stage, _ name: String) throws -> Int {
    let person = NewEvent(
      type: "test.personNamed", tags: [Tag(rawValue: name)],
      erasable: .init(
        subjects: [Tag("user", name)], personal: Array(#"{"name":"\#(name)"}"#.utf8)))
    var writer = try JournalWriter.open(stage.directory, wait: 0)
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([person], at: Workload.start)
    }
    try DeciderStateCache.keep(in: stage.directory)
    return writer.head.rawValue
  }

  /// It after an erasure.
  func erasing(_ user: String) throws -> Self {
    let disk = SimulatedDisk(image)
    var writer = try JournalWriter.open(Workload.directory(disk), wait: 0)
    _ = try writer.erase(
      Erasure(of: [Tag("user", user)], actor: "admin", recordsEmpty: true), at: Workload.start)
    var erased = self
    erased.image = disk.image
    return erased
  }

  /// It as it was when the older snapshot was kept.
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

  /// It with another file, or without it.
  func with(_ name: String, _ path: String, _ bytes: [UInt8]?, taken: Int?) -> Case {
    var image = image
    image.files[path] = bytes
    return Case(name: name, image: image, taken: taken)
  }

  /// It with these files of its snapshots and no others.
  func with(_ name: String, only snapshots: [String: [UInt8]], taken: Int?) -> Case {
    var image = image
    for path in image.files.keys where path.hasSuffix(".snapshot") { image.files[path] = nil }
    image.files.merge(snapshots) { $1 }
    return Case(name: name, image: image, taken: taken)
  }

  var snapshots: [String: [UInt8]] { image.files.filter { $0.key.hasSuffix(".snapshot") } }
}
