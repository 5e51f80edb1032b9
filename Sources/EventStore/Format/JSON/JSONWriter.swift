/// Writes JSON without white space into a growing array of bytes.
///
/// The writer places the commas. The caller ensures that begin and end match, and that keys occur
/// only in objects. Strings have one spelling: quotation mark, backslash and control characters are
/// escaped, with the short form if RFC 8259 §7 has one and with lower-case hexadecimal digits
/// otherwise. Everything else is raw UTF-8.
package struct JSONWriter: Sendable {
  /// The JSON written so far. Callers may append bytes of their own.
  package var bytes: [UInt8]

  /// Whether a comma comes before the next key or element.
  @usableFromInline var separates = false

  /// A writer that appends to existing bytes.
  @inlinable
  package init(bytes: [UInt8] = []) { self.bytes = bytes }

  /// Writes the opening brace. Each member follows as ``key(_:)`` and a value.
  @inlinable
  package mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// The closing brace.
  @inlinable
  package mutating func endObject() { close(UInt8(ascii: "}")) }

  /// The opening bracket; values follow.
  @inlinable
  package mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// The closing bracket.
  @inlinable
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The key of the value written next. O(length).
  @inlinable
  package mutating func key(_ name: String) {
    separate()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    separates = false
  }

  /// A key that needs no escapes, known at compile time. O(length), and cheaper than ``key(_:)``.
  @inlinable
  package mutating func literalKey(_ name: StaticString) {
    separate()
    unsafe appendQuoted(
      plain: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: ":"))
    separates = false
  }

  /// Text in quotation marks, escaped as needed. O(length).
  @inlinable
  package mutating func string(_ text: String) {
    separate()
    appendQuoted(text)
    separates = true
  }

  /// Digits, with a minus sign if negative. O(digits).
  @inlinable
  package mutating func int(_ value: some FixedWidthInteger) {
    separate()
    bytes.append(decimal: value)
    separates = true
  }

  /// The literal `true` or `false`.
  @inlinable
  package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  /// The literal `null`.
  @inlinable
  package mutating func null() { word("null") }

  /// One complete value that is JSON already, copied verbatim. O(length).
  @inlinable
  package mutating func raw(_ value: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
    separates = true
  }

  /// One complete value that is JSON already, copied verbatim. O(length).
  @inlinable
  package mutating func raw(_ value: UnsafeRawBufferPointer) {
    separate()
    unsafe bytes.append(contentsOf: value)
    separates = true
  }

  /// The number as it is spelled. O(length).
  package mutating func number(_ number: JSONNumber) { raw(number.text.utf8) }

  /// The shortest decimal that reads back as the same `Double`; integers without a point or, up
  /// to 2⁵³, an exponent: 2, 0.1, 1e+16, -0.
  ///
  /// - Returns: false, with nothing written, for infinities and NaN, which JSON cannot spell.
  package mutating func double(_ value: Double) -> Bool {
    value.isFinite && decimal(value.description)
  }

  /// The shortest decimal that reads back as the same `Float`; otherwise like ``double(_:)``.
  package mutating func float(_ value: Float) -> Bool {
    value.isFinite && decimal(value.description)
  }

  private mutating func decimal(_ description: String) -> Bool {
    raw(description.utf8)
    if description.utf8.suffix(2).elementsEqual(".0".utf8) { bytes.removeLast(2) }
    return true
  }

  @inlinable
  mutating func word(_ word: StaticString) {
    separate()
    bytes.append(text: word)
    separates = true
  }

  @inlinable
  mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    separates = false
  }

  @inlinable
  mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    separates = true
  }

  @inlinable @inline(__always)
  mutating func separate() {
    if separates { bytes.append(UInt8(ascii: ",")) }
  }
}
