/// An index, in memory, of the records that the index files do not cover yet, if they are at most
/// as long as ``IndexBuilding/Sizes/largestTail``. It takes about as much memory as they are long.
///
/// For a single look-up, reading the records is faster than indexing them, so they are indexed at
/// the second look-up.
struct TailIndex: Sendable {
  /// The last position that the files cover.
  let start: Position
  private var places: [IndexRun.RecordSpan] = []
  /// The indices in `places` of the records with a key, by the key's hash.
  private var keys: [UInt64: [Int]] = [:]
  /// The number of look-ups asked for so far.
  var lookUps = 0

  init(after start: Position) { self.start = start }

  /// The last position covered.
  var last: Position { places.last?.position ?? start }

  mutating func add(_ view: RecordView, in segment: Position, at offset: Int) {
    let index = places.count
    view.forEachTagAndCommand { keys[$0.hash, default: []].append(index) }
    places.append(
      .init(position: view.position, segment: segment, offset: offset, length: view.byteCount))
  }

  /// Every event that `query` matches, and possibly others; nil if reading everything is faster.
  func matches(_ query: Query) -> [IndexRun.RecordSpan]? {
    var found: Set<Int> = []
    for item in query.items {
      let lists = item.tags.map { keys[IndexKey.tag($0).hash] ?? [] }
      guard let fewest = lists.min(by: { $0.count < $1.count }),
        fewest.count <= 16 + places.count / 8
      else { return nil }
      found.formUnion(fewest)
    }
    return found.sorted().map { places[$0] }
  }

  /// The first event of each command under this id, and possibly others.
  func matches(commandID id: String) -> [IndexRun.RecordSpan] {
    (keys[IndexKey.command(id).hash] ?? []).map { places[$0] }
  }

  func matches(at position: Position) -> [IndexRun.RecordSpan] {
    let index = position.rawValue - start.rawValue - 1
    return places.indices.contains(index) ? [places[index]] : []
  }
}

extension JournalReader {
  /// Looks up events that the index files do not cover; nil if reading them is faster, if this is
  /// the first look-up, or if there is damage in between, which reading them reports.
  mutating func lookUpInTail(
    after position: Position, through last: Position,
    _ look: (TailIndex) -> [IndexRun.RecordSpan]?
  ) -> JournalIndex.Matches? {
    guard position < last, unindexedBytes <= IndexBuilding.Sizes().largestTail else { return nil }
    var tail = self.tail.take() ?? TailIndex(after: index.last)
    if tail.start != index.last { tail = TailIndex(after: index.last) }
    tail.lookUps += 1
    if tail.lookUps == 1 {
      self.tail = tail
      return nil
    }
    if tail.last < last {
      do throws(JournalError) {
        try forEachPlace(after: tail.last, through: last) { view, segment, offset in
          tail.add(view, in: segment, at: offset)
          return true
        }
      } catch {
        stoppedAt = nil
        return nil
      }
    }
    self.tail = tail
    return look(tail).map { places in
      .init(
        places: places.filter { $0.position > position && $0.position <= last }, last: last,
        isFromTail: true)
    }
  }
}
