import EventEngine

extension JSONWriter {
  /// Writes the members of a receipt into an open object.
  mutating func members(of receipt: HeadReceipt) {
    string("journal", "\(receipt.journal)")
    int("size", receipt.size)
    string("root", receipt.root.hex)
    string("time", receipt.time.rfc3339)
    string("manifest", receipt.manifest.hex)
  }
}
