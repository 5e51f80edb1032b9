import EventEngine

/// Valid checksums and authentication codes, implemented from docs/journal-format.md: the abilities
/// of an attacker who knows the format, with the journal's key.
enum Sealing {
  static func crc(_ bytes: [UInt8], _ journal: JournalID? = nil) -> [UInt8] {
    var seed: UInt32 = 0
    if let journal {
      var id: [UInt8] = []
      for word in [journal.uuid.high, journal.uuid.low] {
        for shift in stride(from: 56, through: 0, by: -8) {
          id.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
      }
      seed = CRC32C.checksum(id)
    }
    let digits = String(CRC32C.checksum(bytes, continuing: seed), radix: 16)
    return Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
  }

  /// Appends a checksum to an object, as in lines of files and records.
  static func line(_ object: [UInt8], of journal: JournalID? = nil) -> [UInt8] {
    let body = Array(object.dropLast())
    return body + Array(",\"crc\":\"".utf8) + crc(body, journal) + Array("\"}".utf8)
  }

  /// The object of such a line, without its checksum.
  static func object(_ line: [UInt8]) -> [UInt8] {
    Array(line.dropLast(line.last == 0x0a ? 19 : 18)) + [UInt8(ascii: "}")]
  }

  /// The file of a snapshot: its content and its code.
  static func snapshot(_ content: [UInt8], _ key: JournalKey) -> [UInt8] {
    content + [0x0a] + Array(key.digest("snapshot", content).hex.utf8) + [0x0a]
  }

  static let pageBytes = 4096
  static let codeBytes = 16

  /// A page of a run with its code.
  static func page(_ content: [UInt8], _ number: Int, _ run: HMACSHA256) -> [UInt8] {
    var hash = run.begin()
    hash.update(word(UInt64(number)))
    hash.update(content)
    return content + run.finish(hash).bytes.prefix(codeBytes)
  }

  /// The key for the pages of a run.
  static func run(_ key: JournalKey, _ journal: JournalID, _ first: Int, _ last: Int) -> HMACSHA256
  {
    let words = [journal.uuid.high, journal.uuid.low, UInt64(first), UInt64(last)]
    return HMACSHA256(key: key.digest("index run", words.flatMap(word)).bytes)
  }

  static func word(_ word: UInt64) -> [UInt8] {
    stride(from: UInt64(0), to: 64, by: 8).map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}
