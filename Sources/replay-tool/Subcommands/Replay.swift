import Domain
import EventStore
import Projections

/// Rebuilds read models from the journal and nothing else.
struct ReplayCommand: Subcommand {
  static let name = "replay"
  static let summary = "rebuild the read models, with events/s and a digest of each"
  static let usage = "[MODEL …]"
  static let options =
    AsOf.options + [
      OptionSpec("--verify", nil, "compare with the kept snapshots")
    ]
  static let examples: [(command: String, does: String)] = [
    ("replay-tool replay", "all read models of all domains, in one pass over the journal"),
    ("replay-tool replay courier.orders courier.feed --json", "two of them, as one JSON object"),
    ("replay-tool replay --as-of 2026-05-08T12:00:00Z", "as they were at an instant"),
  ]
  static let details = """
    A digest is SHA-256 over a read model's whole state: equal digests, equal answers. The time
    given is that of reading and folding; the digests are made afterwards.
    """

  private let common: CommonOptions
  private let past: Past
  private let verifies: Bool
  /// Empty: all.
  private let names: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    past = Past(arguments)
    verifies = arguments.has("--verify")
    names = arguments.positionals
    try Rebuild.require(names)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    var rebuild = Rebuild(names, zone: reader.manifest.timeZone)
    let seconds = try reader.undisturbed(wait: common.wait) { reader in
      let (last, _) = try past.resolve(in: &reader)
      rebuild = Rebuild(names, zone: reader.manifest.timeZone)
      return try rebuild.run(&reader, through: last, &terminal)
    }
    let digests = try rebuild.digests()
    if common.json {
      try printJSON(rebuild, seconds, digests, &terminal)
    } else {
      try printTable(rebuild, seconds, digests, &terminal)
    }
    return verifies ? try verify(&reader, through: rebuild.head, &terminal) : .success
  }

  private func verify(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    let comparison = try SnapshotComparison(names, with: &reader, through: last, &terminal)
    for (model, position) in comparison.differing {
      terminal.note(
        "replay-tool: the snapshot of \(model) at position \(position) is not what the journal "
          + "leads to; delete it")
    }
    if !comparison.differing.isEmpty { return .refused }
    terminal.note(
      comparison.agreeing == 0
        ? "replay-tool: no snapshots are kept, so there is nothing to compare with"
        : "replay-tool: \(comparison.agreeing) snapshots agree with the journal")
    return .success
  }

  private func printTable(
    _ rebuild: borrowing Rebuild, _ seconds: Double, _ digests: [ModelDigest],
    _ terminal: inout Terminal
  ) throws {
    let width = digests.map(\.model.count).max() ?? 0
    for digest in digests {
      try terminal.print(
        "\(terminal.styled(digest.model.padded(to: width), .bold))  \(digest.digest)")
    }
    let rate = Throughput.rate(rebuild.events, in: seconds)
    try terminal.print(
      "\(rebuild.events.grouped) events in \(seconds.fixed(3)) s (\(rate.grouped) events/s), "
        + "up to position \(rebuild.head)")
    for (type, count) in rebuild.unknownTypes {
      terminal.note(
        "replay-tool: \(count.grouped) events of type \(type.printable), which no domain knows, "
          + "were passed over")
    }
  }

  private func printJSON(
    _ rebuild: borrowing Rebuild, _ seconds: Double, _ digests: [ModelDigest],
    _ terminal: inout Terminal
  ) throws {
    var json = JSONWriter()
    json.beginObject()
    json.literalKey("events")
    json.int(rebuild.events)
    json.literalKey("head")
    json.int(rebuild.head.rawValue)
    json.literalKey("seconds")
    json.seconds(seconds)
    json.literalKey("eventsPerSecond")
    json.int(Throughput.rate(rebuild.events, in: seconds))
    json.literalKey("models")
    json.beginArray()
    for digest in digests {
      json.beginObject()
      json.literalKey("model")
      json.string(digest.model)
      json.literalKey("digest")
      json.string(digest.digest.hex)
      json.endObject()
    }
    json.endArray()
    json.literalKey("unknownTypes")
    json.beginObject()
    for (type, count) in rebuild.unknownTypes {
      json.key(type)
      json.int(count)
    }
    json.endObject()
    json.endObject()
    try terminal.print(json.bytes)
  }
}

/// The digest of one read model's state.
struct ModelDigest {
  let model: String
  let digest: Digest
}

/// A fold of read models over a journal.
struct Rebuild: ~Copyable {
  private var replay: Replay
  private let states: [any DigestedFold]
  private var bytes = 0

  /// - Parameter names: of read models; empty: all.
  init(_ names: [String], zone: TimeZoneTable) {
    let wanted = names.isEmpty ? nil : Set(names)
    let folds = RegisteredDomain.all.map { $0.readModels.fold(wanted) }
    states = folds.flatMap(\.states)
    replay = Replay(folds.map(\.fold), zone: zone)
  }

  /// - Throws: for a name that no read model has, with the nearest one.
  static func require(_ names: [String]) throws(UsageError) {
    let known = RegisteredDomain.readModels.map(\.name)
    for name in names where !known.contains(name) {
      throw UsageError.unknown(
        "read model", name, nearest: Spelling.nearest(to: name, in: known))
    }
  }

  var events: Int { replay.count }
  var head: Position { replay.position }

  /// How often each type occurred that its domain doesn't know, sorted by type.
  var unknownTypes: [(type: String, count: Int)] {
    replay.unknownTypes.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// - Returns: how long it took, in seconds.
  mutating func run(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws(JournalError) -> Double {
    let total = terminal.showsProgress ? try reader.byteCount() : 0
    var throughput = Throughput()
    try reader.forEach(through: last) { (view) throws(JournalError) in
      try replay.apply(view)
      bytes += view.byteCount
      if replay.count & 0xffff == 0 {
        throughput.show("replaying", events: replay.count, bytes: bytes, of: total, &terminal)
      }
      return true
    }
    let seconds = throughput.seconds
    terminal.clearProgress()
    return seconds
  }

  /// The states as they are now, by name.
  func snapshots() throws(PayloadEncodingError) -> [Snapshot] {
    var snapshots: [Snapshot] = []
    for state in states { snapshots.append(try state.snapshot(at: head)) }
    return snapshots.sorted { $0.model < $1.model }
  }

  /// By name.
  func digests() throws(PayloadEncodingError) -> [ModelDigest] {
    var digests: [ModelDigest] = []
    for state in states {
      digests.append(ModelDigest(model: state.name, digest: try state.digest()))
    }
    return digests.sorted { $0.model < $1.model }
  }
}
