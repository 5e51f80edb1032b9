extension JSONWriter {
  /// A string escaped as by the writer, without its quotes. O(length).
  static func escaped(_ text: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(text)
    return Array(writer.bytes.dropFirst().dropLast())
  }
}
