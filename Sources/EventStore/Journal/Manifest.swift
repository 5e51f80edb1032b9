/// What a journal is: its identity, its calendar, and which segments are closed. In `journal.json`,
/// replaced atomically.
public struct Manifest: Hashable, Codable, Sendable {
  /// The version of the journal's format.
  public var format: Int
  public var journal: JournalID
  public var createdAt: Timestamp
  /// The time zone with its rules as they were known when the journal was made: days are computed
  /// from these alone, so that a later change of the rules changes no past answer.
  public var timeZone: TimeZoneTable
  /// The cost of a password hash.
  public var passwordIterations: Int
  /// Which key the journal's keyed digests were made with.
  public var key: KeyedDigest
  /// A segment is closed when it has reached this length, in bytes.
  public var segmentBytes: Int
  /// The segments that are never written again (erasure aside), in order.
  public var closed: [ClosedSegment]
  /// What the integrity tree over the closed segments needs to go on: the roots of its complete
  /// subtrees, the largest first.
  var frontier: [Digest]?
  /// Where personal data is gone though no event of the journal says so: those that said it could
  /// not be recovered with the rest. Nil where there is nothing of that kind.
  var unrecordedErasures: PositionRanges?

  public struct ClosedSegment: Hashable, Codable, Sendable {
    public var first: Position
    public var last: Position
    /// Of the integrity tree over all events up to `last`; known once the manifest lists the
    /// segment.
    public var root: Digest?

    public init(first: Position, last: Position, root: Digest? = nil) {
      self.first = first
      self.last = last
      self.root = root
    }
  }

  public init(
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

  /// Whether the roots are those of the tree.
  private var treeFits: Bool {
    guard frontier != nil else { return closed.allSatisfy { $0.root == nil } }
    guard let tree else { return false }
    return closed.last.map { $0.root == tree.root } ?? true
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
      throw damaged("its checksum does not fit")
    }
    do throws(PayloadDecodingError) {
      var decoder = PayloadDecoder()
      self = try decoder.decode(Manifest.self, from: bytes)
    } catch { throw damaged("\(error)") }
    guard zip(closed, closed.dropFirst()).allSatisfy({ $0.last.next == $1.first }),
      closed.allSatisfy({ $0.first <= $0.last }),
      closed.first.map({ $0.first.rawValue == 1 }) ?? true
    else { throw damaged("its segments do not follow one another") }
    guard treeFits else { throw damaged("its integrity tree does not fit its segments") }
  }
}
