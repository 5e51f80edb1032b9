import Domain
import EventEngine
import Projections

/// A small journal in memory with every kind of file: closed segments, an index of several runs,
/// snapshots, a secret and a consumer's checkpoint.
struct FuzzedJournal: Sendable {
  static let path = "/journal"
  static let start = Timestamp(rawValue: 1_778_230_000_000)
  static let models: [ReadModels] = [.courier, .habits, .mall, .mods, .nft]

  let files: MemoryFileSystem
  let id: JournalID
  let key: JournalKey
  let receipt: HeadReceipt
  let proof: EventProof
  /// The contents of all files, by path.
  let contents: [String: [UInt8]]
  /// The lines of all records, in order.
  let lines: [[UInt8]]
  /// The positions that match each of `queries`.
  let found: [[Int]]

  /// The instance that all cases share.
  static let shared: FuzzedJournal = {
    do { return try FuzzedJournal() } catch { fatalError("no journal to fuzz: \(error)") }
  }()

  var directory: JournalDirectory { JournalDirectory(Self.path, files: files) }

  /// The queries to look up in the index.
  static let queries = [
    Query.of(["test.happened"]), .of([], Tag("item", "3")),
    .of(["mall.pointsMoved"], Tag("user", "eva")),
  ]

  private init() throws {
    let files = MemoryFileSystem()
    let directory = JournalDirectory(Self.path, files: files)
    try directory.create(
      JournalSettings(timeZone: .moscow, passwordIterations: 1, segmentBytes: 5000),
      at: Self.start)
    try Self.fill(directory)
    var reader = try JournalReader.open(directory, wait: 0)
    var lines: [[UInt8]] = []
    try reader.forEach { view in
      var line: [UInt8] = []
      view.appendLine(to: &line)
      lines.append(line)
      return true
    }
    let verification = try directory.verify(wait: 0)
    precondition(verification.damages.isEmpty && verification.derived.isEmpty)
    self.files = files
    self.lines = lines
    id = verification.journal
    key = try reader.key()
    receipt = HeadReceipt(verification)
    proof = try reader.proof(of: Position(9), covered: 20)
    contents = files.everything
    found = try Self.queries.map { try Self.positions($0, in: &reader) }
    let runs = contents.keys.filter { $0.hasSuffix(".index") }
    precondition(runs.count > 1 && contents.keys.contains { $0.hasSuffix(".snapshot") })
  }

  private static func fill(_ directory: JournalDirectory) throws {
    var writer = try JournalWriter.open(directory, wait: 0)
    writer.indexSizes = .init(step: 1500, run: 6000, fanOut: 3)
    var number = 0
    func append(_ events: [NewEvent]) throws {
      number += 1
      let cause = Cause(command: "test.do", id: "c\(number)", actor: "eva")
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(events, at: start, cause: cause)
      }
    }
    for events in try facts() { try append([events]) }
    for item in 0..<12 {
      try append(
        (0...item % 3).map { index in
          NewEvent(
            type: index == 0 ? "test.happened" : "test.followed",
            tags: [Tag("item", "\(item % 5)")],
            data: Array(#"{"n":\#(index)}"#.utf8))
        })
    }
    try writer.batch { (writer) throws(JournalError) in
      try writer.store(StoredSecret("secret", as: SecretKeyID(rawValue: "k-1")))
      let event = NewEvent(
        type: "test.kept", tags: [SecretKeyID(rawValue: "k-1").tag], data: Array("{}".utf8))
      try writer.append([event], at: start)
    }
    try keepStates(directory)
    var place = try ConsumerCheckpoint("mirror", in: directory, of: writer.manifest.journal)
    try place.move(to: Position(5), nil)
  }

  /// Events of all domains, chosen so that their payloads contain numbers.
  private static func facts() throws -> [NewEvent] {
    var encoder = PayloadEncoder()
    var events: [NewEvent] = []
    func add<Fact: Event>(_ facts: Fact...) throws {
      for fact in facts { events.append(try NewEvent(fact, with: &encoder)) }
    }
    try add(
      CourierEvent.registered("ivan", login: "ivan"), .placed("o-1"), .accepted("o-1", by: "ivan"))
    try add(
      MallEvent.published("nike"), .offered("socks"), .scheduled("concert"), .registered("eva"),
      .moved(100, .registration, "eva"), .moved(-40, .purchase, "eva"),
      .bought("socks", by: "eva", for: 40))
    try add(HabitsEvent.added("c1", "Дом"), .habit("t1"), .irregular("t2"))
    try add(ModsEvent.published("boat"), .configured())
    try add(NFTEvent.registered("anna"), .minted("n-1"), .collected("cats", ["n-1"]))
    return events
  }

  private static func keepStates(_ directory: JournalDirectory) throws {
    var reader = try JournalReader.open(directory, wait: 0)
    for fold in try folded(&reader) {
      let snapshot = try fold.snapshot(at: reader.head)
      guard try SnapshotStore(directory).store(snapshot, folded: &reader) else {
        fatalError("a state was not kept")
      }
    }
  }
}

extension FuzzedJournal {
  /// The states of all read models after all events.
  static func folded(_ reader: inout JournalReader) throws -> [any DigestedFold] {
    let started = models.map { $0.fold() }
    var replay = Replay(started.map(\.fold), zone: reader.manifest.timeZone)
    try reader.forEach { (view) throws(JournalError) in
      try replay.apply(view)
      return true
    }
    return started.flatMap(\.states)
  }

  static func positions(_ query: Query, in reader: inout JournalReader) throws -> [Int] {
    var positions: [Int] = []
    try reader.forEach(query) { (view) throws(JournalError) in
      positions.append(view.position.rawValue)
      return true
    }
    return positions
  }

  /// A copy with one file replaced or added.
  func with(_ path: String, _ bytes: [UInt8]) throws -> JournalDirectory {
    let copy = files.copy()
    let isThere = try copy.exists(path)
    let file = try copy.open(path, for: isThere ? .writing : .creating)
    try file.truncate(to: 0)
    try unsafe bytes.withUnsafeBytes { try unsafe file.write($0, at: 0) }
    return JournalDirectory(Self.path, files: copy)
  }
}
