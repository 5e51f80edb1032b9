/// A day or an instant: it has a text if its year has four digits.
@usableFromInline
protocol FourDigitYears: Encodable {
  /// Bytes in the text of one that can be written.
  static var textLength: Int { get }

  /// Whether it lies within years 0000 to 9999 and so can be written.
  var isRepresentable: Bool { get }

  /// Writes the text.
  ///
  /// - Precondition: ``isRepresentable``.
  func write(to place: UnsafeMutablePointer<UInt8>)
}

extension FourDigitYears {
  /// Why there is no text.
  var unwritable: String { "outside years 0000 to 9999" }

  /// - Throws: `EncodingError` where there is no text.
  func requireText(_ encoder: any Encoder) throws {
    guard !isRepresentable else { return }
    throw EncodingError.invalidValue(
      self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: unwritable))
  }
}
