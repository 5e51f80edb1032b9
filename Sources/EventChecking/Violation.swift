/// A broken law.
public struct Violation: Error, Hashable, Sendable {
  /// The law. A simpler story must break the same one.
  public let law: String
  /// A description of the violation.
  public let detail: String

  /// Creates a violation of a law.
  package init(_ law: String, _ detail: String) {
    self.law = law
    self.detail = detail
  }
}
