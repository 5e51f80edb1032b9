extension Sequence<UInt8> {
  /// Whether every byte is an ASCII digit; true if there is none.
  var areASCIIDigits: Bool {
    allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
