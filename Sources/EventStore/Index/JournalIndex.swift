/// The runs of a journal's index. Together they cover its first positions, up to a record that is
/// on stable storage. Later records are read, or looked up in the ``TailIndex``.
///
/// Runs are merged in tiers, so that there are O(log n) of them.
struct JournalIndex: Sendable {
  private(set) var runs: [IndexRun] = []
  /// Whether a run was found to be wrong since the runs were loaded.
  private(set) var isDistrusted = false
  /// Whether completing the index has failed, for example at damage. It is not tried again.
  var isGivenUp = false
  /// The head of the journal from which on the index is loaded again. With fewer new events it
  /// cannot have grown much.
  private var loadsFrom = Position.start
  private let directory: JournalDirectory
  private let manifest: Manifest
  /// The key that authenticates derived files. Nil before ``loadKey()`` is called, and if there is
  /// no key; no derived file is used then.
  private(set) var key: JournalKey?

  init(_ directory: JournalDirectory, _ manifest: Manifest) {
    self.directory = directory
    self.manifest = manifest
  }

  /// The journal's key, if it is available.
  mutating func loadKey() -> JournalKey? {
    if key == nil { key = DerivedFiles.ignoringFailure { try directory.key(for: manifest) } }
    return key
  }

  /// The last position covered.
  var last: Position { runs.last?.header.last ?? .start }

  /// Loads the runs if there may be new ones since the last time.
  ///
  /// - Parameter head: the journal's last position.
  mutating func load(for head: Position) {
    guard head >= loadsFrom else { return }
    load()
    loadsFrom = Position(head.rawValue + 4096)
  }

  /// Loads the existing runs, up to the first gap that no usable run fills.
  mutating func load() {
    isDistrusted = false
    let ranges = DerivedFiles.ignoringFailure { try directory.indexRuns() } ?? []
    var runs: [IndexRun] = []
    while !ranges.isEmpty, let key = loadKey() {
      let next = runs.last?.header.last.next ?? Position(1)
      // The longest is the result of merging the others.
      let candidates = ranges.filter { $0.lowerBound == next }
        .sorted { $0.upperBound > $1.upperBound }
      var found: IndexRun?
      for candidate in candidates where found == nil { found = open(candidate, key) }
      guard let found else { break }
      runs.append(found)
    }
    self.runs = runs
  }

  /// Stops using all runs until they are loaded again: one of them was found to be wrong.
  mutating func distrust() {
    runs = []
    isDistrusted = true
  }

  /// Stops using all runs, and loads what there is at the next look-up: an erasure has moved the
  /// records, and the runs were removed.
  mutating func forget() {
    runs = []
    isDistrusted = false
    loadsFrom = .start
  }

  /// Loads the usable runs and removes the files of all others: of those that are incomplete or
  /// were merged, and of all runs if one was found to be wrong. Files of other names stay.
  mutating func tidy() throws(SystemError) {
    let isDistrusted = isDistrusted
    self.isDistrusted = false
    if !isDistrusted { load() }
    let used = Set(runs.map { Self.name(ofRun: $0.header.first...$0.header.last) })
    for name in try directory.files.names(in: directory.indexPath) where !used.contains(name) {
      let run = name.hasSuffix(".new") ? String(name.dropLast(4)) : name
      guard Self.positions(ofRun: run) != nil else { continue }
      try directory.files.remove("\(directory.indexPath)/\(name)")
    }
  }

  private func open(_ positions: ClosedRange<Position>, _ key: JournalKey) -> IndexRun? {
    let known = runs.first {
      $0.header.first == positions.lowerBound && $0.header.last == positions.upperBound
    }
    if let known { return known }
    guard
      let run = DerivedFiles.ignoringFailure({
        try directory.openRun(positions, PageSeal(key, manifest.journal, positions))
      }) ?? nil,
      let segmentRange = run.segmentRanges.last,
      let segment = DerivedFiles.ignoringFailure({
        try directory.openSegment(segmentRange.segment, for: .reading)
      }),
      run.ends(in: segment)
    else { return nil }
    return run
  }

  static func name(ofRun positions: ClosedRange<Position>) -> String {
    "\(positions.lowerBound.rawValue)-\(positions.upperBound.rawValue).index"
  }

