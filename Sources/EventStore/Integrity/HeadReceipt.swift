/// The size and root of a journal at some time, with a digest of its manifest, as one JSON object.
/// It is kept where the journal's writers cannot change it, to detect tampering later. It covers
/// everything that an answer depends on.
public struct HeadReceipt: Hashable, Codable, Sendable {
  /// The id of the journal.
  public let journal: JournalID
  /// The number of events.
  public let size: Int
  /// The root of the integrity tree over them.
  public let root: Digest
  /// The time of the last event; for an empty journal, its creation time.
  public let time: Timestamp
  /// The digest of the manifest's fixed part; see `Manifest.fixedPart`.
  package let manifest: Digest

  /// The receipt of a verified journal.
  public init(_ verification: Verification) {
    journal = verification.journal
    size = verification.intact.rawValue
    root = verification.tree.root
    time = verification.time
    manifest = verification.manifest
  }

  /// - Throws: the reason why the bytes are not a receipt. Unknown members are ignored.
  public init(_ bytes: [UInt8]) throws(PayloadDecodingError) {
    var decoder = PayloadDecoder()
    self = try decoder.decode(HeadReceipt.self, from: bytes)
  }

  private enum CodingKeys: String, CodingKey { case journal, size, root, time, manifest }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    journal = try container.decode(JournalID.self, forKey: .journal)
    size = try container.decode(Int.self, forKey: .size)
    root = try container.decode(Digest.self, forKey: .root)
    time = try container.decode(Timestamp.self, forKey: .time)
    manifest = try container.decode(Digest.self, forKey: .manifest)
    guard 0...Limits.lastPosition ~= size else {
      throw DecodingError.dataCorruptedError(
        forKey: .size, in: container,
        debugDescription: "a size is a number from 0 to \(Limits.lastPosition)")
    }
  }
}

/// A digest is encoded as 64 hexadecimal digits.
extension Digest: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = Digest(hex: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a digest has 64 hexadecimal digits")
    }
    self = digest
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
