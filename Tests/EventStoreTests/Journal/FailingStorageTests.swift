import TestSupport
import Testing

@testable import EventStore

/// Full and failing disks, at every step.
@Suite struct FailingStorageTests {
  /// The appends that a journal must or may hold after failures.
  private struct Expected {
    var acknowledged: [String] = []
    /// The outcome of the append is unknown.
    var unknown: [String] = []
    /// The append is certainly not recorded.
    var failed: [String] = []
  }

  private static let writeErrors: [SystemError] = [.noSpace, .inputOutput, .interrupted]

  /// Skips real syncs, which only take time.
  private static func unlessSync(_ call: FaultyFileSystem.Call) -> FaultyFileSystem.Fault? {
    call.step == .sync || call.step == .syncDirectory ? .noEffect : nil
  }

  private func event(_ name: String) -> NewEvent {
    NewEvent(type: "test.happened", tags: [Tag("name", name)])
  }

  /// Creates, appends, rolls, appends and reads, and continues after failures.
  private func run(
    _ directory: JournalDirectory, _ expected: inout Expected
  ) -> [JournalError] {
    var errors: [JournalError] = []
    func attempt<Value: ~Copyable>(_ body: () throws(JournalError) -> Value) -> Value? {
      do throws(JournalError) { return try body() } catch {
        errors.append(error)
        return nil
      }
    }
    let settings = JournalSettings(timeZone: .utc, passwordIterations: 1, segmentBytes: 400)
    while attempt({ () throws(JournalError) in
      try directory.create(settings, at: TestJournal.start)
    }) == nil, errors.count < 5 {}
    var writer = attempt { () throws(JournalError) in try JournalWriter.open(directory, wait: 0) }
    for number in 1...7 {
      // A writer continues after a failure. If none could be opened, another attempt is made.
      if writer == nil {
        writer = attempt { () throws(JournalError) in try JournalWriter.open(directory, wait: 0) }
      }
      let name = "e\(number)"
      let error = failure { () throws(JournalError) in
        guard writer != nil else { throw .missing(path: "") }
        try writer?.batch { (writer) throws(JournalError) in
          try writer.append([event("\(name)a"), event("\(name)b")], at: TestJournal.start)
        }
      }
      switch error {
      case nil:
        // Earlier unknown outcomes are resolved by now.
        expected.acknowledged += ["\(name)a", "\(name)b"]
      case .outcomeUnknown?:
        expected.unknown.append(name)
        errors += error.map { [$0] } ?? []
      case let error?:
        expected.failed += ["\(name)a", "\(name)b"]
        errors.append(error)
      }
      _ = attempt { () throws(JournalError) in
        var reader = try JournalReader.open(directory, wait: 0)
        _ = try reader.positions()
      }
    }
    return errors
  }

  private func check(_ expected: Expected, _ directory: JournalDirectory, _ comment: Comment) throws
  {
    // The next process sees the acknowledged and only whole appends, and can append.
    let quiet = JournalDirectory(directory.path)
    _ = try quiet.create(
      JournalSettings(timeZone: .utc, passwordIterations: 1, segmentBytes: 400),
      at: TestJournal.start)
    var writer = try JournalWriter.open(quiet, wait: 0)
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([event("last")], at: TestJournal.start)
    }
    var names: [String] = []
    var reader = try JournalReader.open(quiet, wait: 0)
    try reader.forEach { (view) throws(JournalError) in
      names.append(String(view.tags[0].rawValue.dropFirst(5)))
      return true
    }
    let unknown = expected.unknown.flatMap { ["\($0)a", "\($0)b"] }
    #expect(names.filter { !unknown.contains($0) } == expected.acknowledged + ["last"], comment)
    #expect(Set(names).isDisjoint(with: expected.failed), comment)
    // Each of them is completely present or absent.
    for name in expected.unknown {
      #expect(names.contains("\(name)a") == names.contains("\(name)b"), comment)
    }
    #expect(try quiet.verify().damages == [], comment)
  }

  @Test(arguments: writeErrors)
  func `every single failure is survived`(_ error: SystemError) throws {
    for number in Effort.current.steps(every: 14) {
      let folder = try TemporaryFolder()
      let files = FaultyFileSystem()
      files.fail { call in
        guard call.number == number else { return Self.unlessSync(call) }
        return call.step == .write ? .shortWrite(number * 37 % 300, error) : .error(error)
      }
      let directory = JournalDirectory(folder.path("journal"), files: files)
      var expected = Expected()
      let errors = run(directory, &expected)
      let failed = files.calls.count >= number ? files.calls[number - 1] : nil
      let comment: Comment = "call \(number): \(String(describing: failed)), \(errors)"
      for found in errors {
        switch found {
        case .storageFailed(_, _, error), .cannotCreate(_, error), .outcomeUnknown(_, error): break
        default: Issue.record("\(found) \(comment)")
        }
      }
      // A failed call is not repeated endlessly.
      #expect(errors.count <= 2, comment)
      if failed == nil {
        #expect(errors.isEmpty && expected.acknowledged.count == 14)
        break
      }
      try check(expected, directory, comment)
    }
  }

  @Test func `everything fails from some step on, until the disk is replaced`() throws {
    for number in Effort.current.steps(every: 14) {
      let folder = try TemporaryFolder()
      let files = FaultyFileSystem()
      // Locks and reads still succeed: the disk is full or cannot be written.
      let spared: Set<FaultyFileSystem.Step> = [.lock, .read, .status, .exists, .names]
      files.fail { call in
        guard call.number >= number, !spared.contains(call.step) else {
          return Self.unlessSync(call)
        }
        if case .open(let purpose) = call.step, purpose != .creating { return nil }
        return call.step == .write ? .shortWrite(number * 41 % 400, .noSpace) : .error(.noSpace)
      }
      let directory = JournalDirectory(folder.path("journal"), files: files)
      var expected = Expected()
      let errors = run(directory, &expected)
      let comment: Comment = "from call \(number) on: \(errors)"
      if errors.isEmpty { break }
      try check(expected, directory, comment)
    }
  }
}
