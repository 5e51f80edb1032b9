import EventEngine
import TestSupport
import Testing

/// The backends of an engine. One contract suite holds for all.
enum EngineKind: CaseIterable, Sendable, CustomTestStringConvertible {
  case memory, files, tinySegments
  #if PostgreSQL
    case postgreSQL
  #endif

  /// The backends whose files a test can make fail.
  static let onFiles = [EngineKind.memory, .files, .tinySegments]

  var testDescription: String {
    switch self {
    case .memory: "in memory"
    case .files: "in files"
    case .tinySegments: "in tiny files"
    #if PostgreSQL
      case .postgreSQL: "in PostgreSQL"
    #endif
    }
  }

  func make() async throws -> EngineUnderTest {
    let bench = try EngineBench(self)
    return EngineUnderTest(engine: try await bench.open(), bench: bench)
  }
}

/// A journal for one test, which any number of engines may open like separate processes.
struct EngineBench: Sendable {
  static let start = instant("2024-07-12T09:00:00Z")

  let files: FaultyFileSystem
  let directory: JournalDirectory
  /// Removed with the last reference; nil for a journal in memory.
  private let folder: TemporaryFolder?
  #if PostgreSQL
    /// Nil for a journal of files.
    private let database: TestDatabase?
  #endif

  init(_ kind: EngineKind) throws {
    folder = kind == .memory ? nil : try TemporaryFolder()
    files = FaultyFileSystem(kind == .memory ? MemoryFileSystem() : SystemFileSystem())
    let inFiles = JournalDirectory(folder?.path("journal") ?? "journal", files: files)
    #if PostgreSQL
      database = kind == .postgreSQL ? try TestDatabase() : nil
      directory = try database?.directory() ?? inFiles
    #else
      directory = inFiles
    #endif
    try directory.create(
      JournalSettings(
        timeZone: .utc, passwordIterations: 1,
        segmentBytes: kind == .tinySegments ? 300 : JournalSettings.defaultSegmentBytes),
      at: Self.start)
    files.heal()
  }

  /// The path of the first segment.
  var segment: String { "\(directory.segmentsPath)/00000000000000000001.jsonl" }

  /// - Parameter wait: the timeout of the lock, in milliseconds.
  func open(wait: Int = 5000) async throws(JournalError) -> Engine {
    var options = Engine.Options()
    options.wait = wait
    // The folder exists as long as an engine has it open.
    options.clock = { [folder] in withExtendedLifetime(folder) { Self.start } }
    return try await Engine.open(directory, domains: [.seats], options: options)
  }

  /// The number of calls of one kind on segments since the last failure rule was set.
  func count(_ step: FaultyFileSystem.Step) -> Int {
    files.calls.filter { $0.step == step && $0.path.hasPrefix(directory.segmentsPath + "/") }.count
  }
}

struct EngineUnderTest: Sendable {
  let engine: Engine
  let bench: EngineBench

  @discardableResult
  func append(_ events: NewEvent..., if condition: AppendCondition? = nil) async throws
    -> ClosedRange<Int>?
  {
    let positions = try await engine.append(events, if: condition)
    return positions.map { $0.lowerBound.rawValue...$0.upperBound.rawValue }
  }

  func read(
    _ query: Query = .everything, after position: Int = 0, limit: Int? = nil,
    backwards: Bool = false
  ) async throws -> Found {
    let result = try await engine.read(
      query, after: Position(position), limit: limit, backwards: backwards)
    return Found(
      positions: result.events.map(\.position.rawValue), head: result.head?.rawValue)
  }

  func isRefused(_ query: Query, after position: Int = 0) async throws -> Bool {
    let condition = AppendCondition(noneMatch: query, after: Position(position))
    do {
      try await engine.append([event("Tried")], if: condition)
      return false
    } catch JournalError.conditionFailed { return true }
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

func json(_ text: String) -> [UInt8] { Array(text.utf8) }
