/// The proof that an event stands in a journal: the holder of a receipt of that journal checks it
/// without the journal. One JSON object.
public struct EventProof: Hashable, Codable, Sendable {
  /// The version of this form.
  let proof: Int
  public let journal: JournalID
  public let position: Position
  /// The core of the event's record as it stands in the journal: all of it but what can be erased.
  public let core: String
  /// Of the tree that the event is proved to stand in.
  public let size: Int
  public let root: Digest
  /// The roots of the subtrees beside the way from the event to the root.
  public let inclusion: [Digest]
  /// That this tree extends a smaller one; where the receipt is older than the event.
  public let extends: Extension?

  public struct Extension: Hashable, Codable, Sendable {
    public let size: Int
    public let root: Digest
    public let consistency: [Digest]
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

  /// - Throws: why the bytes are no proof.
  public init(_ bytes: [UInt8]) throws(PayloadDecodingError) {
    var decoder = PayloadDecoder()
    self = try decoder.decode(EventProof.self, from: bytes)
    if let member = memberBeyondLimits {
      throw PayloadDecodingError(.refused("out of range for a proof"), path: member, at: 0)
    }
  }

  /// A path has a digest for each level of the tree at most, a proof of consistency two.
  private var memberBeyondLimits: String? {
    let numbers = 0...Limits.lastPosition
    if position == .start || !numbers.contains(position.rawValue) { return "position" }
    if !numbers.contains(size) { return "size" }
    if inclusion.count > 64 { return "inclusion" }
    guard let extends else { return nil }
    if !numbers.contains(extends.size) { return "extends.size" }
    return extends.consistency.count > 128 ? "extends.consistency" : nil
  }

  /// One line, without its line feed.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(PayloadEncodingError) { try PayloadEncoder.encode(self, into: &bytes) } catch {
      preconditionFailure("a proof can be encoded: \(error)")
    }
    return bytes
  }

  /// The meaning of a proof for the holder of a receipt.
  public enum Verdict: Hashable, Sendable {
    /// The event is one of those that the receipt was made of.
    case covered
    /// Nothing is proved about the event: it stands in some tree that begins with the receipt's
    /// events, and everybody who knows the receipt can make up such a tree.
    case later
    case contradiction(Contradiction)
  }

  public enum Contradiction: Hashable, Sendable {
    case newerForm
    case otherJournal
    /// The core is not that of the event at the position.
    case otherPosition
    /// The event does not stand in the tree.
    case notIncluded
    /// The tree is not the receipt's, and does not extend it.
    case otherRoot
    /// The proof says nothing about a tree of the receipt's size.
    case otherSize
  }

  /// O(log size).
  public func verdict(for receipt: HeadReceipt) -> Verdict {
    guard proof == 1 else { return .contradiction(.newerForm) }
    guard journal == receipt.journal else { return .contradiction(.otherJournal) }
    // A position counts from 1 and stands first in a core.
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
