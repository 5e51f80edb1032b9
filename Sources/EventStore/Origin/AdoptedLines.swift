/// Lines that are added to a copy as they were recorded.
struct AdoptedLines: Sendable {
  private var lines: [AdoptedLine] = []
  private(set) var lastErasure: Position?

  var isEmpty: Bool { lines.isEmpty }

  mutating func add(_ line: AdoptedLine) {
    if line.isErasure { lastErasure = line.position }
    lines.append(line)
  }

  func after(_ position: Position) -> [AdoptedLine] {
    Array(lines.drop { $0.position <= position })
  }
}

/// A line that was recorded elsewhere.
struct AdoptedLine: Sendable {
  let bytes: [UInt8]
  let position: Position
  let time: Timestamp
  let id: EventID
  let isErasure: Bool

  init(_ bytes: [UInt8], _ view: RecordView) {
    self.bytes = bytes
    position = view.position
    time = view.time
    id = view.id
    isErasure = view.isErasure
  }
}

/// Lines of an origin's records, each checked before it is added: form, order, commitment, and the
/// root of every batch.
struct CheckedLines: ~Copyable {
  let name: String
  private(set) var lines = AdoptedLines()
  /// The integrity tree after the lines.
  private(set) var tree: MerkleTree
  private var sequence: RecordSequence
  private var decoder: SingleRecordDecoder
  private let seed: UInt32

  init(journal: JournalID, after position: Position, _ tree: MerkleTree, of name: String) {
    seed = journal.checksumSeed
    self.name = name
    self.tree = tree
    sequence = RecordSequence(expecting: position.next, notBefore: .earliest)
    decoder = SingleRecordDecoder(journal: journal)
  }

  mutating func add(_ record: OriginRecord) throws(JournalError) {
    let bytes = record.line(seed: seed)
    var line: AdoptedLine?
    let reason = decoder.read(bytes) { view in
      line = AdoptedLine(bytes, view)
      return sequence.follow(view)
    }
    if let line { lines.add(line) }
    tree.append(leaf: record.leaf)
    let isChanged = record.root.map { $0 != tree.root } ?? false
    if let reason = reason ?? (isChanged ? .root : nil) {
      throw .damaged(Damage(path: name, position: record.position, reason: reason))
    }
  }
}

/// The records of a batch of this process, as the origin stores them and as the copy gets them.
package struct OwnRecords: Sendable {
  /// Only the last one has a root.
  package private(set) var records: [OriginRecord] = []
  /// The integrity tree before and after the batch.
  let before: MerkleTree
  package private(set) var tree: MerkleTree
  private(set) var lines = AdoptedLines()

  /// - Parameters:
  ///   - bytes: the lines, each with its line feed.
  ///   - tree: the integrity tree before the batch.
  package init(_ bytes: [UInt8], of journal: JournalID, after tree: MerkleTree) {
    (before, self.tree) = (tree, tree)
    var decoder = SingleRecordDecoder(journal: journal)
    decoder.forEach(written: bytes[...]) { add($0, $1) }
    if !records.isEmpty { records[records.count - 1].root = self.tree.root }
  }

  private mutating func add(_ line: [UInt8], _ view: RecordView) {
    tree.append(leaf: view.leaf)
    lines.add(AdoptedLine(line, view))
    records.append(
      OriginRecord(
        position: view.position, core: Array(line[..<view.coreEnd]),
        section: Array(line[view.coreEnd..<(line.count - RecordFormat.checksumLength)]),
        root: nil))
  }
}
