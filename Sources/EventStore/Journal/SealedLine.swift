/// A small file's contents: one JSON object in one line, with a checksum over all in front of it.
enum SealedLine {
  /// `,"crc":"xxxxxxxx"}` and a line feed behind the members of `value`, which is an object.
  static func seal(_ value: some Encodable) throws(PayloadEncodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    var encoder = PayloadEncoder()
    try encoder.encode(value, into: &bytes)
    bytes.removeLast()
    bytes.append(contentsOf: end(of: bytes))
    return bytes
  }

  /// Whether the line is whole and unchanged.
  static func isIntact(_ bytes: [UInt8]) -> Bool {
    let members = bytes.dropLast(RecordFormat.checksumLength + 1)
    return !members.isEmpty && bytes[members.endIndex...].elementsEqual(end(of: Array(members)))
  }

  private static func end(of members: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(text: #","crc":""#)
    bytes.append(hexadecimal: CRC32C.checksum(members))
    bytes.append(text: "\"}\n")
    return bytes
  }
}
