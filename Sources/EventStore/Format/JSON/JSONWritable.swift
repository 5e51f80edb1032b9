/// A value that can be written as a member of a JSON object. The compiler
/// resolves the calls.
public protocol JSONWritable: Encodable {
  /// The error for values that cannot be written; `Never` if all can.
  associatedtype WritingError: Error = Never

  /// Writes the key and the value.
  func write(as key: StaticString, to members: inout ObjectWriter) throws(WritingError)
}

extension String: JSONWritable {
  @inlinable
  public func write(as key: StaticString, to members: inout ObjectWriter) {
    members.key(key)
    members.string(self)
  }
}

extension Int: JSONWritable {
  @inlinable
  public func write(as key: StaticString, to members: inout ObjectWriter) {
    members.key(key)
    members.integer(self)
  }
}

extension Bool: JSONWritable {
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

extension CalendarDay: JSONWritable {}
extension Timestamp: JSONWritable {}

/// A ``FastEncodable`` member is written as a nested object.
extension FastEncodable {
  @inlinable
  public func write(
    as key: StaticString, to members: inout ObjectWriter
  ) throws(PayloadEncodingError) {
    try members.object(key) { (members) throws(PayloadEncodingError) in try write(to: &members) }
  }
}
