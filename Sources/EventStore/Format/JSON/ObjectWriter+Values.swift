// One function name for all kinds of values; the compiler selects the overload.

extension ObjectWriter {
  /// Writes a text, a number, a truth value, a day, an instant or a nested object.
  @inlinable
  public mutating func write<Value: JSONWritable>(
    _ key: StaticString, _ value: Value
  ) throws(Value.WritingError) {
    try value.write(as: key, to: &self)
  }

  /// Writes an optional value of one of these types; nil as the options require.
  @inlinable
  public mutating func write<Value: JSONWritable>(
    _ key: StaticString, _ value: Value?
  ) throws(Value.WritingError) {
    if let value { try value.write(as: key, to: &self) } else { writeNil(key) }
  }

  /// Writes the raw value of a type that wraps a text or a number, such as an enum.
  @inlinable
  public mutating func write<Value: RawRepresentable>(
    _ key: StaticString, _ value: Value
  ) throws(Value.RawValue.WritingError) where Value.RawValue: JSONWritable {
    try write(key, value.rawValue)
  }

  /// Writes the raw value of such a type; nil as the options require.
  @inlinable
  public mutating func write<Value: RawRepresentable>(
    _ key: StaticString, _ value: Value?
  ) throws(Value.RawValue.WritingError) where Value.RawValue: JSONWritable {
    try write(key, value?.rawValue)
  }

  /// Writes a list of texts.
  @inlinable
  public mutating func write<Value: RawRepresentable<String>>(
    _ key: StaticString, _ values: [Value]
  ) throws(PayloadEncodingError) {
    try list(key, values) { (members, value) in members.string(value.rawValue) }
  }

  /// Writes a list of days.
  @inlinable
  public mutating func write(
    _ key: StaticString, _ values: [CalendarDay]
  ) throws(PayloadEncodingError) {
    guard values.allSatisfy(\.isRepresentable) else { return try writeOther(key, values) }
    try list(key, values) { (members, day) in members.append(day) }
  }

  /// Writes a list of objects.
  @inlinable
  public mutating func write<Value: FastEncodable>(
    _ key: StaticString, _ values: [Value]
  ) throws(PayloadEncodingError) {
    try list(key, values) { (members, value) throws(PayloadEncodingError) in
      try members.enclose(UInt8(ascii: "{"), UInt8(ascii: "}")) {
        (members) throws(PayloadEncodingError) in try value.write(to: &members)
      }
    }
  }

  /// Writes an optional list of objects; nil as the options require.
  @inlinable
  public mutating func write<Value: FastEncodable>(
    _ key: StaticString, _ values: [Value]?
  ) throws(PayloadEncodingError) {
    if let values { try write(key, values) } else { writeNil(key) }
  }

  /// Writes a nested object, such as a case of an enum. `write` writes its members.
  @inlinable
  public mutating func object(
    _ key: StaticString,
    _ write: (inout ObjectWriter) throws(PayloadEncodingError) -> Void = { _ in }
  ) throws(PayloadEncodingError) {
    self.key(key)
    do throws(PayloadEncodingError) {
      try enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), write)
    } catch {
      throw error.inside("\(key)")
    }
  }

  /// Writes a value of any type as the encoder does, usually by its `encode(to:)`.
  @inlinable
  public mutating func writeOther(
    _ key: StaticString, _ value: some Encodable
  ) throws(PayloadEncodingError) {
    self.key(key)
    try general(value, of: key)
  }

  /// Writes an optional value of any type as the encoder does; nil as the options require.
  @inlinable
  public mutating func writeOther(
    _ key: StaticString, _ value: (some Encodable)?
  ) throws(PayloadEncodingError) {
    if let value { try writeOther(key, value) } else { writeNil(key) }
  }
}

extension ObjectWriter {
  @inlinable
  mutating func list<Value>(
    _ key: StaticString, _ values: [Value],
    _ write: (inout ObjectWriter, Value) throws(PayloadEncodingError) -> Void
  ) throws(PayloadEncodingError) {
    self.key(key)
    try enclose(UInt8(ascii: "["), UInt8(ascii: "]")) { (members) throws(PayloadEncodingError) in
      for (index, value) in values.enumerated() {
        members.beginElement()
        do throws(PayloadEncodingError) { try write(&members, value) } catch {
          throw error.inside("\(key)[\(index)]")
        }
      }
    }
  }

  @inlinable
  mutating func writeNil(_ key: StaticString) {
    guard writesNil else { return }
    self.key(key)
    word("null")
  }

  @inlinable
  mutating func word(_ word: StaticString) {
    reserve(word.utf8CodeUnitCount)
    unsafe place.initialize(from: word.utf8Start, count: word.utf8CodeUnitCount)
    unsafe place += word.utf8CodeUnitCount
  }

  @inlinable
  mutating func append<Value: FourDigitYears>(_ value: Value) {
    reserve(Value.textLength + 2)
    put(UInt8(ascii: "\""))
    unsafe value.write(to: place)
    unsafe place += Value.textLength
    put(UInt8(ascii: "\""))
  }
}
