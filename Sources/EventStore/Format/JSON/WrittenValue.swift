/// A value that can be written as a member, in one way that is known when compiling.
public protocol WrittenValue: Encodable {
  /// What is wrong with values that cannot be written; `Never` where all can.
  associatedtype WritingError: Error = Never

  func write(as key: StaticString, to members: inout WrittenMembers) throws(WritingError)
}

extension String: WrittenValue {
  @inlinable
  public func write(as key: StaticString, to members: inout WrittenMembers) {
    members.key(key)
    members.string(self)
  }
}

extension Int: WrittenValue {
  @inlinable
  public func write(as key: StaticString, to members: inout WrittenMembers) {
    members.key(key)
    members.integer(self)
  }
}

extension Bool: WrittenValue {
  @inlinable
  public func write(as key: StaticString, to members: inout WrittenMembers) {
    members.key(key)
    members.word(self ? "true" : "false")
  }
}

extension CalendarDay: WrittenValue {
  @inlinable
  public func write(
    as key: StaticString, to members: inout WrittenMembers
  ) throws(PayloadEncodingError) {
    try members.text(key, self)
  }
}

extension Timestamp: WrittenValue {
  @inlinable
  public func write(
    as key: StaticString, to members: inout WrittenMembers
  ) throws(PayloadEncodingError) {
    try members.text(key, self)
  }
}

/// An object inside the object.
extension WrittenShape {
  @inlinable
  public func write(
    as key: StaticString, to members: inout WrittenMembers
  ) throws(PayloadEncodingError) {
    try members.object(key) { (members) throws(PayloadEncodingError) in try write(to: &members) }
  }
}
