import EventEngine
import TestSupport
import Testing

/// The contract of the backends: lock, catch up, decide, commit, follow.
@Suite struct BackendTests {
  @Test(arguments: EngineKind.allCases)
  func `a batch becomes visible as a whole when it is committed`(_ kind: EngineKind) throws {
    let bench = try EngineBench(kind)
    try Self.commits(
      JournalWriter.open(bench.directory), JournalWriter.open(bench.directory),
      JournalReader.open(bench.directory))
  }

  @Test func `a journal in an array fulfils the contract`() throws {
    let bench = try EngineBench(.memory)
    let lines = ListBackend.Lines()
    try Self.commits(
      ListBackend(lines, like: bench.directory), ListBackend(lines, like: bench.directory),
      ListBackend(lines, like: bench.directory))
  }

  private static func commits<
    Backend: JournalBackend & ~Copyable, Source: FollowingSource & ~Copyable
  >(
    _ one: consuming Backend, _ other: consuming Backend, _ source: consuming Source
  ) throws(JournalError) {
    var first = one
    var second = other
    var reader = source
    try first.begin()
    _ = try first.appendEncoded(
      [event("A"), event("B")], at: EngineBench.start, cause: nil, if: nil)
    expect(first.head, 2)
    try first.commit()
    expect(reader.recordedHead, .start)
    try reader.refresh(wait: 1000)
    expect(reader.recordedHead, 2)
    // The next batch is up to date, and its condition covers its own appends.
    try second.begin()
    expect(second.head, 2)
    let free = AppendCondition(noneMatch: query(["C"]), after: 2)
    _ = try second.appendEncoded([event("C")], at: EngineBench.start, cause: nil, if: free)
    do throws(JournalError) {
      _ = try second.appendEncoded([event("C")], at: EngineBench.start, cause: nil, if: free)
      Issue.record("the condition was not checked")
    } catch { #expect(error == .conditionFailed) }
    // No event of an abandoned batch is recorded.
    second.abandon()
    try first.begin()
    expect(first.head, 2)
    first.abandon()
    var seen: [Int] = []
    try reader.forEach(.everything, after: 0, through: nil) { (view) throws(JournalError) in
      seen.append(view.position.rawValue)
      return true
    }
    #expect(seen == [1, 2])
  }

  private static func expect(
    _ position: Position, _ expected: Position, at place: SourceLocation = #_sourceLocation
  ) { #expect(position == expected, sourceLocation: place) }
}
