extension IndexRun {
  /// The layout of a stored key: its hash and the place of its positions.
  enum KeyEntry {
    static let size = 16
  }

  /// All keys with their positions, in the order of the hashes, page by page.
  struct KeyCursor {
    private let run: IndexRun
    private var page: [UInt8] = []
    private var index = 0
    /// The lists, in the order of their keys.
    private var lists: VarintReader

    init(_ run: IndexRun) {
      self.run = run
      lists = VarintReader(page: [], at: 0, number: run.header.listsPage - 1, run: run)
    }

    /// The next key; nil after the last.
    mutating func next() throws -> (hash: UInt64, positions: [Position])? {
      guard index < run.header.keys else { return nil }
      let perPage = IndexSection.entries(ofSize: KeyEntry.size)
      if index % perPage == 0 { page = try run.page(run.header.keysPage + index / perPage) }
      let at = index % perPage * KeyEntry.size
      index += 1
      let postings = Postings(count: 1, value: page.word(at: at + 8))
      let hash = page.word(at: at)
      if let position = try run.singlePosition(of: postings) { return (hash, [position]) }
      // A look-up reads the list at the entry's offset, this cursor the one after the previous
      // list. Both must be the same.
      guard postings.value == lists.offset else { throw Unusable() }
      return (hash, try run.positions(in: &lists))
    }
  }

  /// The offsets of all records, in order, page by page.
  struct OffsetCursor {
    private let run: IndexRun
    private var page: [UInt8] = []
    private var index = 0

    init(_ run: IndexRun) { self.run = run }

    /// The next offset; nil after the last.
    mutating func next() throws -> UInt64? {
      guard index < run.header.count else { return nil }
      let perPage = IndexSection.entries(ofSize: 8)
      if index % perPage == 0 { page = try run.page(run.header.offsetsPage + index / perPage) }
      defer { index += 1 }
      return page.word(at: index % perPage * 8)
    }
  }
}
