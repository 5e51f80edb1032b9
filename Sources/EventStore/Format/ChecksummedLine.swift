/// One line of JSON that ends like a record does, with a checksum over all in front of it.
enum ChecksummedLine {
  /// With its line feed.
  static func encoded(_ value: some Encodable) throws(PayloadEncodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    var encoder = PayloadEncoder()
    try encoder.encode(value, into: &bytes)
    bytes.removeLast()
    let checksum = CRC32C.checksum(bytes)
    bytes.append(text: #","crc":""#)
    bytes.append(hexadecimal: checksum)
    bytes.append(text: "\"}\n")
    return bytes
  }

  /// Whether the line, with its line feed, is the one that the value is written as. There is one
  /// spelling: a line with a member more, or one twice, says what no reader sees.
  static func isSpelling(_ line: [UInt8], of value: some Encodable) -> Bool {
    do throws(PayloadEncodingError) { return try encoded(value) == line } catch { return false }
  }

  /// Whether the line, given without its line feed, ends with the checksum of what is in front.
  static func checksumFits(_ line: [UInt8]) -> Bool {
    let end = line.count - RecordFormat.checksumLength
    guard end > 0 else { return false }
    var suffix: [UInt8] = []
    suffix.append(text: #","crc":""#)
    suffix.append(hexadecimal: CRC32C.checksum(Array(line[..<end])))
    suffix.append(text: "\"}")
    return line[end...].elementsEqual(suffix)
  }
}
