import EventEngine
import Projections

/// Cases for derived files, with valid and invalid authentication codes.
extension FuzzedJournal {
  func run(_ random: inout SeededRandom) throws -> Bool {
    let paths = contents.keys.filter { $0.hasSuffix(".index") }.sorted()
    let path = paths[random.below(paths.count)]
    let whole = contents[path] ?? []
    // One case in four has no access to the key.
    let isSealed = random.below(4) > 0
    let bytes = isSealed ? resealed(whole, path, &random) : whole.torn(&random)
    let directory = try with(path, bytes)
    let verified = try directory.verify(wait: 0)
    guard verified.damageCount == 0 else { throw FuzzFinding("\(verified.damages)") }
    var reader = try JournalReader.open(directory, wait: 0)
    var isCorrect = true
    for (query, positions) in zip(Self.queries, found) {
      isCorrect = try Self.positions(query, in: &reader) == positions && isCorrect
    }
    for position in 1...lines.count where random.below(8) == 0 {
      _ = try reader.time(at: Position(position))
    }
    if !isCorrect && (!isSealed || verified.derived.isEmpty) {
      throw FuzzFinding("\(path) hides events, and verify finds \(verified.derived)")
    }
    if !isSealed, Self.differInUse(bytes, whole), verified.derived.isEmpty {
      throw FuzzFinding("\(path) was changed without the key, and verify does not see it")
    }
    try use(directory, &random)
    return verified.derived.isEmpty
  }

  /// Whether two runs differ outside of all-zero pages. These are spare capacity of the hash table
  /// and never read.
  private static func differInUse(_ bytes: [UInt8], _ whole: [UInt8]) -> Bool {
    stride(from: 0, to: whole.count, by: Sealing.pageBytes).contains { start in
      let page = whole[start..<min(whole.count, start + Sealing.pageBytes)]
      return page.contains { $0 != 0 }
        && Array(bytes.dropFirst(start).prefix(page.count)) != Array(page)
    }
  }

  /// The run with changed words, pages or length, and valid codes.
  private func resealed(
    _ whole: [UInt8], _ path: String, _ random: inout SeededRandom
  ) -> [UInt8] {
    let name = path.split(separator: "/").last ?? ""
    let numbers = name.dropLast(6).split(separator: "-").compactMap { Int($0) }
    let seal = Sealing.run(key, id, numbers[0], numbers[1])
    var pages = stride(from: 0, to: whole.count, by: Sealing.pageBytes).map { start in
      Array(whole[start..<min(whole.count, start + Sealing.pageBytes)].dropLast(Sealing.codeBytes))
    }
    for _ in 0...random.below(3) {
      let number = random.below(pages.count)
      switch random.below(8) {
      case 0: pages.swapAt(number, random.below(pages.count))
      case 1 where pages.count > 1: pages.removeLast()
      case 2:
        let place = random.below(pages[number].count)
        pages[number][place] ^= 1 << UInt8(random.below(8))
      default: change(&pages[number], &random, isHeader: number == 0)
      }
    }
    return pages.enumerated().flatMap { Sealing.page($0.element, $0.offset, seal) }
  }

  /// Replaces one word.
  private func change(_ page: inout [UInt8], _ random: inout SeededRandom, isHeader: Bool) {
    // Most bytes in a page of a small run are zero, so only the part before them is changed.
    let used = isHeader ? 80 : (page.lastIndex { $0 != 0 } ?? 0) + 8
    let place = min(random.below(max(1, used / 8)) * 8, page.count - 8)
    let edge = JSONMutation.edges[random.below(JSONMutation.edges.count)]
    let word =
      random.below(3) == 0 ? UInt64(random.below(64)) : UInt64(bitPattern: Int64(edge))
    page.replaceSubrange(place..<place + 8, with: Sealing.word(word))
  }

  func snapshot(_ random: inout SeededRandom) throws -> Bool {
    let paths = contents.keys.filter { $0.hasSuffix(".snapshot") }.sorted()
    let path = paths[random.below(paths.count)]
    let whole = contents[path] ?? []
    let isSealed = random.below(4) > 0
    let content = Array(whole.dropLast(66))
    guard let feed = content.firstIndex(of: 0x0a) else { throw FuzzFinding("no snapshot") }
    var (header, state) = (Array(content[...feed]), Array(content[(feed + 1)...]))
    if random.below(2) == 0 {
      header = Sealing.line(Sealing.object(header).mutated(&random)) + [0x0a]
    } else {
      state = state.mutated(&random)
    }
    let bytes = isSealed ? Sealing.snapshot(header + state, key) : whole.torn(&random)
    let directory = try with(path, bytes)
    var reader = try JournalReader.open(directory, wait: 0)
    let store = SnapshotStore(directory)
    let findings = try store.findings(in: &reader)
    if !isSealed, bytes != whole, findings.map(\.path) != [path] {
      throw FuzzFinding("\(path) was changed without the key, and verify finds \(findings)")
    }
    var accepted = 0
    for state in Self.models.flatMap(\.models).map(\.state) {
      for snapshot in try store.all(of: state.name, version: state.version, in: &reader) {
        _ = try state.digest(snapshot)
        if store.path(of: snapshot) == path { accepted += 1 }
      }
    }
    if accepted > 0, findings.contains(where: { $0.path == path }) {
      throw FuzzFinding("\(path) is used, and verify says that it is not")
    }
    return accepted > 0
  }
}
