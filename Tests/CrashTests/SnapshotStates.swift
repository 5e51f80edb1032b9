@testable import EventStore

/// Two states that hold all events including personal data, and their snapshots.
enum SnapshotStates {
  static let names = ["test.diary", "test.names"]
  static let version: SchemaVersion = 2

  static func folder(_ directory: JournalDirectory) -> String { "\(directory.path)/snapshots" }

  /// The state after the event at `last`, folded without snapshots.
  static func state(
    of name: String, _ reader: inout JournalReader, through last: Position
  ) throws(JournalError) -> [UInt8] {
    var state = Array(name.utf8)
    try reader.forEach(through: last) { (view) throws(JournalError) in
      let event = StoredEvent(view)
      state += Array("\n\(event.position) \(event.id) ".utf8)
      state += event.data + (event.erasable?.personal ?? [])
      return true
    }
    return state
  }

  static func snapshot(
    of name: String, _ reader: inout JournalReader, at position: Position
  ) throws(JournalError) -> Snapshot {
    Snapshot(
      name: name, version: version, position: position,
      bytes: try state(of: name, &reader, through: position))
  }

  /// Stores snapshots of the current states.
  static func store(in directory: JournalDirectory) throws {
    var reader = try JournalReader.open(directory, wait: 0)
    guard reader.head > .start else { return }
    for name in names {
      let snapshot = try snapshot(of: name, &reader, at: reader.head)
      guard try SnapshotStore(directory).store(snapshot, folded: &reader) else {
        throw WrongSnapshot("that of \(name) was not stored")
      }
    }
  }

  /// Stores snapshots and checks that they are found again.
  static func storeAndFind(in directory: JournalDirectory) throws {
    try store(in: directory)
    if let wrong = try wrong(in: directory) { throw WrongSnapshot(wrong) }
    var reader = try JournalReader.open(directory, wait: 0)
    guard reader.head > .start else { return }
    for name in names {
      let found = try SnapshotStore(directory).latest(
        of: name, version: version, through: reader.head, in: &reader)
      if found?.position != reader.head { throw WrongSnapshot("that of \(name) is missing") }
    }
  }

  /// Checks that there are no temporary files and at most the retained number of snapshots.
  static func requireTidy(_ directory: JournalDirectory) throws {
    guard try directory.files.exists(folder(directory)) else { return }
    let files = try directory.files.names(in: folder(directory)).sorted()
    let isTidy = files.allSatisfy { file in
      names.contains { file.hasPrefix("\($0)@") } && file.hasSuffix(".snapshot")
    }
    if !isTidy || files.count > names.count * SnapshotStore.snapshotsPerState {
      throw WrongSnapshot("left are \(files)")
    }
  }

  /// A description of an accepted snapshot that differs from the journal; nil if there is none.
  static func wrong(in directory: JournalDirectory) throws(JournalError) -> String? {
    var reader = try JournalReader.open(directory, wait: 0)
    for name in names {
      for snapshot in try SnapshotStore(directory).all(of: name, version: version, in: &reader)
      where try Array(snapshot.bytes) != state(of: name, &reader, through: snapshot.position) {
        return "the state of \(name) at \(snapshot.position) is another"
      }
    }
    return nil
  }
}

struct WrongSnapshot: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = "snapshots: \(description)" }
}