  static func positions(ofRun name: String) -> ClosedRange<Position>? {
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
  /// The folder of the index: derived, so it may be deleted at any time.
  var indexPath: String { "\(path)/index" }

  func indexRunPath(_ positions: ClosedRange<Position>) -> String {
    "\(indexPath)/\(JournalIndex.name(ofRun: positions))"
  }

  /// The ranges of the existing runs, according to their names.
  func indexRuns() throws(SystemError) -> [ClosedRange<Position>] {
    try files.namesIfAny(in: indexPath).compactMap(JournalIndex.positions(ofRun:))
  }

  /// The run of these positions; nil if the file was not made with the seal.
  func openRun(
    _ positions: ClosedRange<Position>, _ seal: PageSeal
  ) throws(SystemError) -> IndexRun? {
    try IndexRun(files.open(indexRunPath(positions), for: .reading), seal, positions)
  }
}

// MARK: - Look-up

extension JournalIndex {
  /// The candidates for a query: every event it matches up to `last`, and possibly others.
  struct Matches {
    var places: [IndexRun.RecordSpan]
    /// The last position covered by the look-up.
    var last: Position
    /// Whether they are from the index in memory.
    var isFromTail = false
  }

  /// Looks up the matches of `query` after `position`; nil if reading everything is faster.
  ///
  /// - Throws: if a run is unusable.
  func matches(
    _ query: Query, after position: Position, through last: Position
  ) throws -> Matches? {
    guard !query.items.isEmpty, position < last else { return nil }
    // Reading in order is about four times as fast as looking up.
    var most = max(16, (min(last, self.last).rawValue - position.rawValue) / 4)
    return try matches(after: position, through: last) { run in
      let range = max(position.next, run.header.first)...min(last, run.header.last)
      var positions: [Position] = []
      for item in query.items {
        guard let found = try Self.positions(item, in: run, range, atMost: most) else { return nil }
        positions += found
        if positions.count > most { return nil }
      }
      most -= positions.count
      return query.items.count == 1 ? positions : Set(positions).sorted()
    }
  }

  /// The events under this key, and possibly others.
  func matches(of key: IndexKey) throws -> Matches? {
    try matches(after: .start, through: last) { run in
      try run.find(key).map { try run.positions(of: $0) } ?? []
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

  /// The candidate positions for an item, in order: the whole range, if a look-up would take longer
  /// than reading its records. Nil if there are certainly more than `most`.
  private static func positions(
    _ item: Query.Item, in run: IndexRun, _ range: ClosedRange<Position>, atMost most: Int
  ) throws -> [Position]? {
    var demands: [PostingList] = []
    for tag in item.tags {
      guard let found = try run.find(.tag(tag)) else { return [] }
      demands.append(PostingList(keys: [found]))
    }
    // Reading a few records is faster than looking up the types.
    if !item.types.isEmpty, !demands.contains(where: { $0.count <= 8 }) {
      demands.append(PostingList(keys: try item.types.compactMap { try run.find(.type($0)) }))
    }
    demands.sort { $0.count < $1.count }
    let numbers = range.lowerBound.rawValue...range.upperBound.rawValue
    guard let fewest = demands.first, fewest.count / 64 <= numbers.count else {
      return numbers.map { Position($0) }
    }
    let outside = run.header.last.rawValue - run.header.first.rawValue + 1 - numbers.count
    if demands.count == 1 && fewest.count - outside > most { return nil }
    var positions = try fewest.positions(in: run, range)
    // Reading a position is about a hundred times faster than reading a record.
    for demand in demands.dropFirst() where demand.count / 64 <= positions.count {
      let others = try demand.positions(in: run, range)
      var next = 0
      positions.removeAll { position in
        while next < others.count, others[next] < position { next += 1 }
        return next == others.count || others[next] != position
      }
    }
    return positions
  }

  /// The positions that meet one requirement of an item: those listed under any of some keys.
  private struct PostingList {
    let keys: [IndexRun.Postings]
    let count: Int

    init(keys: [IndexRun.Postings]) {
      self.keys = keys
      count = keys.reduce(0) { $0 + $1.count }
    }

    func positions(in run: IndexRun, _ range: ClosedRange<Position>) throws -> [Position] {
      var positions: [Position] = []
      for key in keys { positions += try run.positions(of: key).filter(range.contains) }
      guard keys.count > 1 else { return positions }
      // Each list is in order, which makes sorting fast. A position may occur twice, since hashes
      // of keys may collide.
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
