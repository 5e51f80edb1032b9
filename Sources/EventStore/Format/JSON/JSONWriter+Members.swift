/// Members whose keys are known at compile time.
extension JSONWriter {
  /// Writes a member with a text. O(length).
  @inlinable
  package mutating func string(_ key: StaticString, _ text: String) {
    literalKey(key)
    string(text)
  }

  /// Writes a member with an integer. O(digits).
  @inlinable
  package mutating func int(_ key: StaticString, _ value: some FixedWidthInteger) {
    literalKey(key)
    int(value)
  }

  /// Writes a member with `true` or `false`.
  @inlinable
  package mutating func bool(_ key: StaticString, _ value: Bool) {
    literalKey(key)
    bool(value)
  }

  /// Writes a member with any value. O(length).
  package mutating func value(_ key: StaticString, _ value: JSONValue) {
    literalKey(key)
    self.value(value)
  }

  /// Writes a member with a complete value that is JSON already. O(length).
  @inlinable
  package mutating func raw(_ key: StaticString, _ value: some Sequence<UInt8>) {
    literalKey(key)
    raw(value)
  }

  /// Begins a member with an object.
  package mutating func beginObject(_ key: StaticString) {
    literalKey(key)
    beginObject()
  }

  /// Begins a member with an array.
  package mutating func beginArray(_ key: StaticString) {
    literalKey(key)
    beginArray()
  }
}
