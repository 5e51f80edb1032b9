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
  /// The reason why the manifest is invalid, in English and Russian; nil if it is valid.
  var problem: (en: String, ru: String)? { problemOfNumbers ?? problemOfSegments }

  private var problemOfNumbers: (en: String, ru: String)? {
    if format < 1 { return (en: "its format is \(format)", ru: "его формат — \(format)") }
    return Self.problem(passwordIterations, segmentBytes)
  }

  /// The reason why no journal can have these settings; nil if it can.
  static func problem(
    _ passwordIterations: Int, _ segmentBytes: Int
  ) -> (en: String, ru: String)? {
    func problem(_ name: String, not range: ClosedRange<Int>) -> (en: String, ru: String) {
      (en: "its \(name) are not in \(range)", ru: "его \(name) вне \(range)")
    }
    if !Limits.passwordIterations.contains(passwordIterations) {
      return problem("passwordIterations", not: Limits.passwordIterations)
    }
    if !Limits.segmentBytes.contains(segmentBytes) {
      return problem("segmentBytes", not: Limits.segmentBytes)
    }
    return nil
  }

  private var problemOfSegments: (en: String, ru: String)? {
    var next = 1
    for segment in closed {
      guard segment.first.rawValue == next, segment.last.rawValue >= next,
        segment.last.rawValue < Limits.lastPosition
      else {
        return (
          en: "its segments do not follow one another", ru: "его сегменты не следуют друг за другом"
        )
      }
      next = segment.last.rawValue + 1
    }
    // The last root must be that of the tree; `verify` compares the others with the events.
    guard let tree, closed.allSatisfy({ $0.root != nil }),
      closed.last.map({ $0.root == tree.root }) ?? true
    else {
      return (
        en: "its integrity tree does not match its segments",
        ru: "его дерево целостности не соответствует его сегментам"
      )
    }
    return nil
  }
}

// Fast coding, since a long journal has thousands of segments and each process reads them all.
extension Manifest.ClosedSegment: FastEncodable, FastDecodable {
  package init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    first = try members.position("first")
    last = try members.position("last")
    guard let text = try members.optionalString("root") else { return }
    root = Digest(hex: text)
    guard root != nil else { throw KeyOrderMismatch() }
  }

  package func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("first", first)
    members.write("last", last)
    members.write("root", root?.hex)
  }
}

extension Manifest {
  private struct FormatOnly: Decodable {
    var format: Int
  }

  /// The manifest as one line.
  func encoded() -> [UInt8] { ChecksummedLine.encoded(self) }

  /// Decodes the result of `encoded`. Another format is reported before anything else that is wrong,
  /// since a manifest of another format may have other contents.
  package init(encoded bytes: [UInt8], path: String) throws(JournalError) {
    func damaged(_ what: String, ru: String) -> JournalError {
      .damaged(Damage(path: path, reason: .manifest(what, ru: ru)))
    }
    let decoded = Result { () throws(PayloadDecodingError) in
      var decoder = PayloadDecoder()
      return try decoder.decode(Manifest.self, from: bytes)
    }
    let format: Int
    do throws(PayloadDecodingError) {
      var decoder = PayloadDecoder()
      format =
        switch decoded {
        case .success(let manifest): manifest.format
        case .failure: try decoder.decode(FormatOnly.self, from: bytes).format
        }
    } catch { throw damaged("\(error)", ru: error.russian) }
    guard format == RecordFormat.version else {
      throw .otherFormat(path: path, found: format, known: RecordFormat.version)
    }
    guard bytes.last == 0x0a else { throw damaged("its end is missing", ru: "его конца нет") }
    guard ChecksummedLine.checksumMatches(Array(bytes.dropLast())) else {
      throw damaged("checksum mismatch", ru: "контрольная сумма не совпадает")
    }
    do throws(PayloadDecodingError) { self = try decoded.get() } catch {
      throw damaged("\(error)", ru: error.russian)
    }
    if let problem { throw damaged(problem.en, ru: problem.ru) }
    guard ChecksummedLine.isCanonical(bytes, for: self) else {
      throw damaged("it is not in canonical form", ru: "он записан не в канонической форме")
    }
  }
}
