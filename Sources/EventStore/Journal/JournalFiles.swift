import Synchronization

/// The blocking side of a `Journal`: a writer and a reader, each used by one thread.
final class JournalFiles: Sendable {
  private let directory: JournalDirectory
  private let wait: Int
  private let clock: @Sendable () -> Timestamp
  private let writer = Mutex<JournalWriter?>(nil)
  private let reader = Mutex(Reading())

  private struct Reading: ~Copyable, Sendable {
    var reader: JournalReader?
    /// What a reader that failed had seen: the next one must find it.
    var point: JournalPoint?
    var isClosed = false
  }

  init(_ directory: JournalDirectory, wait: Int, clock: @escaping @Sendable () -> Timestamp) {
    self.directory = directory
    self.wait = wait
    self.clock = clock
  }

  private var closed: JournalError {
    .storageFailed(doing: "using", path: directory.path, .closedFile)
  }

  // MARK: - Appending

  func openWriter() throws(JournalError) {
    try writer.withLock { (writer) throws(JournalError) in
      writer = try JournalWriter.open(directory, wait: wait)
    }
  }

  func closeWriter() { writer.withLock { $0 = nil } }

  /// Decides the appends in order and writes those whose conditions hold, all in one batch.
  ///
  /// - Returns: the outcomes of the first of them; fewer than all where the batch became too large.
  func decide(
    _ appends: [(events: [NewEvent], condition: AppendCondition?)]
  ) -> [WaitingAppend.Outcome] {
    var outcomes: [WaitingAppend.Outcome] = []
    do throws(JournalError) {
      try writer.withLock { (writer) throws(JournalError) in
        guard writer != nil else { throw closed }
        var conditions: [Result<AppendCondition?, JournalError>] = []
        for append in appends {
          conditions.append(try writer?.checkAhead(append.condition) ?? .success(nil))
        }
        try writer?.record { (writer) throws(JournalError) in
          let time = clock()
          for (append, condition) in zip(appends, conditions) {
            if !outcomes.isEmpty && writer.isBatchFull { return }
            outcomes.append(.failure(.conditionFailed))
            outcomes[outcomes.count - 1] = try Self.outcome(
              of: append.events, if: condition, at: time, &writer)
          }
        }
      }
      return outcomes
    } catch {
      // Nothing is known of what the conditions saw either.
      let count = outcomes.isEmpty ? appends.count : outcomes.count
      return Array(repeating: .failure(error), count: count)
    }
  }

  /// What is left to do behind a batch, once its appends are answered.
  func extendIndex() { writer.withLock { $0?.extendIndex() } }

  /// - Throws: what concerns the whole batch.
  private static func outcome(
    of events: [NewEvent], if condition: Result<AppendCondition?, JournalError>,
    at time: Timestamp, _ writer: inout JournalWriter
  ) throws(JournalError) -> WaitingAppend.Outcome {
    do throws(JournalError) {
      let places = try writer.append(events, at: time, if: condition.get())
      guard let first = places.first, let last = places.last else { return .success(nil) }
      return .success(first.position...last.position)
    } catch {
      switch error {
      case .conditionFailed, .tooLarge: return .failure(error)
      default: throw error
      }
    }
  }

  // MARK: - Reading

  func closeReader() {
    reader.withLock { reading in
      reading.reader = nil
      reading.isClosed = true
    }
  }

  func head() throws(JournalError) -> Position {
    try withReader { (reader) throws(JournalError) in reader.head }
  }

  func read(
    _ query: Query, after position: Position, limit: Int?, backwards: Bool
  ) throws(JournalError) -> ReadResult {
    try withReader { (reader) throws(JournalError) in
      var result = ReadResultBuilder(limit: limit)
      if !result.isFull && backwards {
        try reader.forEachBackwards(query, after: position) { result.add($0) }
      } else if !result.isFull {
        try reader.forEach(query, after: position) { result.add(StoredEvent($0)) }
      }
      return result.result(head: reader.head)
    }
  }

  /// Lends a reader that has seen everything there is.
  private func withReader<Value: Sendable>(
    _ body: (inout JournalReader) throws(JournalError) -> Value
  ) throws(JournalError) -> Value {
    try reader.withLock { (reading) throws(JournalError) in
      if reading.isClosed { throw closed }
      var reader: JournalReader
      if let open = reading.reader.take() {
        reader = open
        reading.point = reader.point
        try reader.refresh(wait: wait)
      } else {
        reader = try JournalReader.open(directory, wait: wait)
        if let point = reading.point { try reader.requireContinuation(of: point) }
      }
      var value = try body(&reader)
      while try reader.wasDisturbed(wait: wait) { value = try body(&reader) }
      reading.reader = consume reader
      return value
    }
  }
}
