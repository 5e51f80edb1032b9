import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@testable import EventStore

/// A tick that resumes from the stored state of another process has the same result as one that
/// folds everything.
@Suite struct StoredTickTests {
  @Test func `a tick has the same result with and without a stored state`() throws {
    let journal = try StoredTick()
    var bare = journal.image
    bare.files[journal.path] = nil
    let expected = try StoredTick.tick(on: bare)
    #expect(expected.count == 2)
    #expect(try StoredTick.tick(on: journal.image) == expected)
    #expect(try StoredTick.tick(on: journal.image, cachesStatesAfter: 0) == expected)
  }

  @Test func `a matching stored state is used`() throws {
    let journal = try StoredTick()
    // A forged state without orders, with a valid code. No tick stores such a state.
    let forged = try journal.with(state: StoredTick.state(of: StoredTick().empty))
    #expect(try StoredTick.tick(on: forged).isEmpty)
  }

  @Test func `a damaged, foreign or incompatible stored state is not used`() throws {
    let journal = try StoredTick()
    let expected = try StoredTick.tick(on: journal.image)
    var wrong: [String] = []
    let cases = try journal.damaged() + journal.foreign()
    for (name, image) in cases where try StoredTick.tick(on: image) != expected {
      wrong.append(name)
    }
    #expect(wrong.prefix(5) == [])
  }

  @Test func `an erasure removes the stored state`() throws {
    let journal = try StoredTick()
    let disk = SimulatedDisk(journal.image)
    var writer = try JournalWriter.open(Workload.directory(disk), wait: 0)
    _ = try writer.erase(Erasure(of: [Tag("user", "eva")], actor: "admin"), at: Workload.start)
    #expect(!disk.image.files.keys.contains { $0.contains("/snapshots/") })
  }

  @Test(arguments: [SystemError.inputOutput, .noSpace])
  func `a failure to store the state doesn't fail the tick`(_ error: SystemError) throws {
    let journal = try StoredTick()
    let files = FaultyFileSystem(SimulatedDisk(journal.image))
    files.fail { $0.path.contains("/snapshots") ? .error(error) : nil }
    #expect(try StoredTick.tick(on: files).count == 2)
  }
}

/// A journal with due orders, and the state that an earlier tick stored.
private struct StoredTick {
  let image: DiskImage
  let path: String
  /// The same journal before the orders.
  let empty: DiskImage
  static let name = "system.tick"
  private static let early = Timestamp(rfc3339: "2024-07-12T10:00:00Z")!
  private static let late = Timestamp(rfc3339: "2024-07-13T22:30:00Z")!

  /// - Parameters:
  ///   - base: the journal, from the `empty` of another; a new one by default.
  ///   - order: the first of two orders that are accepted and never completed.
  init(on base: DiskImage? = nil, order: Int = 1) throws {
    let disk = SimulatedDisk(try base ?? Workload.journal())
    let directory = Workload.directory(disk)
    if base == nil {
      try Self.issue(
        [
          #"{"command":"courier.registerCourier","actor":"admin","data":{"courier":"ivanov","login":"ivanov","password":"1204"}}"#,
          #"{"command":"courier.signIn","data":{"login":"ivanov","password":"1204"}}"#,
        ], on: directory, at: Self.early)
      try Self.issue([Self.tick], on: directory, at: Self.early)
    }
    empty = disk.image
    try Self.issue(
      (order...order + 2).map(Self.place) + [order, order + 2].map { Self.change("accept", $0) }
        + [Self.change("complete", order + 2)],
      on: directory, at: Self.early)
    try Self.issue([Self.tick], on: directory, at: Self.early)
    let stored = disk.image.files.keys.filter { $0.contains("/snapshots/") }.sorted()
    path = try #require(stored.last)
    try Self.issue([Self.change("accept", order + 1)], on: directory, at: Self.early)
    image = disk.image
  }

  private static let tick = #"{"command":"system.tick","actor":"system"}"#

  private static func place(_ order: Int) -> String {
    #"{"command":"courier.placeOrder","actor":"eva","data":{"order":"\#(order)","address":"a","deliveryDate":"2024-07-13","metro":"m","firstName":"f","lastName":"l","phone":"+79990000000"}}"#
  }

  private static func change(_ verb: String, _ order: Int) -> String {
    #"{"command":"courier.\#(verb)Order","actor":"ivanov","data":{"order":"\#(order)"}}"#
  }

