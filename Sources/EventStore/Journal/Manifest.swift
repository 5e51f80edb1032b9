/// The identity, calendar and closed segments of a journal. Stored in `journal.json`, replaced
/// atomically.
package struct Manifest: Hashable, Codable, Sendable {
  /// The version of the journal's format.
  package var format: Int
  package var journal: JournalID
  package var createdAt: Timestamp
  /// The time zone with its rules as known when the journal was created. Days are computed from
  /// these alone, so later changes of the rules change no past answer.
  package var timeZone: TimeZoneTable
  /// The cost of a password hash, in iterations of PBKDF2.
  package var passwordIterations: Int
  /// The identifier of the key of the journal's keyed digests.
  package var key: KeyedDigest
  /// The length at which a segment is closed, in bytes.
  package var segmentBytes: Int
  /// The closed segments, in order. They are never written again; an erasure replaces their files.
  package var closed: [ClosedSegment]
  /// The state from which the integrity tree over the closed segments resumes: the roots of its
  /// complete subtrees, the largest first.
  var frontier: [Digest]?
  /// The positions whose personal data was erased although no event names them: the events of those
  /// erasures could not be recovered. Nil if there are none.
  var unrecordedErasures: PositionRanges?

  package struct ClosedSegment: Hashable, Codable, Sendable {
    package var first: Position
    package var last: Position
    /// The root of the integrity tree over all events up to `last`; known once the manifest lists
    /// the segment.
    package var root: Digest?

    package init(first: Position, last: Position, root: Digest? = nil) {
      self.first = first
      self.last = last
      self.root = root
    }
  }

  package init(
    journal: JournalID, createdAt: Timestamp, timeZone: TimeZoneTable, passwordIterations: Int,
    key: KeyedDigest, segmentBytes: Int
  ) {
    format = RecordFormat.version
    self.journal = journal
    self.createdAt = createdAt
    self.timeZone = timeZone
    self.passwordIterations = passwordIterations
    self.key = key
    self.segmentBytes = segmentBytes
    closed = []
    frontier = []
  }

  /// The position that follows the closed segments.
  var firstOpen: Position { closed.last?.last.next ?? Position(1) }

  /// The integrity tree over the closed segments.
  var tree: MerkleTree? {
    frontier.flatMap { MerkleTree(size: firstOpen.rawValue - 1, frontier: $0) }
  }

  /// The digest of what never changes in the manifest, the settings and `unrecordedErasures`:
  /// SHA-256 of its line without the closed segments and their tree, which follow from the events.
  /// Part of a receipt.
  package var fixedPart: Digest {
    var fixed = self
    fixed.closed = []
    fixed.frontier = nil
    return SHA256.hash(fixed.encoded())
  }
}

// MARK: - Validation

extension Manifest {
  /// The reason why the manifest is invalid; nil if it is valid.
  var problem: String? { problemOfNumbers ?? problemOfSegments }

  private var problemOfNumbers: String? {
    if format < 1 { return "its format is \(format)" }
    if !Limits.passwordIterations.contains(passwordIterations) {
      return "its passwordIterations are not in \(Limits.passwordIterations)"
    }
    if !Limits.segmentBytes.contains(segmentBytes) {
      return "its segmentBytes are not in \(Limits.segmentBytes)"
    }
    return nil
  }

  private var problemOfSegments: String? {
    var next = 1
    for segment in closed {
      guard segment.first.rawValue == next, segment.last.rawValue >= next,
        segment.last.rawValue < Limits.lastPosition
      else { return "its segments do not follow one another" }
      next = segment.last.rawValue + 1
    }
    // The last root must be that of the tree; `verify` compares the others with the events.
    guard let tree, closed.allSatisfy({ $0.root != nil }),
      closed.last.map({ $0.root == tree.root }) ?? true
    else { return "its integrity tree does not match its segments" }
    return nil
  }
}

extension Manifest {
  private struct FormatOnly: Decodable {
    var format: Int
  }

  /// The manifest as one line.
  func encoded() -> [UInt8] { ChecksummedLine.encoded(self) }

  /// Decodes the result of `encoded`. Checks the format first, since a manifest of another format
  /// may have other contents.
  package init(encoded bytes: [UInt8], path: String) throws(JournalError) {
    func damaged(_ what: String) -> JournalError {
      .damaged(Damage(path: path, reason: .manifest(what)))
    }
    let format: Int
    do throws(PayloadDecodingError) {
      var decoder = PayloadDecoder()
      format = try decoder.decode(FormatOnly.self, from: bytes).format
    } catch { throw damaged("\(error)") }
    guard format == RecordFormat.version else {
      throw .otherFormat(path: path, found: format, known: RecordFormat.version)
    }
    guard bytes.last == 0x0a else { throw damaged("its end is missing") }
    guard ChecksummedLine.checksumMatches(Array(bytes.dropLast())) else {
      throw damaged("checksum mismatch")
    }
    do throws(PayloadDecodingError) {
      var decoder = PayloadDecoder()
      self = try decoder.decode(Manifest.self, from: bytes)
    } catch { throw damaged("\(error)") }
    if let problem { throw damaged(problem) }
    guard ChecksummedLine.isCanonical(bytes, for: self) else {
      throw damaged("its spelling is not canonical")
    }
  }
}
