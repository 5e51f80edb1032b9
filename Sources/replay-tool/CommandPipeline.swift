import Commands
import EventStore
import Synchronization

/// Commands that were carried out together.
struct CarriedOut: Sendable {
  let commands: [FormedCommand]
  /// One for each command.
  let results: [CommandResult]
  /// See ``JournalWriter/repaired``.
  let repaired: [TornTail]
}

extension Engine {
  mutating func carryOut(_ commands: [FormedCommand]) -> CarriedOut {
    let results = carryOut(formed: commands)
    return CarriedOut(commands: commands, results: results, repaired: writer.repaired)
  }
}

/// Carries out batches of commands on a thread of its own, while the caller looks at the results of
/// those in front.
struct CommandPipeline {
  private let carriedOut: ReadAhead<CarriedOut>
  private let turn: Turn

  init(
    _ batches: ReadAhead<[FormedCommand]>, through engine: consuming sending Engine
  ) {
    let turn = Turn()
    self.turn = turn
    carriedOut = ReadAhead(from: engine) { engine, give in
      while let commands = try batches.next() {
        guard let batch = turn.take({ engine.carryOut(commands) }), give(batch) else { return }
      }
    }
  }

  /// What was carried out next, nil behind the last. Waits for it.
  func next() throws -> CarriedOut? { try carriedOut.next() }

  /// Waits for the batch that is being carried out, and lets no other begin: the process can end
  /// without leaving an append half written. Doesn't wait for commands.
  func stop() { turn.end() }

  /// Held while a batch is carried out.
  private final class Turn: Sendable {
    private let isOver = Mutex(false)

    func take<Result>(_ body: () -> Result) -> Result? {
      isOver.withLock { isOver in isOver ? nil : body() }
    }

    func end() { isOver.withLock { $0 = true } }
  }
}
