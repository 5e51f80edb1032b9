import EventStore
import Synchronization

/// The read side of an engine: a journal reader and live read models, used by one thread.
final class ReadingThread: Sendable {
  private let directory: JournalDirectory
  private let wait: Int
  private let queue = BlockingQueue("engine.read")
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var reader: JournalReader?
    var live = LiveReadModels(for: .everyQuery)
    /// The last event that a reader has read. If that reader fails, the journal that is opened next
    /// must contain this event.
    var point: JournalPoint
    var isClosed = false

    init(_ point: JournalPoint) { self.point = point }
  }

  /// - Parameter point: the last event that the writer found in the journal when it was opened.
  init(_ directory: JournalDirectory, at point: JournalPoint, wait: Int) {
    self.directory = directory
    self.wait = wait
    state = Mutex(State(point))
  }

  /// Lends an up-to-date reader and the live read models, and runs the body again if personal data
  /// was erased meanwhile. A `JournalError` closes the reader, unless it may pass; the next caller
  /// reopens it. A caller that is cancelled does not wait any longer.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (inout JournalReader, inout LiveReadModels) throws -> Value
  ) async throws -> Value {
    try await queue.runUnlessCancelled { Result { try self.withReader(body) } }.get()
  }

  private func withReader<Value: Sendable>(
    _ body: @Sendable (inout JournalReader, inout LiveReadModels) throws -> Value
  ) throws -> Value {
    try state.withLock { state -> Result<Value, any Error> in
      var reader = try open(&state)
      do {
        let result = try reader.undisturbed(wait: wait) {
          try Self.result(of: body, &$0, &state.live)
        }
        state.reader = consume reader
        return result
      } catch let error as JournalError where error.isPassing {
        state.reader = consume reader
        throw error
      }
    }.get()
  }

  /// - Throws: only `JournalError`. A refusal is a result, and so is an event that one read model
  ///   cannot decode: the reader stays usable.
  private static func result<Value: Sendable>(
    of body: @Sendable (inout JournalReader, inout LiveReadModels) throws -> Value,
    _ reader: inout JournalReader, _ live: inout LiveReadModels
  ) throws(JournalError) -> Result<Value, any Error> {
    do { return .success(try body(&reader, &live)) } catch let error as JournalError {
      if case .undecodable = error { return .failure(error) }
      throw error
    } catch { return .failure(error) }
  }

  private func open(_ state: inout State) throws(JournalError) -> JournalReader {
    guard !state.isClosed else {
      throw .closed(path: directory.path)
    }
    if var reader = state.reader.take() {
      state.point = reader.point
      do throws(JournalError) {
        try reader.requireInPlace()
        try reader.refresh(wait: wait)
      } catch {
        if error.isPassing { state.reader = consume reader }
        throw error
      }
      return reader
    }
    state.live = LiveReadModels(for: .everyQuery)
    var reader: JournalReader
    do throws(JournalError) { reader = try JournalReader.open(directory, wait: wait) } catch {
      // The engine has opened it, so there was one.
      if case .missing(let path) = error { throw .replaced(path: path) }
      throw error
    }
    try reader.requireContinuation(of: state.point)
    return reader
  }

  func close() async {
    await queue.run {
      self.state.withLock { state in
        state.reader = nil
        state.live = LiveReadModels(for: .everyQuery)
        state.isClosed = true
      }
    }
  }
}
