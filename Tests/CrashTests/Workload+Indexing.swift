@testable import EventStore
import TestSupport

/// An index that is built and merged while the journal grows.
extension Workload {
  static let indexSizes = IndexBuilding.Sizes(step: 250, run: 1000, fanOut: 2)

  /// Runs of few events, and merged runs.
  static func indexing() throws -> Workload {
    Workload(
      name: "indexing", image: try journal(segmentBytes: 900),
      limits: .samples(Workload.samplesPerCrash),
      limitsWithin: .samples(1),
      run: { stage in
        for number in 0..<7 {
          // A new writer checks the journal's length first.
          var writer = try JournalWriter.open(stage.directory, wait: 0)
          writer.indexSizes = indexSizes
          try record(number, with: &writer, on: stage)
          var reader = try JournalReader.open(stage.directory, wait: 0)
          try show(&reader, on: stage)
        }
      },
      again: { directory in try buildIndex(of: directory) },
      fold: sum, inspect: LookupCheck.wrong)
  }

  static func record(
    _ number: Int, with writer: inout JournalWriter, on stage: Stage
  ) throws(JournalError) {
    let label = "a\(number)"
    let count = 1 + number % 3
    stage.note(.issued(label, events: count))
    try writer.batch { (writer) throws(JournalError) in
      let events = (0..<count).map { index in
        NewEvent(
          type: index == 0 ? "test.happened" : "test.followed",
          tags: [Tag(rawValue: label), Tag("item", String(number % 4))],
          data: Array(#"{"n":\#(index)}"#.utf8))
      }
      try writer.append(
        events, at: start, cause: Cause(command: "test.do", id: "c\(number % 5)"))
    }
    stage.note(.acknowledged(label))
  }

  /// Builds the index completely, starting from any remaining runs.
  static func buildIndex(of directory: JournalDirectory) throws {
    var writer = try JournalWriter.open(directory, wait: 0)
    let building = IndexBuilding(
      directory, journal: writer.manifest.journal, sizes: indexSizes)
    // A lookup detects invalid runs.
    _ = try writer.reader.first(ofCommand: "c0")
    while try building.extend(with: &writer.reader) {}
    if let wrong = try LookupCheck.wrong(in: directory) { throw WrongLookup(description: wrong) }
  }
}

struct WrongLookup: Error, CustomStringConvertible { let description: String }
