/// Recorded lines that are added to a copy byte for byte.
struct AdoptedLines: Sendable {
  /// The lines, each with its line feed.
  private(set) var bytes: [UInt8]
  private var lines: [AdoptedLine] = []
  private(set) var lastErasure: Position?

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Adds the lines of the next batch.
  mutating func append(_ next: AdoptedLines) {
    lines += next.lines.map { $0.moved(by: bytes.count) }
    bytes += next.bytes
    lastErasure = next.lastErasure ?? lastErasure
  }

  mutating func reserve(_ capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Notes the place and the envelope of a line whose bytes are there already.
  mutating func note(_ line: AdoptedLine) {
    if line.isErasure { lastErasure = line.position }
    lines.append(line)
  }

  /// Adds the line of a record, without its line feed.
  ///
  /// - Returns: the line.
  mutating func add(_ record: OriginRecord, seed: UInt32) -> ArraySlice<UInt8> {
    let start = bytes.count
    record.appendLine(to: &bytes, seed: seed)
    return bytes[start...]
  }

  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  /// The lines that follow the one at a position; nil if the next one is not among them.
  func following(_ position: Position) -> (bytes: ArraySlice<UInt8>, last: AdoptedLine)? {
    guard let first = lines.firstIndex(where: { $0.position == position.next }),
      let last = lines.last
    else { return nil }
    return (bytes[lines[first].start...], last)
  }
}

/// The place and the envelope of a recorded line.
struct AdoptedLine: Sendable {
  /// The offset of its first byte in ``AdoptedLines/bytes``.
  private(set) var start: Int
  let position: Position
  let time: Timestamp
  let id: EventID
  let isErasure: Bool

  init(at start: Int, _ view: RecordView) {
    self.start = start
    position = view.position
    time = view.time
    id = view.id
    isErasure = view.isErasure
  }

  func moved(by length: Int) -> AdoptedLine {
    var line = self
    line.start += length
    return line
  }
}

/// Lines for a copy, which gets them once they are on stable storage at the origin.
package struct UncopiedLines: Sendable {
  /// The integrity tree before and after them.
  let before: MerkleTree
  package fileprivate(set) var tree: MerkleTree
  fileprivate(set) var lines: AdoptedLines

  /// Adds the next batch.
  ///
  /// - Returns: false if it does not follow this one.
  package mutating func append(_ next: UncopiedLines) -> Bool {
    guard next.before.size == tree.size else { return false }
    lines.append(next.lines)
    tree = next.tree
    return true
  }

  fileprivate init(_ lines: AdoptedLines, before: MerkleTree, _ tree: MerkleTree) {
    (self.lines, self.before, self.tree) = (lines, before, tree)
  }

  /// Checks records: form, order, commitment, and the root of every batch.
  ///
  /// - Parameters:
  ///   - tree: the integrity tree before them.
  ///   - name: of the origin, for the error.
  /// - Throws: `.damaged` if a record is not what was recorded.
  package init(
    checking records: [OriginRecord], of journal: JournalID, after tree: MerkleTree,
    at name: String
  ) throws(JournalError) {
    let seed = journal.checksumSeed
    var sequence = RecordSequence(expecting: Position(tree.size).next, notBefore: .earliest)
    var decoder = SingleRecordDecoder(journal: journal)
    self.init(AdoptedLines(), before: tree, tree)
    lines.reserve(records.reduce(0) { $0 + $1.lineLength })
    for record in records {
      let start = lines.bytes.count
      var line: AdoptedLine?
      let reason = decoder.read(lines.add(record, seed: seed)) { view in
        line = AdoptedLine(at: start, view)
        return sequence.follow(view)
      }
      lines.endLine()
      if let line { lines.note(line) }
      self.tree.append(leaf: record.leaf)
      let isChanged = record.root.map { $0 != self.tree.root } ?? false
      if let reason = reason ?? (isChanged ? .root : nil) {
        throw .damaged(Damage(path: name, position: record.position, reason: reason))
      }
    }
  }
}

/// The records of a batch of this process, as the origin stores them and as the copy gets them.
package struct BatchRecords: Sendable {
  /// Only the last one has a root.
  package private(set) var records: [OriginRecord] = []
  package private(set) var lines: UncopiedLines

  /// - Parameters:
  ///   - bytes: the lines, each with its line feed.
  ///   - tree: the integrity tree before the batch.
  package init(_ bytes: [UInt8], of journal: JournalID, after tree: MerkleTree) {
    lines = UncopiedLines(AdoptedLines(bytes), before: tree, tree)
    var decoder = SingleRecordDecoder(journal: journal)
    decoder.forEach(written: bytes[...]) { line, view in
      lines.tree.append(leaf: view.leaf)
      lines.lines.note(AdoptedLine(at: line.startIndex, view))
      let section = line.dropFirst(view.coreEnd).dropLast(RecordFormat.checksumLength)
      records.append(
        OriginRecord(
          position: view.position, core: Array(line.prefix(view.coreEnd)),
          section: Array(section), root: nil))
    }
    if !records.isEmpty { records[records.count - 1].root = lines.tree.root }
  }
}
