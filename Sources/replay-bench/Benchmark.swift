import Commands
import Domain
import EventChecking
import EventEngine
import Projections
import ReplayToolKit

/// Measures the engine on a generated journal.
struct Benchmark {
  private let folder: String
  private let events: Int
  private(set) var figures = Figures()

  private static let runs = 3
  private static let singleAppends = 200

  /// - Parameter folder: a folder for all files, which the caller removes.
  init(in folder: String, events: Int) {
    self.folder = folder
    self.events = events
  }

  private var directory: JournalDirectory { JournalDirectory("\(folder)/journal") }

  mutating func run(_ report: (String) -> Void) throws {
    figures.add("events", "events", Double(events), "")
    report("generating and appending")
    try makeJournal()
    report("decoding")
    try decode()
    report("replaying")
    try replay()
    report("verifying")
    let seconds = try Figures.processorTime { _ = try directory.verify() }
    addRate("verify", "verify", events, seconds)
    report("growing the integrity tree")
    try growTree()
    report("appending one by one")
    try measureAppends(Self.singleAppends)
    report("issuing commands")
    let issued = max(3000, min(events / 10, 60_000))
    try addRate(
      "issue", "issue, durable", issued, IssueMeasurement(folder).seconds(commands: issued),
      unit: "commands/s")
    report("importing")
    let imported = max(1000, min(events / 4, 200_000))
    try addRate(
      "import", "import, durable", imported, ImportMeasurement(folder).seconds(events: imported))
    addPeak()
  }

  /// Measures only the replay of a journal of all domains.
  mutating func runMixed(_ samples: String, _ report: (String) -> Void) throws {
    figures.add("events", "events", Double(events), "")
    report("recording the sample stories")
    var traffic = try MixedTraffic(samples: samples, in: JournalDirectory("\(folder)/stories"))
    report("generating and appending")
    let generated = GeneratedJournal(directory: directory, events: events)
    let measurement = try generated.makeMixed(from: &traffic)
    addLength(measurement)
    report("replaying")
    try replay()
    addPeak()
  }

  /// Generates a journal in `directory` and leaves it there.
  ///
  /// - Parameter samples: the folder with the samples of all applications; nil: a courier journal.
  mutating func generate(
    _ directory: JournalDirectory, _ segmentBytes: Int, samples: String?
  ) throws {
    let generated = GeneratedJournal(
      directory: directory, events: events, segmentBytes: segmentBytes)
    let measurement: GeneratedJournal.Measurement
    if let samples {
      var traffic = try MixedTraffic(samples: samples, in: JournalDirectory("\(folder)/stories"))
      measurement = try generated.makeMixed(from: &traffic)
    } else {
      measurement = try generated.makeCourier()
    }
    addLength(measurement)
    figures.add("seconds", "elapsed time", measurement.seconds, "s", digits: 3)
  }

  /// Measures only durable appends of one small event each.
  mutating func measureAppends(
    _ count: Int, by appender: AppendMeasurement.Appender? = nil
  ) throws {
    let appends = try AppendMeasurement(folder).measure(count, by: appender)
    appends.add(to: &figures)
  }

  /// Measures durable appends to a journal on a server.
  mutating func measureAppends(_ count: Int, on server: JournalDirectory) throws {
    try AppendMeasurement(folder).measure(count, on: server).add(to: &figures)
  }

  /// Measures only opening the journal in `directory` and searching for an absent tag.
  mutating func measureOpening(_ directory: JournalDirectory) throws {
    try OpeningMeasurement(directory).measure(&figures)
  }

  private mutating func addPeak() {
    guard let peak = ProcessMemory.peakBytes else { return }
    figures.add("peakBytes", "peak memory", bytes: peak)
  }

  private mutating func addLength(_ measurement: GeneratedJournal.Measurement) {
    figures.add("bytes", "length", bytes: measurement.bytes)
  }

  private mutating func addRate(
    _ name: String, _ title: String, _ count: Int, _ seconds: Double, unit: String = "events/s"
  ) {
    figures.add("\(name)PerSecond", title, Double(Throughput.rate(count, in: seconds)), unit)
  }

  private mutating func makeJournal() throws {
    let measurement = try GeneratedJournal(directory: directory, events: events).makeCourier()
    addLength(measurement)
    addRate("appendBatched", "append, 4096 to a sync", events, measurement.seconds)
  }

  private mutating func decode() throws {
    let seconds = try Figures.median(of: Self.runs) {
      var reader = try JournalReader.open(directory)
      let fold = DomainFold(domain: "courier", [NothingFolded()])
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
      var reader = try JournalReader.open(directory)
      var rebuild = Rebuild(
        applications.states(of: []), of: applications, zone: reader.manifest.timeZone)
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
    let states = applications.states(of: [])
    let rebuild = ParallelRebuild(states, of: applications, threads: threads) { try $0.digests() }
    let together = try Figures.median(of: Self.runs) {
      var reader = try JournalReader.open(directory)
      return try Figures.time { _ = try rebuild.run(&reader, through: reader.head, &terminal) }
    }
    figures.add(
      "rebuildSeconds", "replay and digests, \(threads) threads", together, "s", digits: 3)
  }

  /// Measures the cost of adding every event to the integrity tree. A writer pays this cost once
  /// for each event, when the segment is closed.
  private mutating func growTree() throws {
    let reading = try Figures.median(of: Self.runs) {
      var reader = try JournalReader.open(directory)
      return try Figures.processorTime { try reader.forEach { _ in true } }
    }
    let growing = try Figures.median(of: Self.runs) {
      var reader = try JournalReader.open(directory)
      return try Figures.processorTime { _ = try reader.integrityTree(after: MerkleTree()) }
    }
    let nanoseconds = max(0, growing - reading) * 1e9 / Double(events)
    figures.add("treeNanoseconds", "integrity tree, an event", nanoseconds, "ns", digits: 1)
  }
}

/// Reads every event and stores nothing.
private final class NothingFolded: EventFold {
  let factTypes = CourierEvent.catalog.shapes.map(\.type)
  func apply(_ event: Recorded<CourierEvent>) {}
  func discard() {}
}
