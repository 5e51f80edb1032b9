import TestSupport
import Testing

@testable import EventStore

/// The implementations of the log, which share one contract.
enum LogKind: CaseIterable, Sendable, CustomTestStringConvertible {
  case memory, journal, journalOfTinySegments

  var testDescription: String {
    switch self {
    case .memory: "in memory"
    case .journal: "in files"
    case .journalOfTinySegments: "in tiny files"
    }
  }

  func make() async throws -> LogUnderTest {
    let clock = { @Sendable in TestJournal.start }
    if self == .memory { return LogUnderTest(log: MemoryLog(clock: clock), journal: nil) }
    let journal = try TestJournal(segmentBytes: self == .journal ? 16 << 20 : 300)
    let log = try await Journal.open(journal.directory, clock: clock)
    return LogUnderTest(log: log, journal: journal)
  }
}

struct LogUnderTest: Sendable {
  let log: any EventLog
  /// The journal on disk, if any.
  let journal: TestJournal?

  @discardableResult
  func append(_ events: NewEvent..., if condition: AppendCondition? = nil) async throws
    -> ClosedRange<Int>?
  {
    let positions = try await log.append(events, if: condition)
    return positions.map { $0.lowerBound.rawValue...$0.upperBound.rawValue }
  }

  func read(
    _ query: Query = .everything, after position: Int = 0, limit: Int? = nil,
    backwards: Bool = false
  ) async throws -> Found {
    let result = try await log.read(
      query, after: Position(position), limit: limit, backwards: backwards)
    return Found(
      positions: result.events.map(\.position.rawValue), head: result.head?.rawValue)
  }

  func isRefused(_ query: Query, after position: Int = 0) async throws -> Bool {
    let condition = AppendCondition(noneMatch: query, after: Position(position))
    do throws(JournalError) {
      try await log.append([event("Tried")], if: condition)
      return false
    } catch {
      guard error == .conditionFailed else { throw error }
      return true
    }
  }
}

struct Found: Equatable {
  var positions: [Int]
  var head: Int?
}

func event(_ type: String, _ tags: String..., data: String = "{}") -> NewEvent {
  NewEvent(
    type: EventType(rawValue: type), tags: tags.map(Tag.init(rawValue:)), data: json(data))
}

func query(_ types: [String] = [], _ tags: String...) -> Query {
  Query([
    Query.Item(
      types: types.map(EventType.init(rawValue:)), tags: tags.map(Tag.init(rawValue:)))
  ])
}
