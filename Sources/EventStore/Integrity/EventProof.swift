/// The proof that an event is in a journal, as one JSON object. The holder of a receipt of that
/// journal checks it without the journal.
public struct EventProof: Hashable, Codable, Sendable {
  /// The version of the proof format.
  let proof: Int
  /// The id of the journal.
  public let journal: JournalID
  /// The position of the event.
  public let position: Position
  /// The core of the event's record as stored in the journal: all of it except the erasable
  /// section.
  package let core: String
  /// The size of the tree that contains the event.
  package let size: Int
  /// The root of the tree that contains the event.
  package let root: Digest
  /// The roots of the subtrees beside the path from the event to the root.
  package let inclusion: [Digest]
  /// The proof that this tree extends a smaller one; present if the receipt is older than the
  /// event.
  package let extends: Extension?

  /// The proof that the proof's tree extends the receipt's tree, which is smaller.
  package struct Extension: Hashable, Codable, Sendable {
    /// The number of events that the receipt covers.
    package let size: Int
    /// The root of the receipt's tree.
    package let root: Digest
    /// The hashes that prove that the proof's tree extends the receipt's.
    package let consistency: [Digest]
  }

  init(
    journal: JournalID, position: Position, core: [UInt8], size: Int, root: Digest,
    inclusion: [Digest], extends: Extension?
  ) {
    proof = 1
    self.journal = journal
    self.position = position
    self.core = String(decoding: core, as: UTF8.self)
    self.size = size
    self.root = root
    self.inclusion = inclusion
    self.extends = extends
  }

  /// - Throws: the reason why the bytes are not a proof.
  public init(_ bytes: [UInt8]) throws(PayloadDecodingError) {
    var decoder = PayloadDecoder()
    self = try decoder.decode(EventProof.self, from: bytes)
  }

  private enum CodingKeys: String, CodingKey {
    case proof, journal, position, core, size, root, inclusion, extends
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    proof = try container.decode(Int.self, forKey: .proof)
    journal = try container.decode(JournalID.self, forKey: .journal)
    position = try container.decode(Position.self, forKey: .position)
    core = try container.decode(String.self, forKey: .core)
    size = try container.decode(Int.self, forKey: .size)
    root = try container.decode(Digest.self, forKey: .root)
    inclusion = try container.decode([Digest].self, forKey: .inclusion)
    extends = try container.decodeIfPresent(Extension.self, forKey: .extends)
    if let member = memberBeyondLimits {
      throw DecodingError.dataCorruptedError(
        forKey: member, in: container, debugDescription: "a proof has no such member")
    }
  }

  /// The first member with a value that no valid proof has; nil if there is none. A path has at
  /// most one digest for each of the tree's levels, of which there are fewer than 64, and a proof
  /// of consistency one more.
  private var memberBeyondLimits: CodingKeys? {
    let numbers = 0...Limits.lastPosition
    if position == .start || !numbers.contains(position.rawValue) { return .position }
    if !numbers.contains(size) { return .size }
    if inclusion.count > 64 { return .inclusion }
    guard let extends else { return nil }
    return numbers.contains(extends.size) && extends.consistency.count <= 128 ? nil : .extends
  }

  /// The proof as one line, without its line feed.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(PayloadEncodingError) { try PayloadEncoder.encode(self, into: &bytes) } catch {
      preconditionFailure("a proof cannot be encoded: \(error)")
    }
    return bytes
  }

  /// The meaning of a proof for the holder of a receipt.
  public enum Verdict: Hashable, Sendable {
    /// The event is one of those that the receipt covers.
    case covered
    /// Nothing is proved about the event. It is in some tree that begins with the receipt's events,
    /// and everybody who knows the receipt can construct such a tree.
    case later
    /// The proof is rejected.
    case contradiction(Contradiction)
  }

  /// The reasons why a proof is rejected.
  public enum Contradiction: Hashable, Sendable {
    /// The version of the proof format is not the one that this package knows.
    case unknownFormat
    /// The proof and the receipt name different journals.
    case otherJournal
    /// The core is not that of the event at the position.
    case otherPosition
    /// The event is not in the tree.
    case notIncluded
    /// The tree is not the receipt's and does not extend it.
    case otherRoot
    /// The proof contains no tree of the receipt's size.
    case otherSize
  }

  /// Checks the proof against a receipt. O(log size).
  public func verdict(for receipt: HeadReceipt) -> Verdict {
    guard proof == 1 else { return .contradiction(.unknownFormat) }
    guard journal == receipt.journal else { return .contradiction(.otherJournal) }
    // A position counts from 1 and comes first in a core.
    guard core.utf8.starts(with: "{\"position\":\(position),\"id\":".utf8) else {
      return .contradiction(.otherPosition)
    }
    let isIncluded = MerkleProof.proves(
      MerkleTree.leaf(Array(core.utf8)), at: position.rawValue - 1, in: size, root: root,
      by: inclusion)
    guard isIncluded else { return .contradiction(.notIncluded) }
    if receipt.size == size {
      return receipt.root == root ? .covered : .contradiction(.otherRoot)
    }
    guard let extends, extends.size == receipt.size else { return .contradiction(.otherSize) }
    let isExtended =
      extends.root == receipt.root
      && MerkleProof.proves(
        that: size, root: root, extends: extends.size, root: extends.root,
        by: extends.consistency)
    guard isExtended else { return .contradiction(.otherRoot) }
    return position.rawValue <= receipt.size ? .covered : .later
  }
}
