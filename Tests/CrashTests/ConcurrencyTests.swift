import Synchronization
import TestSupport
import Testing

@testable import EventStore

/// Writers that get in one another's way, and what would become of it without the lock or without
/// conditions.
@Suite struct ConcurrencyTests {
  /// Everybody wants the same seats, having looked at the same moment. The seats that were told to
  /// be taken, by the position that was told.
  private func takeSeats(_ seats: Int, _ takers: Int, isConditional: Bool) async throws -> [String]
  {
    let disk = SimulatedDisk(try Workload.journal(segmentBytes: 2000))
    for seat in 0..<seats {
      let tag = EventStore.Tag(rawValue: "seat:\(seat)")
      let free = AppendCondition(noneMatch: Query([.init(tags: [tag])]), after: .start)
      await withTaskGroup(of: Void.self) { group in
        for taker in 0..<takers {
          group.addTask {
            let label = EventStore.Tag(rawValue: "taker:\(seat)-\(taker)")
            try? Self.append(tag, label, if: isConditional ? free : nil, on: disk)
          }
        }
      }
    }
    var taken: [String] = []
    var reader = try JournalReader.open(Workload.directory(disk))
    try reader.forEach { (view) throws(JournalError) in
      taken.append(view.tags[0].rawValue)
      return true
    }
    return taken
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

  @Test func `a seat is taken once, and without the condition by everybody`() async throws {
    let taken = try await takeSeats(10, 6, isConditional: true)
    #expect(taken == (0..<10).map { "seat:\($0)" })
    let overbooked = try await takeSeats(10, 6, isConditional: false)
    #expect(overbooked.count == 60)
  }

  /// Two writers whose batches overlap: what each was told, and what is there.
  private func overlap(_ files: any FileSystem) -> (told: [String], found: [String]) {
    var told: [String] = []
    var found: [String] = []
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
        told.append("one")
        try other.commit()
        told.append("other")
      } catch JournalError.busy {
        try one.commit()
        told.append("one")
      }
      found = try directory.labels(try Workload.appending())
    } catch { found.append("\(error)") }
    return (told, found)
  }

  @Test func `batches don't overlap, and without the lock an answer is lost`() throws {
    let image = try Workload.journal()
    let locked = overlap(SimulatedDisk(image))
    #expect(locked.told == ["one"] && locked.found == ["one"])
    let unlocked = overlap(
      OpeningOtherwise(SimulatedDisk(image), hasNoLocks: true))
    #expect(unlocked.told == ["one", "other"] && unlocked.found != unlocked.told)
  }

  @Test func `readers see whole prefixes while many append and segments roll`() async throws {
    let folder = try TemporaryFolder()
    let directory = JournalDirectory(folder.path("journal"))
    try directory.create(Workload.settings(segmentBytes: 3000), at: Workload.start)
    let writers = 4
    let finished = Finished()
    let looks = try await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask { try Self.look(directory) { finished.count < writers } }
      for number in 0..<writers {
        group.addTask {
          defer { finished.add() }
          for step in 0..<25 {
            // Opened afresh each time, as another process would.
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
    #expect(looks > 1)
    let labels = try directory.labels(try Workload.appending()).runs
    for number in 0..<writers {
      let own = labels.filter { $0.label.hasPrefix("w\(number)-") }
      #expect(own.map(\.label) == (0..<25).map { "w\(number)-\($0)" })
      #expect(own.map(\.count) == (0..<25).map { 1 + $0 % 3 })
    }
    #expect(try directory.verify().damages == [])
  }

  /// - Returns: how often it looked.
  private static func look(
    _ directory: JournalDirectory, while isGoingOn: () -> Bool
  ) throws -> Int {
    var kept = try JournalReader.open(directory)
    var seen: [EventID] = []
    var looks = 0
    while isGoingOn() {
      var fresh = try JournalReader.open(directory)
      try kept.refresh()
      for ids in [try wholeIDs(&fresh), try wholeIDs(&kept)] {
        #expect(ids.starts(with: seen))
        seen = ids
      }
      looks += 1
    }
    return looks
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

/// How many are done.
private final class Finished: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}
