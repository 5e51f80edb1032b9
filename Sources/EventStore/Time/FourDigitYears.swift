/// A day or an instant. It has a text if its year is one of 0000 to 9999.
@usableFromInline
protocol FourDigitYears: Encodable {
  /// The length of the text in bytes.
  static var textLength: Int { get }

  /// Whether the day or instant lies within years 0000 to 9999 and so can be written.
  var isRepresentable: Bool { get }

  /// Writes the text.
  ///
  /// - Precondition: ``isRepresentable``.
  func write(to place: UnsafeMutablePointer<UInt8>)
}

extension FourDigitYears {
  /// The reason why there is no text.
  var unwritable: String { "outside years 0000 to 9999" }

  /// - Throws: `EncodingError` if there is no text.
  func requireText(_ encoder: any Encoder) throws {
    guard !isRepresentable else { return }
    throw EncodingError.invalidValue(
      self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: unwritable))
  }
}
