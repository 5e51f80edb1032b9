/// A law that does not hold.
public struct Violation: Error, Hashable, Sendable {
  /// Which one; a simpler story must break the same.
  public let law: String
  /// What is wrong.
  public let detail: String

  public init(_ law: String, _ detail: String) {
    self.law = law
    self.detail = detail
  }
}
