/// The runs of a journal's index: together they cover its first positions, up to a record that is
/// on stable storage. Later records are read.
///
/// Runs are merged in tiers, so that there are O(log n) of them.
struct JournalIndex: Sendable {
  private(set) var runs: [IndexRun] = []
  /// Whether a run has turned out to be wrong.
  private(set) var isDistrusted = false
  /// The head of the journal at which the index is loaded (again): it has not grown much before
  /// the journal has.
  private var loadsFrom = Position.start
  private let directory: JournalDirectory
  private let manifest: Manifest
  /// What derived files are authenticated with. Nil before they are looked for, and where there is
  /// no key: then none is used.
  private(set) var key: JournalKey?

  init(_ directory: JournalDirectory, _ manifest: Manifest) {
    self.directory = directory
    self.manifest = manifest
  }

  /// The journal's key, if it can be had.
  mutating func loadKey() -> JournalKey? {
    if key == nil { key = Derived.attempt { try directory.key(for: manifest) } }
    return key
  }

  /// The last position that is covered.
  var last: Position { runs.last?.header.last ?? .start }

  /// Loads the runs where there may be new ones since they were last loaded.
  ///
  /// - Parameter head: the journal's last position.
  mutating func load(for head: Position) {
    guard head >= loadsFrom else { return }
    load()
    loadsFrom = Position(head.rawValue + 4096)
  }

  /// Loads the runs there are, up to the first that cannot be read or is incomplete.
  mutating func load() {
    if isDistrusted { return }
    let ranges = Derived.attempt { try directory.indexRuns() } ?? []
    var runs: [IndexRun] = []
    while !ranges.isEmpty, let key = loadKey() {
      let next = runs.last?.header.last.next ?? Position(1)
      // The longest: it is the one that others were merged into.
      let candidates = ranges.filter { $0.lowerBound == next }
        .sorted { $0.upperBound > $1.upperBound }
      var found: IndexRun?
      for candidate in candidates where found == nil { found = open(candidate, key) }
      guard let found else { break }
      runs.append(found)
    }
    self.runs = runs
  }

  /// Uses none of the runs any more: one of them has turned out to be wrong.
  mutating func distrust() {
    runs = []
    isDistrusted = true
  }

  /// Takes up the runs there are, and removes every other file: runs that are not whole or that
  /// were merged, and all of them once one has turned out to be wrong.
  mutating func tidy() throws(SystemError) {
    let isDistrusted = isDistrusted
    self.isDistrusted = false
    if !isDistrusted { load() }
    let used = Set(runs.map { Self.name(ofRun: $0.header.first...$0.header.last) })
    for name in try directory.files.names(in: directory.indexPath) where !used.contains(name) {
      try directory.files.remove("\(directory.indexPath)/\(name)")
    }
  }

  private func open(_ positions: ClosedRange<Position>, _ key: JournalKey) -> IndexRun? {
    let known = runs.first {
      $0.header.first == positions.lowerBound && $0.header.last == positions.upperBound
    }
    if let known { return known }
    guard
      let run = Derived.attempt({
        try directory.openRun(positions, PageSeal(key, manifest.journal, positions))
      }) ?? nil,
      let stretch = run.stretches.last,
      let segment = Derived.attempt({
        try directory.openSegment(stretch.segment, for: .reading)
      }),
      run.ends(in: segment)
    else { return nil }
    return run
  }

  static func name(ofRun positions: ClosedRange<Position>) -> String {
    "\(positions.lowerBound.rawValue)-\(positions.upperBound.rawValue).index"
  }

  fileprivate static func positions(ofRun name: String) -> ClosedRange<Position>? {
    guard name.hasSuffix(".index") else { return nil }
    let parts = name.dropLast(6).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), let last = Int(parts[1]), 0 < first,
      first <= last, last <= Limits.lastPosition
    else { return nil }
    let positions = Position(first)...Position(last)
    return self.name(ofRun: positions) == name ? positions : nil
  }
}

extension JournalDirectory {
  /// Derived: may be deleted at any time.
  var indexPath: String { "\(path)/index" }

  func indexRunPath(_ positions: ClosedRange<Position>) -> String {
    "\(indexPath)/\(JournalIndex.name(ofRun: positions))"
  }

