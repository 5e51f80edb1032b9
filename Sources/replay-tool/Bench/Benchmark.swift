import Commands
import Domain
import EventStore
import Projections

/// Measures the engine on a journal of its own making.
struct Benchmark {
  private let folder: String
  private let events: Int
  private(set) var figures = Figures()

  private static let runs = 3
  private static let singleAppends = 200

  /// - Parameter folder: for everything it writes; whoever made it removes it.
  init(in folder: String, events: Int) {
    self.folder = folder
    self.events = events
  }

  private var journal: JournalDirectory { JournalDirectory("\(folder)/journal") }

  mutating func run(_ tell: (String) -> Void) throws {
    figures.add("events", "events", Double(events), "")
    tell("generating and appending")
    try makeJournal()
    tell("decoding")
    try decode()
    tell("replaying")
    try replay()
    tell("verifying")
    let seconds = try Figures.processorTime { _ = try journal.verify() }
    addRate("verify", "verify", events, seconds)
    tell("growing the integrity tree")
    try growTree()
    tell("appending one by one")
    try appendSingly()
    tell("issuing commands")
    let issued = max(3000, min(events / 10, 60_000))
    try addRate(
      "issue", "issue, durable", issued, IssueMeasurement(folder).seconds(commands: issued),
      unit: "commands/s")
    tell("importing")
    let imported = max(1000, min(events / 4, 200_000))
    try addRate(
      "import", "import, durable", imported, ImportMeasurement(folder).seconds(events: imported))
    if let peak = ProcessMemory.peakBytes {
      figures.add("peakBytes", "peak memory", Double(peak) / 1e6, "MB", digits: 1)
    }
  }

  /// The same for a journal of all domains: replaying only.
  mutating func runMixed(_ samples: String, _ tell: (String) -> Void) throws {
    figures.add("events", "events", Double(events), "")
    tell("telling the stories")
    var traffic = try MixedTraffic(
      samples: samples, in: JournalDirectory("\(folder)/stories"))
    tell("generating and appending")
    try journal.create(JournalSettings(passwordIterations: 1), at: SystemClock.now())
    var writer = try JournalWriter.open(journal)
    while writer.head.rawValue < events {
      try writer.begin()
      while !writer.isBatchFull && writer.head.rawValue < events {
        let step = traffic.next()
        try writer.append(step.events, at: step.time, cause: step.cause)
      }
      try writer.commit()
    }
    let bytes = try writer.reader.byteCount()
    figures.add("bytes", "length", Double(bytes) / 1e6, "MB", digits: 1)
    tell("replaying")
    try replay()
    if let peak = ProcessMemory.peakBytes {
      figures.add("peakBytes", "peak memory", Double(peak) / 1e6, "MB", digits: 1)
    }
  }

  private mutating func addRate(
    _ name: String, _ title: String, _ count: Int, _ seconds: Double, unit: String = "events/s"
  ) {
    figures.add("\(name)PerSecond", title, Double(Throughput.rate(count, in: seconds)), unit)
  }

  /// Only encoding and writing count, not making the events up.
  private mutating func makeJournal() throws {
    try journal.create(JournalSettings(passwordIterations: 1), at: SystemClock.now())
    var writer = try JournalWriter.open(journal)
    var traffic = CourierTraffic()
    var encoder = PayloadEncoder()
    var seconds = 0.0
    var done = 0
    while done < events {
      let steps = (0..<min(Limits.batchCommands, events - done)).map { _ in traffic.next() }
      done += steps.count
      seconds += try Figures.time {
        try writer.begin()
        for step in steps {
          try writer.append(
            [try NewEvent(step.event, with: &encoder)], at: step.time,
            cause: Cause(command: step.command, actor: step.actor))
        }
        try writer.commit()
      }
    }
    let bytes = try writer.reader.byteCount()
    figures.add("bytes", "length", Double(bytes) / 1e6, "MB", digits: 1)
    addRate("appendBatched", "append, 4096 to a sync", events, seconds)
  }

