extension IndexRun {
  /// One key as it lies in the file: its hash and where its positions are.
  enum KeyEntry {
    static let size = 16
  }

  /// All keys with their positions, in the order of the hashes, page by page.
  struct KeyCursor {
    private let run: IndexRun
    private var page: [UInt8] = []
    private var index = 0
    /// The lists stand in the order of their keys.
    private var lists: VarintReader

    init(_ run: IndexRun) {
      self.run = run
      lists = VarintReader(page: [], at: 0, number: run.header.listsPage - 1, run: run)
    }

    /// The next key, nil behind the last.
    mutating func next() throws -> (hash: UInt64, positions: [Position])? {
      guard index < run.header.keys else { return nil }
      let perPage = IndexSection.entries(ofSize: KeyEntry.size)
      if index % perPage == 0 { page = try run.page(run.header.keysPage + index / perPage) }
      let at = index % perPage * KeyEntry.size
      index += 1
      let found = Found(count: 1, value: page.word(at: at + 8))
      let positions = try found.only.map { [$0] } ?? run.positions(in: &lists)
      return (page.word(at: at), positions)
    }
  }

  /// The offsets of all records, in order.
  func forEachOffset(_ body: (UInt64) throws -> Void) throws {
    let perPage = IndexSection.entries(ofSize: 8)
    let count = header.last.rawValue - header.first.rawValue + 1
    for number in 0..<IndexSection.pages(count, ofSize: 8) {
      let page = try page(header.offsetsPage + number)
      for index in 0..<min(perPage, count - number * perPage) { try body(page.word(at: index * 8)) }
    }
  }
}
