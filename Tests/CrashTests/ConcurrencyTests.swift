import Synchronization
import TestSupport
import Testing

@testable import EventStore

/// Concurrent writers, and the results without the lock and without conditions.
@Suite struct ConcurrencyTests {
  /// Books every seat from several concurrent writers with the same condition. Returns the recorded
  /// seats in order of position.
  private func bookSeats(_ seats: Int, _ writers: Int, isConditional: Bool) async throws -> [String]
  {
    let disk = SimulatedDisk(try Workload.journal(segmentBytes: 2000))
    for seat in 0..<seats {
      let tag = EventStore.Tag(rawValue: "seat:\(seat)")
      let free = AppendCondition(noneMatch: Query([.init(tags: [tag])]), after: .start)
      await withTaskGroup(of: Void.self) { group in
        for writer in 0..<writers {
          group.addTask {
            let label = EventStore.Tag(rawValue: "taker:\(seat)-\(writer)")
            try? Self.append(tag, label, if: isConditional ? free : nil, on: disk)
          }
        }
      }
    }
    var booked: [String] = []
    var reader = try JournalReader.open(Workload.directory(disk))
    try reader.forEach { (view) throws(JournalError) in
      booked.append(view.tags[0].rawValue)
      return true
    }
    return booked
  }

  private static func append(
    _ tag: EventStore.Tag, _ label: EventStore.Tag, if condition: AppendCondition?,
    on disk: SimulatedDisk
  ) throws {
    var writer = try JournalWriter.open(Workload.directory(disk))
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(
        [NewEvent(type: "seat.taken", tags: [tag, label])], at: Workload.start, if: condition)
    }
  }

  @Test func `a seat is booked once, and without the condition by every writer`() async throws {
    let booked = try await bookSeats(10, 6, isConditional: true)
    #expect(booked == (0..<10).map { "seat:\($0)" })
    let overbooked = try await bookSeats(10, 6, isConditional: false)
    #expect(overbooked.count == 60)
  }

  /// Overlaps the batches of two writers. Returns the acknowledged and the recorded labels.
  private func overlap(_ files: any FileSystem) -> (acknowledged: [String], recorded: [String]) {
    var acknowledged: [String] = []
    var recorded: [String] = []
    do {
      let directory = Workload.directory(files)
      var one = try JournalWriter.open(directory, wait: 0)
      var other = try JournalWriter.open(directory, wait: 0)
      let event = { (label: String) in
        [NewEvent(type: "test.happened", tags: [EventStore.Tag(rawValue: label)])]
      }
      try one.begin()
      try one.append(event("one"), at: Workload.start)
      do {
        try other.begin()
        try other.append(event("other"), at: Workload.start)
        try one.commit()
        acknowledged.append("one")
        try other.commit()
        acknowledged.append("other")
      } catch JournalError.busy {
        try one.commit()
        acknowledged.append("one")
      }
      recorded = try directory.labels(try Workload.appending())
    } catch { recorded.append("\(error)") }
    return (acknowledged, recorded)
  }

  @Test func `batches don't overlap, and without the lock an acknowledged append is lost`() throws {
    let image = try Workload.journal()
    let locked = overlap(SimulatedDisk(image))
    #expect(locked.acknowledged == ["one"] && locked.recorded == ["one"])
    let unlocked = overlap(
      SubstitutingFileSystem(SimulatedDisk(image), hasNoLocks: true))
    #expect(
      unlocked.acknowledged == ["one", "other"] && unlocked.recorded != unlocked.acknowledged)
  }

  @Test func `readers see whole prefixes during appends and segment rolls`() async throws {
    let folder = try TemporaryFolder()
    let directory = JournalDirectory(folder.path("journal"))
    try directory.create(Workload.settings(segmentBytes: 3000), at: Workload.start)
    let writers = 4
    let finished = Finished()
    let reads = try await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask { try await Self.readRepeatedly(directory) { finished.count < writers } }
      for number in 0..<writers {
        group.addTask {
          defer { finished.add() }
          for step in 0..<25 {
            // Opened for each append, as separate processes would.
            var writer = try JournalWriter.open(directory)
            try writer.batch { (writer) throws(JournalError) in
              let append = Workload.Append(label: "w\(number)-\(step)", events: 1 + step % 3)
              try writer.append(append.newEvents, at: Workload.start)
            }
            await Task.yield()
          }
          return 0
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(reads > 1)
    let labels = try directory.labels(try Workload.appending()).runs
    for number in 0..<writers {
      let own = labels.filter { $0.label.hasPrefix("w\(number)-") }
      #expect(own.map(\.label) == (0..<25).map { "w\(number)-\($0)" })
      #expect(own.map(\.count) == (0..<25).map { 1 + $0 % 3 })
    }
    #expect(try directory.verify().damages == [])
  }

  /// Pauses between the reads, since a read takes longer than an append.
  ///
  /// - Returns: the number of reads.
  private static func readRepeatedly(
    _ directory: JournalDirectory, while shouldContinue: () -> Bool
  ) async throws -> Int {
    var longLived = try JournalReader.open(directory)
    var seen: [EventID] = []
    var reads = 0
    while shouldContinue() {
      var fresh = try JournalReader.open(directory)
      try longLived.refresh()
      for ids in [try wholeIDs(&fresh), try wholeIDs(&longLived)] {
        #expect(ids.starts(with: seen))
        seen = ids
      }
      reads += 1
      try await Task.sleep(for: .milliseconds(20))
    }
    return reads
  }

  private static func wholeIDs(_ reader: inout JournalReader) throws -> [EventID] {
    var ids: [EventID] = []
    var isWhole = true
    try reader.forEach { (view) throws(JournalError) in
      ids.append(view.id)
      isWhole = view.index == view.count && view.position.rawValue == ids.count
      return true
    }
    #expect(isWhole)
    return ids
  }
}

/// The number of finished writers.
private final class Finished: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}
