/// A day or an instant: it has a text if its year has four digits.
protocol FourDigitYears {
  /// Whether it lies within years 0000 to 9999 and so can be written.
  var isRepresentable: Bool { get }
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
