@testable import EventStore

/// Two read models whose states hold every event with all that is personal in it, and the
/// snapshots that are kept of them.
enum KeptStates {
  static let models = ["test.diary", "test.names"]
  static let version: SchemaVersion = 2

  static func folder(_ directory: JournalDirectory) -> String { "\(directory.path)/snapshots" }

  /// A read model's state after the event at `last`, folded from the journal alone.
  static func state(
    of model: String, _ reader: inout JournalReader, through last: Position
  ) throws(JournalError) -> [UInt8] {
    var state = Array(model.utf8)
    try reader.forEach(through: last) { (view) throws(JournalError) in
      let event = StoredEvent(view)
      state += Array("\n\(event.position) \(event.id) ".utf8)
      state += event.data + (event.erasable?.personal ?? [])
      return true
    }
    return state
  }

  static func snapshot(
    of model: String, _ reader: inout JournalReader, at position: Position
  ) throws(JournalError) -> Snapshot {
    Snapshot(
      model: model, version: version, position: position,
      state: try state(of: model, &reader, through: position))
  }

  /// Keeps the states as they are now.
  static func keep(in directory: JournalDirectory) throws {
    var reader = try JournalReader.open(directory, wait: 0)
    guard reader.head > .start else { return }
    for model in models {
      let snapshot = try snapshot(of: model, &reader, at: reader.head)
      guard try SnapshotStore(directory).keep(snapshot, folded: &reader) else {
        throw WrongSnapshot("that of \(model) was not kept")
      }
    }
  }

  /// Keeps them, and looks whether they are what a question goes on from.
  static func keepAndFind(in directory: JournalDirectory) throws {
    try keep(in: directory)
    if let wrong = try wrong(in: directory) { throw WrongSnapshot(wrong) }
    var reader = try JournalReader.open(directory, wait: 0)
    guard reader.head > .start else { return }
    for model in models {
      let found = try SnapshotStore(directory).latest(
        of: model, version: version, through: reader.head, in: &reader)
      if found?.position != reader.head { throw WrongSnapshot("that of \(model) is not found") }
    }
  }

  /// So many of each and nothing else: no file that was begun and never put in its place.
  static func requireTidy(_ directory: JournalDirectory) throws {
    guard try directory.files.exists(folder(directory)) else { return }
    let names = try directory.files.names(in: folder(directory)).sorted()
    let isTidy = names.allSatisfy { name in
      models.contains { name.hasPrefix("\($0)@") } && name.hasSuffix(".snapshot")
    }
    if !isTidy || names.count > models.count * SnapshotStore.kept {
      throw WrongSnapshot("left are \(names)")
    }
  }

  /// A snapshot that is taken for good and isn't what the journal leads to; nil when there is none.
  static func wrong(in directory: JournalDirectory) throws(JournalError) -> String? {
    var reader = try JournalReader.open(directory, wait: 0)
    for model in models {
      for snapshot in try SnapshotStore(directory).all(of: model, version: version, in: &reader)
      where try snapshot.state != state(of: model, &reader, through: snapshot.position) {
        return "the state of \(model) at \(snapshot.position) is another"
      }
    }
    return nil
  }
}

struct WrongSnapshot: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = "snapshots: \(description)" }
}
