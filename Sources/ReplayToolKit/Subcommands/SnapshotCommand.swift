import EventEngine

/// Keeps the states of read models beside the journal.
struct SnapshotCommand: Subcommand {
  static let name = "snapshot"
  static let summary = "keep the states of read models, so that questions need not fold everything"
  static let usage = "[MODEL …]"
  static let options: [OptionSpec] = []
  static let examples: [(command: String, does: String)] = [
    ("\(toolName) snapshot", "of all read models, as they are now"),
    ("\(toolName) snapshot \(Sample.own?.model ?? "courier.orders")", "of one"),
    ("\(toolName) replay --verify", "compare what is kept with the journal"),
  ]
  static let details = """
    Snapshots lie in the journal's folder, in snapshots/; they may be deleted at any time. One is kept
    for each state; read models that answer from the same state share it. A question about everything
    goes on from the latest one in front of the position asked for. One is also kept whenever such a
    question had to fold many events. Erasing personal data removes them all.
    """

  private let common: CommonOptions
  /// Empty: all.
  private let names: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    names = arguments.positionals
    try Rebuild.require(names, of: common.tool.domains)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    guard reader.head > .start else {
      terminal.note("\(toolName): the journal is empty, so there is nothing to keep")
      return .success
    }
    let store = SnapshotStore(common.directory)
    let states = common.tool.domains.snapshotStates(of: names)
    let rebuild = ParallelRebuild(
      common.directory, wait: common.wait, states, of: common.tool.domains, threads: nil
    ) {
      try $0.snapshots()
    }
    let rebuilt = try reader.undisturbed(wait: common.wait) { reader in
      try rebuild.run(&reader, through: reader.head, &terminal)
    }
    var kept: [(state: String, bytes: Int)] = []
    for snapshot in rebuilt.made {
      guard try store.keep(snapshot, folded: &reader) else {
        throw Self.notKept(isErasing: try reader.hasUnfinishedErasure())
      }
      kept.append((snapshot.name, snapshot.bytes.count))
    }
    if common.json {
      var json = JSONWriter()
      json.beginObject()
      json.literalKey("position")
      json.int(rebuilt.head.rawValue)
      json.literalKey("states")
      json.beginObject()
      for (state, bytes) in kept {
        json.key(state)
        json.int(bytes)
      }
      json.endObject()
      json.endObject()
      try terminal.print(json.bytes)
    } else {
      let width = kept.map(\.state.count).max() ?? 0
      for (state, bytes) in kept {
        try terminal.print("\(state.padded(to: width))  \(bytes.counted("byte"))")
      }
      try terminal.print("as of position \(rebuilt.head)")
    }
    return .success
  }
}

extension SnapshotCommand {
  private static func notKept(isErasing: Bool) -> ToolFailure {
    if isErasing {
      return ToolFailure(
        .busy, "an erasure is recorded and not finished; until it is, no snapshot is kept",
        hint: "the next writer finishes it; carry out a command first, then run \(toolName) "
          + "snapshot again")
    }
    return ToolFailure(
      .busy, "personal data was erased meanwhile, or somebody else keeps the same",
      hint: "run \(toolName) snapshot again")
  }
}
