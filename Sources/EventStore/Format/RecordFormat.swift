/// The form of a record, as in `docs/journal-format.md`, and the numbers that writer and reader
/// share.
///
/// A record is one line:
///
///     {core,"commitment":"…",erasable section,"crc":"xxxxxxxx"}\n
///
/// The core begins with the brace. It ends with the commitment if there is one, else with the data.
/// Erasing a record removes the erasable section and recomputes the checksum. The core's bytes stay
/// the same, and so does the leaf of the integrity tree, SHA-256(0x00 ‖ core).
enum RecordFormat {
  /// The version of the journal's format, in the manifest.
  static let version = 2

  /// The length of `,"crc":"xxxxxxxx"}`.
  static let checksumLength = 18
  /// A lower bound of the length of a record without its line feed. Shorter lines are rejected
  /// without parsing.
  static let shortest = 120

  static let saltBytes = 16
}

/// The identity of a journal. The checksums of its records start from it, so that a record of
/// another journal fails the check.
public struct JournalID: Hashable, Sendable {
  package let uuid: EventID

  package init(_ uuid: EventID) { self.uuid = uuid }

  /// The value from which the checksum of each record continues.
  var checksumSeed: UInt32 {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: uuid.high)
    bytes.append(bigEndian: uuid.low)
    return CRC32C.checksum(bytes)
  }
}

extension JournalID: CustomStringConvertible {
  public var description: String { uuid.description }
}

extension JournalID: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let uuid = EventID(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a journal id is a UUID"))
    }
    self.uuid = uuid
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(uuid.description)
  }
}
