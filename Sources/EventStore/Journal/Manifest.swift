/// What a journal is: its identity, its calendar, and which segments are closed. In `journal.json`,
/// replaced atomically.
package struct Manifest: Hashable, Codable, Sendable {
  /// The version of the journal's format.
  package var format: Int
  package var journal: JournalID
  package var createdAt: Timestamp
  /// The time zone with its rules as they were known when the journal was made: days are computed
  /// from these alone, so that a later change of the rules changes no past answer.
  package var timeZone: TimeZoneTable
  /// The cost of a password hash.
  package var passwordIterations: Int
  /// Which key the journal's keyed digests were made with.
  package var key: KeyedDigest
  /// A segment is closed when it has reached this length, in bytes.
  package var segmentBytes: Int
  /// The segments that are never written again (erasure aside), in order.
  package var closed: [ClosedSegment]
  /// What the integrity tree over the closed segments needs to go on: the roots of its complete
  /// subtrees, the largest first.
  var frontier: [Digest]?
  /// Where personal data is gone though no event of the journal says so: those that said it could
  /// not be recovered with the rest. Nil where there is nothing of that kind.
  var unrecordedErasures: PositionRanges?

  package struct ClosedSegment: Hashable, Codable, Sendable {
    package var first: Position
    package var last: Position
    /// Of the integrity tree over all events up to `last`; known once the manifest lists the
    /// segment.
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

  /// The digest of what the manifest fixes for the journal's life, and of the exceptions that were
  /// granted to it: SHA-256 of its line without the closed segments and their tree, which the
  /// events account for. Part of a receipt.
  package var fixedPart: Digest {
    var fixed = self
    fixed.closed = []
    fixed.frontier = nil
    do throws(PayloadEncodingError) { return SHA256.hash(try fixed.encoded()) } catch {
      preconditionFailure("what a manifest holds can be encoded: \(error)")
    }
  }
}

// MARK: - What is wrong

extension Manifest {
  /// Why there can be no such manifest; nil where there can.
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
    // The last root is that of the tree; `verify` compares the others with the events.
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

  /// One line.
  func encoded() throws(PayloadEncodingError) -> [UInt8] { try ChecksummedLine.encoded(self) }

  /// Reads what `encoded` made. The format is looked at first: nothing else is known of a newer one.
  init(encoded bytes: [UInt8], path: String) throws(JournalError) {
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
    guard ChecksummedLine.checksumFits(Array(bytes.dropLast())) else {
      throw damaged("checksum mismatch")
    }
    do throws(PayloadDecodingError) {
      var decoder = PayloadDecoder()
      self = try decoder.decode(Manifest.self, from: bytes)
    } catch { throw damaged("\(error)") }
    if let problem { throw damaged(problem) }
    guard ChecksummedLine.isSpelling(bytes, of: self) else {
      throw damaged("its spelling is not canonical")
    }
  }
}
