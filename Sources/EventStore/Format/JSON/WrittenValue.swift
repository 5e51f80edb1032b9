/// A value that can be written as a member of a JSON object. The compiler selects the function, so
/// none has to be looked up when the program runs.
public protocol WrittenValue: Encodable {
  /// The error for values that cannot be written; `Never` if all can.
  associatedtype WritingError: Error = Never

  /// Writes the key and the value.
  func write(as key: StaticString, to members: inout ObjectWriter) throws(WritingError)
}

extension String: WrittenValue {
  @inlinable
  public func write(as key: StaticString, to members: inout ObjectWriter) {
    members.key(key)
    members.string(self)
  }
}

extension Int: WrittenValue {
  @inlinable
  public func write(as key: StaticString, to members: inout ObjectWriter) {
    members.key(key)
    members.integer(self)
  }
}

extension Bool: WrittenValue {
  @inlinable
  public func write(as key: StaticString, to members: inout ObjectWriter) {
    members.key(key)
    members.word(self ? "true" : "false")
  }
}

extension FourDigitYears {
  @inlinable
  public func write(
    as key: StaticString, to members: inout ObjectWriter
  ) throws(PayloadEncodingError) {
    guard isRepresentable else { return try members.writeOther(key, self) }
    members.key(key)
    members.append(self)
  }
}

extension CalendarDay: WrittenValue {}
extension Timestamp: WrittenValue {}

/// A ``FastEncodable`` member is written as a nested object.
extension FastEncodable {
  @inlinable
  public func write(
    as key: StaticString, to members: inout ObjectWriter
  ) throws(PayloadEncodingError) {
    try members.object(key) { (members) throws(PayloadEncodingError) in try write(to: &members) }
  }
}