  /// What the runs there are cover, going by their names.
  func indexRuns() throws(SystemError) -> [ClosedRange<Position>] {
    let names: [String]
    do throws(SystemError) { names = try files.names(in: indexPath) } catch {
      if error == .noSuchFile { return [] }
      throw error
    }
    return names.compactMap(JournalIndex.positions(ofRun:))
  }

  /// The run of these positions; nil where the file is none that was made with the seal.
  func openRun(
    _ positions: ClosedRange<Position>, _ seal: PageSeal
  ) throws(SystemError) -> IndexRun? {
    try IndexRun(files.open(indexRunPath(positions), for: .reading), seal, positions)
  }
}

// MARK: - Finding

extension JournalIndex {
  /// Every event that `query` means up to `last`, and perhaps others.
  struct Matches {
    var places: [IndexRun.Place]
    /// Everything up to here was looked up.
    var last: Position
  }

  /// Looks up the matches of `query` after `position`; nil when reading all would be quicker.
  ///
  /// - Throws: when a run turns out to be unusable.
  func matches(
    _ query: Query, after position: Position, through last: Position
  ) throws -> Matches? {
    guard !query.items.isEmpty else { return nil }
    return try matches(after: position, through: last) { run in
      var positions: [Position] = []
      for item in query.items {
        guard let found = try Self.positions(item, in: run, after: position) else { return nil }
        positions += found
      }
      return query.items.count == 1 ? positions : Set(positions).sorted()
    }
  }

  /// The first event of each command under this id.
  func matches(commandID id: String, after position: Position) throws -> Matches? {
    try matches(after: position, through: last) { run in
      try run.find(.command(id)).map { try run.positions(of: $0, after: position) } ?? []
    }
  }

  /// The event at a position.
  func matches(at position: Position) throws -> Matches? {
    try matches(after: Position(position.rawValue - 1), through: position) { _ in [position] }
  }

  private func matches(
    after position: Position, through last: Position,
    _ look: (IndexRun) throws -> [Position]?
  ) throws -> Matches? {
    var matches = Matches(places: [], last: position)
    for run in runs where run.header.last > position && run.header.first <= last {
      guard let positions = try look(run) else { return nil }
      for found in positions where found > position && found <= last {
        matches.places.append(try run.place(of: found))
      }
      matches.last = min(run.header.last, last)
    }
    return matches.last > position ? matches : nil
  }

  /// Where events may be that an item means, in order. Nil when that is so many that reading them in
  /// order is quicker.
  private static func positions(
    _ item: Query.Item, in run: IndexRun, after position: Position
  ) throws -> [Position]? {
    var demands: [PostingList] = []
    for tag in item.tags {
      guard let found = try run.find(.tag(tag)) else { return [] }
      demands.append(PostingList(keys: [found]))
    }
    // A few records are read sooner than the types are looked up.
    if !item.types.isEmpty, !demands.contains(where: { $0.count <= 8 }) {
      demands.append(PostingList(keys: try item.types.compactMap { try run.find(.type($0)) }))
    }
    demands.sort { $0.count < $1.count }
    guard let fewest = demands.first else { return nil }
    let covered = run.header.last.rawValue - run.header.first.rawValue + 1
    if fewest.count > 16 && fewest.count > covered / 8 { return nil }
    var positions = try fewest.positions(in: run, after: position)
    // A position is read a hundred times sooner than a record.
    for demand in demands.dropFirst() where demand.count / 64 <= positions.count {
      let others = try demand.positions(in: run, after: position)
      var next = 0
      positions.removeAll { position in
        while next < others.count, others[next] < position { next += 1 }
        return next == others.count || others[next] != position
      }
    }
    return positions
  }

  /// One of the things that an event must have: any of some keys.
  private struct PostingList {
    let keys: [IndexRun.Found]
    let count: Int

    init(keys: [IndexRun.Found]) {
      self.keys = keys
      count = keys.reduce(0) { $0 + $1.count }
    }

    func positions(in run: IndexRun, after position: Position) throws -> [Position] {
      var positions: [Position] = []
      for key in keys { positions += try run.positions(of: key, after: position) }
      guard keys.count > 1 else { return positions }
      // One after another they are lists in order, of which sorting makes use. Keys may collide.
      positions.sort()
      var last: Position?
      positions.removeAll { position in
        defer { last = position }
        return position == last
      }
      return positions
    }
  }
}
