/// What was known after the event at a position, to fold on from. Derived from the
/// journal, never needed, and used only where it is surely of the same history.
public struct Snapshot: Sendable {
  /// The name of the state: that of the read model, or one that several read models share.
  public let name: String
  /// Of the state's shape: that of another version is of no use.
  public let version: SchemaVersion
  public let position: Position
  /// The state as JSON.
  public let bytes: [UInt8]

  public init(name: String, version: SchemaVersion, position: Position, bytes: [UInt8]) {
    self.name = name
    self.version = version
    self.position = position
    self.bytes = bytes
  }
}

extension Snapshot {
  /// The line in front of the state.
  struct Header: Codable {
    var snapshot = 1
    var journal: JournalID
    /// The name of the state. The key is older than states that read models share.
    var model: String
    var version: SchemaVersion
    var position: Position
    /// Of the event at the position: it is found in no other history.
    var event: String
    /// Of the state, in bytes.
    var bytes: Int
    var checksum: UInt32
  }

  /// A line with what the state belongs to, then the state.
  func encoded(journal: JournalID, event: EventID) throws(PayloadEncodingError) -> [UInt8] {
    let header = Header(
      journal: journal, model: name, version: version, position: position,
      event: event.description, bytes: bytes.count, checksum: CRC32C.checksum(bytes))
    return try ChecksummedLine.encoded(header) + bytes
  }

  /// What `encoded` made; nil for anything else.
  static func decoded(_ file: [UInt8]) -> (header: Header, snapshot: Snapshot)? {
    guard let feed = file.firstIndex(of: 0x0a), ChecksummedLine.checksumFits(Array(file[..<feed])),
      let header = Derived.attempt({
        var decoder = PayloadDecoder()
        return try decoder.decode(Header.self, from: Array(file[..<feed]))
      }), header.snapshot == 1
    else { return nil }
    let state = Array(file[(feed + 1)...])
    guard state.count == header.bytes, CRC32C.checksum(state) == header.checksum else { return nil }
    let snapshot = Snapshot(
      name: header.model, version: header.version, position: header.position, bytes: state)
    return (header, snapshot)
  }
}