  @discardableResult
  private static func issue(
    _ lines: [String], on directory: JournalDirectory, at time: Timestamp,
    cachesStatesAfter: Int = 4
  ) throws -> [CommandResult] {
    var engine = CommandHandler(
      try JournalWriter.open(directory, wait: 0), [.courier, .habits, .mall, .mods],
      cachesStatesAfter: cachesStatesAfter, tickSnapshotInterval: 0, clock: { time })
    let results = engine.execute(
      lines.enumerated().map { .init(line: $0.element.utf8, number: $0.offset + 1) })
    for result in results { if let problem = result.problem { throw problem } }
    return results
  }

  /// The events that a tick records when the orders are due, with their causes.
  static func tick(on image: DiskImage, cachesStatesAfter: Int = 4) throws -> [String] {
    try tick(on: SimulatedDisk(image), cachesStatesAfter: cachesStatesAfter)
  }

  static func tick(on files: any FileSystem, cachesStatesAfter: Int = 4) throws -> [String] {
    let directory = Workload.directory(files)
    let results = try issue([tick], on: directory, at: late, cachesStatesAfter: cachesStatesAfter)
    var events: [String] = []
    var reader = try JournalReader.open(directory, wait: 0)
    for event in results[0].events {
      try reader.withEvent(at: event.position) { view in
        let stored = StoredEvent(view)
        events.append("\(stored.type) \(stored.tags) \(stored.cause?.because?.rawValue ?? 0)")
      }
    }
    return events
  }
}

extension StoredTick {
  private func with(_ bytes: [UInt8]?, at path: String? = nil) -> DiskImage {
    var image = image
    image.files[path ?? self.path] = bytes
    return image
  }

  /// The latest stored state.
  static func state(of image: DiskImage) throws -> [UInt8] {
    let paths = image.files.keys.filter { $0.contains("/snapshots/") }
    guard let path = paths.max(), let bytes = image.files[path] else { return [] }
    return Array(try #require(Snapshot.decoded(bytes, image.key())).snapshot.bytes)
  }

  /// The journal with the stored state replaced.
  func with(state: [UInt8], version: SchemaVersion = 1) throws -> DiskImage {
    let bytes = try #require(Snapshot.decoded(image.files[path] ?? [], image.key()))
    var reader = try JournalReader.open(Workload.directory(SimulatedDisk(image)), wait: 0)
    let id = try #require(try reader.id(at: bytes.header.position))
    let snapshot = Snapshot(
      name: Self.name, version: version, position: bytes.header.position, bytes: state)
    return with(
      snapshot.encoded(journal: reader.manifest.journal, event: id, try image.key()))
  }

  /// Bytes flipped, ends cut off or appended.
  func damaged() -> [(String, DiskImage)] {
    let bytes = image.files[path] ?? []
    let flips = DamageTable.sample(of: bytes).map { offset in
      var changed = bytes
      changed[offset] ^= 1 << UInt8(offset % 8)
      return ("byte \(offset) flipped", with(changed))
    }
    let cuts = Effort.current.sample(Array(stride(from: 0, to: bytes.count, by: 9)), 20).map {
      ("cut to \($0)", with(Array(bytes.prefix($0))))
    }
    return flips + cuts + [("longer", with(bytes + bytes)), ("missing", with(nil))]
  }

  /// Stored states of other journals and histories, under other names, and of other shapes.
  func foreign() throws -> [(String, DiskImage)] {
    let bytes = image.files[path] ?? []
    let history = try StoredTick(on: empty, order: 7)
    let journal = try StoredTick(order: 7)
    let state = try Self.state(of: image)
    let lines = state.split(separator: 0x0a).map(Array.init)
    let fewer = Array(lines.dropLast().joined(separator: [0x0a]))
    let swapped = Array(([lines[0], lines[2], lines[1]] + lines[3...]).joined(separator: [0x0a]))
    let folder = "\(Workload.folder)/snapshots/"
    return try [
      ("of another journal", with(journal.image.files[journal.path])),
      ("of another history", with(history.image.files[history.path])),
      ("as another position", with(bytes, at: "\(folder)system.tick@9.snapshot")),
      ("as a later position", with(bytes, at: "\(folder)system.tick@99.snapshot")),
      ("of another version", with(state: state, version: 2)),
      ("with fewer parts", with(state: fewer)), ("with parts swapped", with(state: swapped)),
      ("with no parts", with(state: lines[0])), ("with nothing", with(state: [])),
    ]
  }
}
