extension PayloadOutput {
  /// Writes any value. The type checks are resolved at compile time if the type is known there.
  @inline(__always)
  func write<Value: Encodable>(_ value: Value) throws {
    let type = Value.self
    if type == String.self { return writer.string(cast(value)) }
    if type == Int.self { return writer.int(cast(value, to: Int.self)) }
    if type == Int64.self { return writer.int(cast(value, to: Int64.self)) }
    if type == Bool.self { return writer.bool(cast(value)) }
    if type == Double.self { return try number(writer.double(cast(value))) }
    if type == Int32.self { return writer.int(cast(value, to: Int32.self)) }
    if type == Int16.self { return writer.int(cast(value, to: Int16.self)) }
    if type == Int8.self { return writer.int(cast(value, to: Int8.self)) }
    if type == UInt.self { return writer.int(cast(value, to: UInt.self)) }
    if type == UInt64.self { return writer.int(cast(value, to: UInt64.self)) }
    if type == UInt32.self { return writer.int(cast(value, to: UInt32.self)) }
    if type == UInt16.self { return writer.int(cast(value, to: UInt16.self)) }
    if type == UInt8.self { return writer.int(cast(value, to: UInt8.self)) }
    if type == Float.self { return try number(writer.float(cast(value))) }
    if type == Int128.self { return writer.int(cast(value, to: Int128.self)) }
    if type == UInt128.self { return writer.int(cast(value, to: UInt128.self)) }
    if type == Position.self { return writer.int(cast(value, to: Position.self).rawValue) }
    if type == Timestamp.self { return try text(cast(value, to: Timestamp.self)) }
    if type == CalendarDay.self { return try text(cast(value, to: CalendarDay.self)) }
    try writeNested(value)
  }

  private func text<Value: FourDigitYears>(_ value: Value) throws {
    guard value.isRepresentable else { throw PayloadEncodingError(.refused(value.unwritable)) }
    writer.separate()
    writer.bytes.append(UInt8(ascii: "\""))
    unsafe writer.bytes.append(Value.textLength) { unsafe value.write(to: $0) }
    writer.bytes.append(UInt8(ascii: "\""))
    writer.separates = true
  }

  /// Casts a value to its own type, which the caller has checked.
  @inline(__always)
  func cast<Value, Same>(_ value: Value, to type: Same.Type = Same.self) -> Same {
    unsafe unsafeBitCast(value, to: type)
  }

  @inline(__always)
  private func number(_ isWritten: Bool) throws {
    if !isWritten { throw PayloadEncodingError(.notFinite) }
  }
}
