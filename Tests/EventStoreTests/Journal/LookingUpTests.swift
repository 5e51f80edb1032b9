import EventStore
import Foundation
import Testing

/// Finding events by time and by id.
@Suite struct LookingUpTests {
  /// Ten batches of seven events in small segments; two batches share each timestamp.
  private func makeJournal(at path: String) throws -> (JournalDirectory, [Timestamp], [EventID]) {
    let directory = JournalDirectory(path)
    try directory.create(
      JournalSettings(segmentBytes: 1024), at: Timestamp(rawValue: 0))
    var writer = try JournalWriter.open(directory)
    var times: [Timestamp] = []
    var ids: [EventID] = []
    for batch in 0..<10 {
      try writer.begin()
      for index in 0..<7 {
        let time = Timestamp(rawValue: Int64(batch * 100 + max(1, index) * 10))
        let places = try writer.append([NewEvent(type: "Ticked")], at: time)
        times += places.map(\.time)
        ids += places.map(\.id)
      }
      try writer.commit()
    }
    return (directory, times, ids)
  }

  private func inFolder(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.path + "/replay-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  @Test func `as of an instant covers all events not later than it`() throws {
    try inFolder { path in
      let (directory, times, _) = try makeJournal(at: path)
      var reader = try JournalReader.open(directory)
      #expect(reader.segmentCount > 3)
      for milliseconds in stride(from: Int64(-5), through: 1005, by: 5) {
        let instant = Timestamp(rawValue: milliseconds)
        let expected = times.count { $0 <= instant }
        #expect(try reader.position(asOf: instant) == Position(expected))
      }
      #expect(try reader.time(at: Position(70)) == times[69])
      #expect(try reader.time(at: Position(71)) == nil)
      #expect(try reader.time(at: .start) == nil)
    }
  }

  @Test func `a command is found by its id, also by one with escapes`() throws {
    try inFolder { path in
      let directory = JournalDirectory(path)
      try directory.create(JournalSettings(), at: Timestamp(rawValue: 0))
      let ids = [#"a"b"#, #"a\"b"#, #"a\b"#, "a\nb", #"a\nb"#, "a/b"]
      var writer = try JournalWriter.open(directory)
      for id in ids {
        try writer.begin()
        let cause = Cause(command: "tick", id: id)
        _ = try writer.append(
          [NewEvent(type: "Ticked")], at: Timestamp(rawValue: 10), cause: cause)
        try writer.commit()
      }
      var reader = try JournalReader.open(directory)
      for (index, id) in ids.enumerated() {
        #expect(try reader.first(ofCommand: id) == Position(index + 1))
      }
    }
  }

  @Test func `an event is found by its id, even if it was appended later`() throws {
    try inFolder { path in
      let (directory, _, ids) = try makeJournal(at: path)
      var reader = try JournalReader.open(directory)
      var known = EventIDs()
      for (index, id) in ids.enumerated() {
        #expect(try known.position(of: id, with: &reader) == Position(index + 1))
      }
      var writer = try JournalWriter.open(directory)
      try writer.begin()
      let place = try writer.append([NewEvent(type: "Ticked")], at: Timestamp(rawValue: 2000))[0]
      try writer.commit()
      #expect(try known.position(of: place.id, with: &reader) == nil)
      try reader.refresh()
      #expect(try known.position(of: place.id, with: &reader) == Position(71))
    }
  }

  @Test func `repeated lookups resume from the end of the last one`() throws {
    try inFolder { path in
      let directory = JournalDirectory(path)
      try directory.create(JournalSettings(), at: Timestamp(rawValue: 0))
      var writer = try JournalWriter.open(directory)
      try writer.begin()
      for count in [1, 2, 1, 3, 1] {
        let events = Array(repeating: NewEvent(type: "Ticked"), count: count)
        try writer.append(events, at: Timestamp(rawValue: 0))
      }
      try writer.commit()
      var reader = try JournalReader.open(directory)
      try reader.forEach { _ in true }
      for (first, count) in [(1, 1), (2, 2), (4, 1), (5, 3), (8, 1), (2, 2), (1, 1)] {
        var found: [Position] = []
        try reader.forEach(after: Position(first - 1)) { view in
          if view.index == 1 && !found.isEmpty { return false }
          found.append(view.position)
          return true
        }
        #expect(found == (first..<first + count).map { Position($0) })
      }
    }
  }
}
