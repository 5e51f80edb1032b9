import TestSupport

@testable import EventStore

/// Failures of the disk and of processes before the machine fails.
extension Workload {
  /// The n-th sync fails and drops its writes. The writer continues.
  static func failingSync(_ number: Int) throws -> Workload {
    Workload(
      name: "sync \(number) fails", image: try journal(segmentBytes: 500), limits: .few,
      run: { stage in
        stage.disk.failSync(number)
        try append(4, on: stage)
      }, fold: sum)
  }

  /// The n-th call of any kind fails. The writer continues.
  static func failingCall(_ number: Int) throws -> Workload {
    let limits = CrashLimits(prefixes: 3, subsets: 3, combinations: 4)
    return Workload(
      name: "call \(number) fails", image: try journal(segmentBytes: 300), limits: limits,
      limitsWithin: limits,
      run: { stage in
        let files = FaultyFileSystem(stage.files)
        let error = [SystemError.inputOutput, .noSpace, .interrupted][number % 3]
        files.fail { call in
          guard call.number == number else { return nil }
          return call.step == .write ? .shortWrite(number * 97 % 300, error) : .error(error)
        }
        try append(2, on: Stage(stage.disk, through: files))
      }, fold: sum)
  }

  /// Appends and reads, and continues after failures.
  private static func append(_ rounds: Int, on stage: Stage) throws {
    var writer = try opened(stage)
    var reader = try openedReader(stage)
    for round in 0..<rounds {
      let one = Append(label: "a\(round)", events: 2)
      let other = Append(label: "b\(round)", events: 1)
      try failsOnDisk { () throws(JournalError) in try record(one, other, with: &writer, on: stage)
      }
      if try failsOnDisk({ () throws(JournalError) in try show(&reader, on: stage) }) {
        // A reader is not used again after a failure.
        reader = try openedReader(stage)
      }
    }
  }

  /// Opens a writer, with one retry.
  private static func opened(_ stage: Stage) throws -> JournalWriter {
    do { return try JournalWriter.open(stage.directory, wait: 0) } catch {
      return try JournalWriter.open(stage.directory, wait: 0)
    }
  }

  private static func openedReader(_ stage: Stage) throws -> JournalReader {
    do { return try JournalReader.open(stage.directory, wait: 0) } catch {
      return try JournalReader.open(stage.directory, wait: 0)
    }
  }

  /// - Returns: whether the disk failed.
  @discardableResult
  private static func failsOnDisk(_ body: () throws(JournalError) -> Void) throws -> Bool {
    do throws(JournalError) {
      try body()
      return false
    } catch {
      switch error {
      case .storageFailed, .outcomeUnknown: return true
      default: throw error
      }
    }
  }

  /// The number of calls of a process that appends twice and rolls.
  static let callsOfAProcess = 80

  /// A process dies at its n-th call and leaves all files as they are. Another one reads and
  /// appends, and then the machine fails.
  ///
  /// - Parameter thenSyncFails: whether the system fails to write the data that the process left,
  /// which it reports once, at the next sync.
  static func dyingProcess(_ number: Int, thenSyncFails: Bool = false) throws -> Workload {
    Workload(
      name: "a process dies at call \(number)" + (thenSyncFails ? ", then a sync fails" : ""),
      image: try journal(segmentBytes: 500), limits: .few,
      run: { stage in
        var writer = try JournalWriter.open(stage.directory, wait: 0)
        try record(.init(label: "a", events: 2), with: &writer, on: stage)
        try die(at: number, on: stage)
        if thenSyncFails { stage.disk.failSync(1) }
        // The reader opens first: the events that it returns must not disappear later.
        var reader = try openedReader(stage)
        // No sync has failed if no data was left. None must fail from now on.
        stage.disk.failSync(0)
        try show(&reader, on: stage)
        try record(.init(label: "d", events: 1), with: &writer, on: stage)
        try show(&reader, on: stage)
      }, fold: sum)
  }

  private static func die(at number: Int, on stage: Stage) throws {
    let files = FaultyFileSystem(stage.files)
    files.fail { call in
      guard call.number >= number else { return nil }
      let died = SystemError.inputOutput
      return call.number == number && call.step == .write
        ? .shortWrite(number * 97 % 500, died) : .error(died)
    }
    let appends = [Append(label: "b", events: 3), Append(label: "c", events: 2)]
    do {
      var writer = try JournalWriter.open(directory(files), wait: 0)
      for append in appends {
        stage.note(.issued(append.label, events: append.events))
        // The process died, so it received no result.
        stage.note(.unknown(append.label))
        try writer.batch { (writer) throws(JournalError) in
          try writer.append(append.newEvents, at: start)
        }
      }
    } catch {
      switch error {
      case .storageFailed, .outcomeUnknown: break
      default: throw error
      }
    }
  }
}
