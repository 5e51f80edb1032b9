/// A line of JSON that ends like a record, with a checksum over everything before it. The checksum
/// does not depend on a journal.
enum ChecksummedLine {
  /// The encoded value with its checksum and line feed. The value must not hold a number that JSON
  /// lacks, such as infinity.
  static func encoded(_ value: some Encodable) -> [UInt8] {
    var bytes: [UInt8] = []
    var encoder = PayloadEncoder()
    do throws(PayloadEncodingError) { try encoder.encode(value, into: &bytes) } catch {
      preconditionFailure("\(type(of: value)) cannot be encoded: \(error)")
    }
    bytes.removeLast()
    bytes.appendChecksum()
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The value of a line with its line feed; nil if the checksum does not match or the line cannot
  /// be decoded.
  static func decoded<Value: Decodable>(_ type: Value.Type, from line: [UInt8]) -> Value? {
    guard line.last == 0x0a, checksumMatches(Array(line.dropLast())) else { return nil }
    do throws(PayloadDecodingError) {
      var decoder = PayloadDecoder()
      return try decoder.decode(type, from: line)
    } catch { return nil }
  }

  /// Whether the line, with its line feed, is exactly the encoding of the value. Decoding ignores
  /// additional and repeated members; this check finds them.
  static func isCanonical(_ line: [UInt8], for value: some Encodable) -> Bool {
    encoded(value) == line
  }

  /// Whether the line, given without its line feed, ends with the checksum of the bytes before it.
  static func checksumMatches(_ line: [UInt8]) -> Bool {
    let end = line.count - RecordFormat.checksumLength
    guard end > 0 else { return false }
    var expected = Array(line[..<end])
    expected.appendChecksum()
    return line == expected
  }
}

extension [UInt8] {
  /// Ends a line with the checksum of its bytes and a brace, without a line feed.
  ///
  /// - Parameters:
  ///   - start: the index of the line's first byte.
  ///   - seed: the value from which the checksum continues.
  mutating func appendChecksum(from start: Int = 0, seed: UInt32 = 0) {
    let checksum = unsafe withUnsafeBytes { bytes in
      unsafe CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[start...]), continuing: seed)
    }
    append(text: #","crc":""#)
    append(hexadecimal: checksum)
    append(text: "\"}")
  }
}
