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

  /// Writes the opening brace. Write each member as ``key(_:)`` and a value after it.
  @inlinable
  package mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// Writes the closing brace.
  @inlinable
  package mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Writes the opening bracket. Write the elements after it.
  @inlinable
  package mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// Writes the closing bracket.
  @inlinable
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes the key of the value that is written next. O(length).
  @inlinable
  package mutating func key(_ name: String) {
    separate()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    separates = false
  }

  /// Writes a key that is known at compile time and needs no escapes. O(length), and cheaper than
  /// ``key(_:)``.
  @inlinable
  package mutating func literalKey(_ name: StaticString) {
    separate()
    unsafe appendQuoted(
      plain: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: ":"))
    separates = false
  }

  /// Writes a text in quotation marks, escaped as needed. O(length).
  @inlinable
  package mutating func string(_ text: String) {
    separate()
    appendQuoted(text)
    separates = true
  }

  /// Writes the digits of an integer, with a minus sign if it is negative. O(digits).
  @inlinable
  package mutating func int(_ value: some FixedWidthInteger) {
    separate()
    bytes.append(decimal: value)
    separates = true
  }

  /// Writes the literal `true` or `false`.
  @inlinable
  package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  /// Writes the literal `null`.
  @inlinable
  package mutating func null() { word("null") }

  /// Copies one complete value that is JSON already. O(length).
  @inlinable
  package mutating func raw(_ value: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
    separates = true
  }

  /// Writes the number as it is spelled. O(length).
  package mutating func number(_ number: JSONNumber) { raw(number.text.utf8) }

  /// Writes the shortest decimal that reads back as the same `Double`: 2, 0.1, 1e+16, -0. Whole
  /// numbers have no point, and up to 2⁵³ no exponent.
  ///
  /// - Returns: false, with nothing written, for infinities and NaN, which JSON cannot spell.
  package mutating func double(_ value: Double) -> Bool {
    value.isFinite && decimal(value.description)
  }

  /// Writes the shortest decimal that reads back as the same `Float`, like ``double(_:)``. Whole
  /// numbers have no exponent up to 2²⁴.
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
