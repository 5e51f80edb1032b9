import Domain
import EventStore
import Projections

/// Keeps the states of read models beside the journal.
struct SnapshotCommand: Subcommand {
  static let name = "snapshot"
  static let summary = "keep the states of read models, so that questions need not fold everything"
  static let usage = "[MODEL …]"
  static let options: [OptionSpec] = []
  static let examples: [(command: String, does: String)] = [
    ("replay-tool snapshot", "of all read models, as they are now"),
    ("replay-tool snapshot courier.orders", "of one"),
    ("replay-tool replay --verify", "compare what is kept with the journal"),
  ]
  static let details = """
    Snapshots lie in the journal's folder, in snapshots/; they may be deleted at any time. A question
    about everything goes on from the latest one in front of the position asked for. One is also
    kept whenever such a question had to fold many events. Erasing personal data removes them all.
    """

  private let common: CommonOptions
  /// Empty: all.
  private let names: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    names = arguments.positionals
    try Rebuild.require(names)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    guard reader.head > .start else {
      terminal.note("replay-tool: the journal is empty, so there is nothing to keep")
      return .success
    }
    let store = SnapshotStore(common.directory)
    let models = RegisteredDomain.readModels(named: names)
    let rebuild = SharedRebuild(common.directory, wait: common.wait, names, threads: nil) {
      try $0.snapshots()
    }
    let (rebuilt, parts) = try reader.undisturbed(wait: common.wait) { reader in
      let rebuilt = try rebuild.run(&reader, through: reader.head, &terminal)
      return (rebuilt, try models.flatMap { try $0.parts(&reader, rebuilt.head) })
    }
    var kept: [(model: String, bytes: Int)] = []
    for snapshot in rebuilt.models + parts {
      guard try store.keep(snapshot, folded: &reader) else {
        throw ToolFailure(
          .busy, "personal data was erased meanwhile, or somebody else keeps the same",
          hint: "run replay-tool snapshot again")
      }
      kept.append((snapshot.model, snapshot.state.count))
    }
    if common.json {
      var json = JSONWriter()
      json.beginObject()
      json.literalKey("position")
      json.int(rebuilt.head.rawValue)
      json.literalKey("models")
      json.beginObject()
      for (model, bytes) in kept {
        json.key(model)
        json.int(bytes)
      }
      json.endObject()
      json.endObject()
      try terminal.print(json.bytes)
    } else {
      let width = kept.map(\.model.count).max() ?? 0
      for (model, bytes) in kept {
        try terminal.print("\(model.padded(to: width))  \(bytes.grouped) bytes")
      }
      try terminal.print("as of position \(rebuilt.head)")
    }
    return .success
  }
}

/// Compares the snapshots that are kept with the journal.
struct SnapshotComparison {
  private(set) var agreeing = 0
  /// The snapshots whose state the journal doesn't lead to.
  private(set) var differing: [(model: String, position: Position)] = []

  /// - Parameter names: of read models; empty: all.
  init(
    _ names: [String], with reader: inout JournalReader, through last: Position,
    _ terminal: inout Terminal
  ) throws {
    let store = SnapshotStore(reader.directory)
    let models = RegisteredDomain.readModels(named: names)
    var kept: [Position: [(model: ReadModel, snapshot: Snapshot)]] = [:]
    for model in models {
      for snapshot in try store.all(of: model.name, version: model.version, in: &reader)
      where snapshot.position <= last {
        kept[snapshot.position, default: []].append((model, snapshot))
      }
    }
    for position in kept.keys.sorted() {
      let pairs = kept[position] ?? []
      var rebuild = Rebuild(pairs.map(\.model.name), zone: reader.manifest.timeZone)
      _ = try rebuild.run(&reader, through: position, &terminal)
      let digests = try rebuild.digests()
      for (model, snapshot) in pairs {
        let expected = digests.first { $0.model == model.name }?.digest
        if try model.digest(snapshot) == expected {
          agreeing += 1
        } else {
          differing.append((model.name, position))
        }
      }
    }
  }
}
