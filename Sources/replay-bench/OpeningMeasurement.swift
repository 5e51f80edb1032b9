import EventChecking
import EventEngine
import ReplayToolKit

/// The duration of opening a journal and of searching for an absent tag.
struct OpeningMeasurement {
  private let directory: JournalDirectory
  private static let runs = 9

  init(_ directory: JournalDirectory) { self.directory = directory }

  func measure(_ figures: inout Figures) throws {
    func add(_ name: String, _ title: String, _ measure: () throws -> Double) rethrows {
      let seconds = try Figures.median(of: Self.runs, measure)
      figures.add("\(name)Milliseconds", title, seconds * 1e3, "ms", digits: 3)
    }
    var events = 0
    try add("openReading", "open for reading") {
      try Figures.time { events = try JournalReader.open(directory).head.rawValue }
    }
    try add("openAppending", "open for appending") {
      try Figures.time { _ = try JournalWriter.open(directory).head }
    }
    try add("missingTag", "look for a tag that is missing") {
      var reader = try JournalReader.open(directory)
      return try Figures.time {
        try reader.forEach(.of([], Tag("nobody", "nowhere"))) { _ in true }
      }
    }
    figures.add("events", "events", Double(events), "")
  }
}
