import Testing

/// Runs the tool in English, whatever the language of the other tests is.
struct EnglishTool: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Tool.$locale.withValue("en") { try await function() }
  }
}

extension Trait where Self == EnglishTool {
  /// The tool speaks English.
  static var english: Self { Self() }
}
