import EventChecking
import EventEngine
import ReplayToolKit

/// The duration of an import of foreign events: from the lines of a file to stable storage.
struct ImportMeasurement {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  func seconds(events: Int) throws -> Double {
    let directory = JournalDirectory("\(folder)/imported")
    try directory.create(JournalSettings(passwordIterations: 1), at: SystemClock.now())
    let path = "\(folder)/foreign.jsonl"
    try ToolFailure.naming(path) { () throws(SystemError) in try write(events, to: path) }
    var writer = try JournalWriter.open(directory)
    var importing = ForeignImport()
    let seconds = try Figures.time {
      let input = ImportInput(path, limit: Limits.commandBytes)
      let batches = ReadAhead(
        from: try ForeignLines(input, .native, for: applications), ForeignLines.all)
      while let batch = try batches.next() { try importing.record(batch.lines, with: &writer) }
    }
    guard importing.recorded == events else {
      throw ToolFailure(
        .inputOutput, untranslated: "\(importing.recorded) of \(events) events were imported")
    }
    return seconds
  }

  /// Writes lines like those of a case log, half a kilobyte each.
  private func write(_ count: Int, to path: String) throws(SystemError) {
    var file = try OutputFile(creating: path)
    var random = SeededRandom(seed: 17)
    var time = Timestamp(rawValue: 1_286_000_000_000)
    for index in 0..<count {
      time = time.advanced(byMilliseconds: Int64.random(in: 1...600_000, using: &random))
      let (person, group) = (index % 48, index % 7)
      try file.writeLine { bytes in
        bytes.append(
          contentsOf: #"""
            {"type": "T02 Check confirmation of receipt", "time": "\#(time)", "tags": ["case:case-\#(index / 6)", "resource:Resource\#(person)"], "data": {"channel": "Internet", "deadline": "2010-11-26 00:00:00+01:00", "department": "General", "enddate": "2010-11-12 13:40:44.661000+01:00", "enddate_planned": "2010-11-26 00:00:00.010000+01:00", "responsible": "Resource\#(person)", "startdate": "2010-10-01 00:00:00.020000+02:00", "instance": "task-\#(index)", "transition": "complete", "group": "Group \#(group)", "resource": "Resource\#(person)"}}
            """#.utf8)
      }
    }
    try file.finish()
  }
}
