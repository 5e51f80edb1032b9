import Dispatch
import EventEngine
import Testing

/// Callers that are cancelled or call after closing.
@Suite struct CancellingTests {
  @Test(arguments: EngineKind.allCases)
  func `a cancelled query ends immediately, and the engine continues`(
    _ kind: EngineKind
  ) async throws {
    let engine = try await kind.make().engine
    let gate = Gate()
    let asking = Task { try await engine.ask(GatedSeats.self, gate).seats }
    for await _ in gate.entered.stream { break }
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    gate.opened.signal()
    #expect(try await engine.ask(TakenSeats.self).seats == [])
  }

  @Test func `a call after closing fails because the engine is closed`() async throws {
    let engine = try await Engine.inMemory(domains: [.seats])
    await engine.close()
    let error = await #expect(throws: JournalError.self) { try await engine.ask(TakenSeats.self) }
    #expect(error?.description == "the engine of the journal in journal was closed")
    #expect(error?.text.ru == "движок журнала в journal закрыт")
    let data: JSONObject = ["seat": "1", "guest": "eva"]
    let take: JSONObject = ["command": "seats.take", "data": .object(data)]
    let problem = await engine.issue(.object(take)).problem
    #expect(problem?.message == "Ничего не записано: движок журнала в journal закрыт")
  }
}

/// A read model whose answer waits for a gate.
private struct GatedSeats: Projection {
  static let shape = QueryShape<Gate>(
    "seats.gated", Bilingual(ru: "Места за воротами", en: "The seats after a gate")
  ) { _ in Gate() }

  let state: TakenSeats

  init(_ state: TakenSeats) { self.state = state }

  func answer(to gate: Gate, _ context: QueryContext) -> TakenSeats.Answer {
    gate.pass()
    return TakenSeats.Answer(seats: [])
  }
}

private final class Gate: Sendable {
  let entered = AsyncStream.makeStream(of: Void.self)
  let opened = DispatchSemaphore(value: 0)

  /// Waits for the gate, but not for ever: a caller that is never resumed is a failure, too. On a
  /// busy machine, minutes may pass before the test opens it.
  func pass() {
    entered.continuation.yield()
    _ = opened.wait(timeout: .now() + 600)
  }
}
