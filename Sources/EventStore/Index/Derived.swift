/// What is made from the journal, and made anew when it is missing.
enum Derived {
  /// What `body` gives, nil where it fails: nobody depends on it, and the journal is read instead.
  @discardableResult
  static func attempt<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch { return nil }
  }
}
