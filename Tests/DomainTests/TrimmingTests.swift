import Domain
import EventEngine
import Testing

@Suite struct TrimmingTests {
  /// All characters with the property White_Space, and their neighbours in the tables.
  private static let scalars = (0...0x3100).compactMap { Unicode.Scalar($0) }

  @Test func `white space is trimmed at both ends, and nothing else`() {
    for scalar in Self.scalars {
      let text = "\(scalar)я \(scalar)"
      let isSpace = scalar.properties.isWhitespace
      #expect(text.trimmed.utf8.elementsEqual((isSpace ? "я" : text).utf8), "\(scalar.value)")
      #expect(String(scalar).trimmed.isEmpty == isSpace, "\(scalar.value)")
    }
    #expect("".trimmed.isEmpty)
  }
}
