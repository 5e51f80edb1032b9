import EventEngine

/// Work on another thread.
struct Background<Result: Sendable> {
  private let work: ReadAhead<Result>

  init(_ make: @escaping @Sendable () throws -> Result) {
    work = ReadAhead(depth: 1) { give in _ = give(try make()) }
  }

  /// Waits for the result.
  func result() throws -> Result {
    guard let result = try work.next() else {
      preconditionFailure("The work ended without a result or an error.")
    }
    return result
  }
}