  private mutating func decode() throws {
    let seconds = try Figures.median(of: Self.runs) {
      var reader = try JournalReader.open(journal)
      let fold = TypedFold<CourierEvent>(domain: "courier", [NothingFolded()])
      var replay = Replay([fold], zone: reader.manifest.timeZone)
      return try Figures.processorTime {
        try reader.forEach { (view) throws(JournalError) in
          try replay.apply(view)
          return true
        }
      }
    }
    addRate("decode", "decode, nothing folded", events, seconds)
  }

  private mutating func replay() throws {
    var digestSeconds: [Double] = []
    var terminal = Terminal(isQuiet: true)
    let seconds = try Figures.median(of: Self.runs) {
      var reader = try JournalReader.open(journal)
      var rebuild = Rebuild([], zone: reader.manifest.timeZone)
      let seconds = try Figures.processorTime {
        _ = try rebuild.run(&reader, through: reader.head, &terminal)
      }
      digestSeconds.append(try Figures.processorTime { _ = try rebuild.digests() })
      return seconds
    }
    addRate("replay", "replay, all read models", events, seconds)
    let digests = Figures.middle(of: digestSeconds)
    figures.add("digestSeconds", "digests", digests, "s", digits: 3)
    let threads = Processors.count
    let rebuild = SharedRebuild(journal, wait: 0, [], threads: threads) { try $0.digests() }
    let together = try Figures.median(of: Self.runs) {
      var reader = try JournalReader.open(journal)
      return try Figures.time { _ = try rebuild.run(&reader, through: reader.head, &terminal) }
    }
    figures.add(
      "rebuildSeconds", "replay and digests, \(threads) threads", together, "s", digits: 3)
  }

  /// What a read through the journal costs more when every event is added to the tree: each is
  /// added once, when its segment is closed.
  private mutating func growTree() throws {
    let reading = try Figures.median(of: Self.runs) {
      var reader = try JournalReader.open(journal)
      return try Figures.processorTime { try reader.forEach { _ in true } }
    }
    let growing = try Figures.median(of: Self.runs) {
      var reader = try JournalReader.open(journal)
      return try Figures.processorTime { _ = try reader.integrityTree(isFresh: true) }
    }
    let nanoseconds = max(0, growing - reading) * 1e9 / Double(events)
    figures.add("treeNanoseconds", "integrity tree, an event", nanoseconds, "ns", digits: 1)
  }

  /// The same bytes go through the journal and into a plain file in turns.
  private mutating func appendSingly() throws {
    var writer = try JournalWriter.open(journal)
    let time = writer.lastTime ?? SystemClock.now()
    var encoder = PayloadEncoder()
    let event = try NewEvent(
      CourierEvent.acceptedOrdersViewed(
        AcceptedOrdersViewed(courier: CourierID(rawValue: "courier-1"))), with: &encoder)
    var file = try OutputFile(creating: "\(folder)/bare")
    var (appends, writes): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.singleAppends {
      appends.append(
        try Figures.time {
          try writer.begin()
          try writer.append([event], at: time)
          try writer.commit()
        })
      var line: [UInt8] = []
      try writer.reader.forEach(after: Position(writer.head.rawValue - 1)) { view in
        view.appendLine(to: &line)
        return true
      }
      writes.append(
        try Figures.time {
          try file.line { $0.append(contentsOf: line) }
          try file.finish()
        })
    }
    let (append, bare) = (Figures.middle(of: appends), Figures.middle(of: writes))
    figures.add("appendSeconds", "append one, durable", append * 1e3, "ms", digits: 3)
    figures.add("bareWriteSeconds", "write and fdatasync alone", bare * 1e3, "ms", digits: 3)
    figures.add("appendRatio", "ratio", append / bare, "", digits: 2)
  }
}

/// Looks at every event and keeps nothing.
private final class NothingFolded: EventFold {
  let factTypes = CourierEvent.catalog.shapes.map(\.type)
  func apply(_ event: Recorded<CourierEvent>) {}
}
