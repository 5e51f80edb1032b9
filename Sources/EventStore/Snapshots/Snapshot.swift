/// The state after the event at a position, from which folding resumes. Derived from the journal,
/// never required, and used only if it provably belongs to the same history.
package struct Snapshot: Sendable {
  /// The name of the state: that of the read model, or one that several read models share.
  package let name: String
  /// The version of the state's shape: a snapshot of another version is unusable.
  package let version: SchemaVersion
  package let position: Position
  /// The state as JSON, or the whole file that contains it, so that a large state is not copied.
  package let text: [UInt8]
  /// The part of the text that is the state.
  package let part: Range<Int>

  /// The state as JSON.
  package var bytes: ArraySlice<UInt8> { text[part] }
}

extension Snapshot {
  package init(name: String, version: SchemaVersion, position: Position, bytes: [UInt8]) {
    self.init(
      name: name, version: version, position: position, text: bytes, part: bytes.indices)
  }

  /// The line before the state.
  struct Header: Codable {
    var snapshot = 2
    var journal: JournalID
    /// The name of the state. The member is called `model` because every read model once had a
    /// state of its own.
    var model: String
    var version: SchemaVersion
    var position: Position
    /// The id of the event at the position, which identifies the history.
    var event: String
  }

  /// The file: a line that identifies the state, the state, and a line with the code of both, which
  /// is HMAC-SHA-256 under the journal's key in 64 hexadecimal digits.
  func encoded(journal: JournalID, event: EventID, _ key: JournalKey) -> [UInt8] {
    let header = Header(
      journal: journal, model: name, version: version, position: position,
      event: event.description)
    return Self.sealed(ChecksummedLine.encoded(header) + bytes, key)
  }

  static func sealed(_ content: [UInt8], _ key: JournalKey) -> [UInt8] {
    content + [0x0a] + Array(key.digest("snapshot", content).hex.utf8) + [0x0a]
  }

  /// A line feed, the digits of the code, and a line feed.
  private static let sealLength = 2 * Digest.byteCount + 2

  /// Decodes the result of `encoded` with this key; nil for anything else.
  static func decoded(
    _ file: [UInt8], _ key: JournalKey
  ) -> (header: Header, snapshot: Snapshot)? {
    let end = file.count - sealLength
    guard end > 0 else { return nil }
    let code = Array(key.digest("snapshot", file.span.extracting(first: end)).hex.utf8)
    guard constantTimeEquals([0x0a] + code + [0x0a], Array(file[end...])),
      let feed = file.firstIndex(of: 0x0a), feed < end,
      let header = DerivedFiles.ignoringFailure({
        var decoder = PayloadDecoder()
        return try decoder.decode(Header.self, from: Array(file[..<feed]))
      }), header.snapshot == 2
    else { return nil }
    let snapshot = Snapshot(
      name: header.model, version: header.version, position: header.position, text: file,
      part: feed + 1..<end)
    return (header, snapshot)
  }
}
