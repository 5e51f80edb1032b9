import EventEngine

extension JSONWriter {
  /// Writes the members of a receipt into an open object.
  mutating func members(of receipt: HeadReceipt) {
    literalKey("journal")
    string("\(receipt.journal)")
    literalKey("size")
    int(receipt.size)
    literalKey("root")
    string(receipt.root.hex)
    literalKey("time")
    string(receipt.time.rfc3339)
    literalKey("manifest")
    string(receipt.manifest.hex)
  }
}
