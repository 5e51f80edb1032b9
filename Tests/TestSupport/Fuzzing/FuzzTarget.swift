import Commands
import EventEngine

/// The fuzz targets for arbitrary bytes. The engine must neither trap nor hang nor accept invalid
/// data.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case records, commands, recovery, csv

  package func run(_ bytes: [UInt8]) {
    do {
      switch self {
      case .records: try Self.readRecord(bytes)
      case .commands: try Self.execute(bytes)
      case .recovery: try Self.recover(bytes)
      case .csv: try Self.readCSV(bytes)
      }
    } catch { fatalError("\(rawValue): \(error)") }
  }

  private static let start = Timestamp(rawValue: 1_700_000_000_000)
  private static let path = "/journal"
  private static let segment = "/journal/segments/00000000000000000001.jsonl"

  /// A journal of three appends.
  private static let journal: DiskImage = {
    let disk = SimulatedDisk()
    let directory = JournalDirectory(path, files: disk)
    do {
      try directory.create(
        JournalSettings(timeZone: .utc, passwordIterations: 1), at: start)
      var writer = try JournalWriter.open(directory, wait: 0)
      for count in [1, 2, 1] { try append(count, with: &writer) }
    } catch { fatalError("\(error)") }
    return disk.image
  }()

  private static func append(
    _ count: Int, with writer: inout JournalWriter
  ) throws(JournalError) {
    let event = NewEvent(
      type: "test.happened", tags: [Tag(rawValue: "a")], data: Array(#"{"n":1}"#.utf8))
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(Array(repeating: event, count: count), at: start)
    }
  }

  /// Corrects the checksum of every line, so that the fuzzer reaches the code after the check.
  private static func checksummed(_ bytes: [UInt8], for journal: JournalID) -> [UInt8] {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
      line.count > 18 ? Sealing.line(Sealing.object(Array(line)), of: journal) : Array(line)
    }
    return Array(lines.joined(separator: [0x0a]))
  }

  /// Imports the bytes as records. A reader returns accepted lines unchanged.
  private static func readRecord(_ bytes: [UInt8]) throws {
    let manifest = try JournalDirectory(path, files: SimulatedDisk(journal)).manifest()
    let lines = checksummed(bytes, for: manifest.journal)
      .split(separator: 0x0a, omittingEmptySubsequences: false).map(Array.init)
    let directory = JournalDirectory(path, files: SimulatedDisk())
    do throws(RecordsImportError) {
      var records = try RecordsImport.begin(
        RecordsHeader(manifest, events: lines.count), into: directory, wait: 0)
      for (index, line) in lines.enumerated() { try records.add(line, number: index + 2) }
      try records.finish()
    } catch {
      if case .journal(let error) = error { throw error }
      return
    }
    var reader = try JournalReader.open(directory, wait: 0)
    var found: [[UInt8]] = []
    try reader.forEach { (view) throws(JournalError) in
      var line: [UInt8] = []
      view.appendLine(to: &line)
      found.append(line)
      _ = StoredEvent(view)
      return true
    }
    precondition(found == lines, "read \(found.count) records of \(lines.count)")
  }

  /// Runs the bytes as lines of commands. Every line gets a result, and the journal changes only by
  /// the events of accepted commands.
  private static func execute(_ bytes: [UInt8]) throws {
    let directory = JournalDirectory(path, files: SimulatedDisk(journal))
    var engine = CommandHandler(
      try JournalWriter.open(directory, wait: 0), [.courier, .habits, .mall, .mods, .nft],
      clock: { start })
    let lines = bytes.split(separator: 0x0a)
    let results = engine.execute(
      lines.enumerated().map { .init(line: $0.element, number: $0.offset + 1) })
    precondition(results.count == lines.count, "\(results.count) results")
    var recorded = 4
    for result in results {
      var json = JSONWriter()
      result.write(to: &json)
      let answer = try JSONParser.parse(
        json.bytes, limits: JSONLimits(depth: Limits.nesting, bytes: Limits.recordBytes))
      guard case .object = answer else { fatalError("no object") }
      if !result.isDuplicate { recorded += result.events.count }
      if let problem = result.problem, problem.kind == .failure { fatalError("\(problem)") }
    }
    let verification = try directory.verify(wait: 0)
    precondition(verification.damages.isEmpty && verification.intact == Position(recorded))
  }

  /// Replaces a part of a journal with the bytes. The first three bytes give the offset, the length
  /// replaced and whether to correct the checksums.
  private static func recover(_ bytes: [UInt8]) throws {
    guard bytes.count >= 3 else { return }
    var image = journal
    var contents = image.files[segment] ?? []
    let place = contents.count * Int(bytes[0]) / 255
    let length = min(contents.count - place, Int(bytes[1]) * 2)
    contents.replaceSubrange(place..<place + length, with: bytes[3...])
    if bytes[2] & 1 == 1 {
      let id = try JournalDirectory(path, files: SimulatedDisk(journal)).manifest().journal
      contents = checksummed(contents, for: id)
    }
    image.files[segment] = contents
    try recover(image)
  }

  private static func recover(_ image: DiskImage) throws {
    let disk = SimulatedDisk(image)
    let directory = JournalDirectory(path, files: disk)
    _ = try directory.verify(wait: 0)
    do throws(JournalError) { _ = try JournalWriter.open(directory, wait: 0) } catch {
      guard case .damaged = error else { throw error }
      precondition(disk.image == image, "a refused journal was changed")
      _ = try JournalReader.openIntactPart(of: directory, wait: 0)
      return
    }
    let recovered = disk.image
    var writer = try JournalWriter.open(directory, wait: 0)
    precondition(disk.image == recovered, "recovering twice changed something")
    let head = writer.head
    try append(2, with: &writer)
    let reader = try JournalReader.open(directory, wait: 0)
    precondition(reader.head.rawValue == head.rawValue + 2, "the head is \(reader.head)")
  }
}
