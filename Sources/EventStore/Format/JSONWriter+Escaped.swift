extension JSONWriter {
  /// A string as the writer escapes it, without quotation marks. O(length).
  package static func escaped(_ text: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(text)
    return Array(writer.bytes.dropFirst().dropLast())
  }
}
