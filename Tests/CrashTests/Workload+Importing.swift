@testable import EventStore
import TestSupport

extension Workload {
  /// An import of a whole journal's records, which is atomic.
  ///
  /// - Parameter image: a disk without a journal, or with an empty one.
  static func importingRecords(
    _ name: String = "importing records", into image: DiskImage = DiskImage()
  ) throws -> Workload {
    let (header, lines) = try records()
    let label = "records"
    let run = { @Sendable (directory: JournalDirectory) throws -> Void in
      var records = try RecordsImport.begin(header, into: directory, wait: 0)
      for (index, line) in lines.enumerated() { try records.add(line, number: index + 2) }
      try records.finish()
    }
    return Workload(
      name: name, image: image,
      // Unfinished files are never read, so a sample of their bytes is enough.
      limits: CrashLimits(prefixes: 40, subsets: 24, combinations: 160),
      run: { stage in
        stage.note(.issued(label, events: lines.count))
        try run(stage.directory)
        stage.note(.acknowledged(label))
      },
      again: { directory in
        do { try run(directory) } catch RecordsImportError.notEmpty {
          // The import was complete.
        }
      }, label: { $0.tags.first?.rawValue == "extra" ? "extra" : label }, fold: sum)
  }

  /// The records of a journal with several segments.
  static func records() throws -> (RecordsHeader, [[UInt8]]) {
    let source = try rolling()
    let disk = SimulatedDisk(source.image)
    try source.run(Stage(disk))
    var reader = try JournalReader.open(directory(disk), wait: 0)
    var lines: [[UInt8]] = []
    try reader.forEach { (view) throws(JournalError) in
      var line: [UInt8] = []
      view.appendLine(to: &line)
      lines.append(line)
      return true
    }
    if lines.last?.last == 0x0a { lines = lines.map { $0.dropLast() } }
    return (RecordsHeader(reader.manifest, events: lines.count), lines)
  }

  /// Foreign events without ids, in batches.
  static func importingEvents() throws -> Workload {
    let batches = [3, 1, 4].enumerated().map { batch, count in
      (0..<count).map { number in
        ForeignImport.Line(
          number: number,
          event: ForeignEvent(
            type: "foreign.seen", time: start, tags: [Tag(rawValue: "batch\(batch)")],
            data: Array(#"{"n":\#(number % 2)}"#.utf8), id: nil))
      }
    }
    let run = { @Sendable (files: any FileSystem, note: (DiskNote) -> Void) throws -> Void in
      var writer = try JournalWriter.open(directory(files), wait: 0)
      var events = ForeignImport()
      for (batch, lines) in batches.enumerated() {
        note(.issued("batch\(batch)", events: lines.count))
        try events.record(lines, with: &writer)
        note(.acknowledged("batch\(batch)"))
      }
    }
    return Workload(
      name: "importing events", image: try journal(segmentBytes: 900),
      run: { stage in try run(stage.files) { stage.note($0) } },
      again: { directory in try run(directory.files) { _ in } }, fold: sum)
  }

  /// Secrets that events name.
  static func storingSecrets() throws -> Workload {
    Workload(
      name: "storing secrets", image: try journal(),
      run: { stage in
        var writer = try JournalWriter.open(stage.directory, wait: 0)
        for key in ["k1", "k2", "k3"] {
          let secret = StoredSecret("the secret of \(key)", as: SecretKeyID(rawValue: key))
          stage.note(.issued(secret.key.tag.rawValue, events: 1))
          try writer.batch { (writer) throws(JournalError) in
            try writer.store(secret)
            try writer.append([NewEvent(type: "test.kept", tags: [secret.key.tag])], at: start)
          }
          stage.note(.acknowledged(secret.key.tag.rawValue))
        }
      }, inspect: wrongSecret)
  }

  /// Checks that exactly the secrets named by events exist.
  private static func wrongSecret(_ directory: JournalDirectory) throws -> String? {
    var reader = try JournalReader.open(directory, wait: 0)
    var named: Set<String> = []
    try reader.forEach { (view) throws(JournalError) in
      named.formUnion(view.tags.map { String($0.rawValue.dropFirst(7)) })
      return true
    }
    for key in named.sorted() {
      let secret = try SecretStore(directory).bytes(of: SecretKeyID(rawValue: key))
      if secret != Array("the secret of \(key)".utf8) { return "the secret \(key) is another" }
    }
    let folder = "\(directory.path)/secrets"
    guard try directory.files.exists(folder) else { return nil }
    let stored = try directory.files.names(in: folder).filter { $0.hasSuffix(".json") }
      .map { String($0.dropLast(5)) }
    return Set(stored) == named ? nil : "stored are \(stored.sorted()), named are \(named.sorted())"
  }
}
