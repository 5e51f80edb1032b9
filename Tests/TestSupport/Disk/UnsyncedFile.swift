/// A file with its contents on stable storage and the unsynced changes since.
struct UnsyncedFile {
  enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(size: Int)
  }

  var durable: [UInt8] = []
  var changes: [Change] = []

  mutating func sync() {
    for change in changes { Self.apply(change, to: &durable) }
    changes = []
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .write(let offset, let written): bytes.overwrite(with: written, at: offset)
    case .truncate(let size): bytes.cut(to: size)
    }
  }

  /// The contents that a crash may leave: any subset of the changes, and of each write any prefix
  /// and any of its blocks. The first has none of the changes, the last has all.
  func remains(_ limits: CrashLimits, _ random: inout SeededRandom) -> [[UInt8]] {
    guard !changes.isEmpty else { return [durable] }
    var remains: [[UInt8]] = []
    var seen: Set<[UInt8]> = []
    func add(_ bytes: [UInt8]) { if seen.insert(bytes).inserted { remains.append(bytes) } }
    add(durable)
    for subset in Subsets.of(changes.count, atMost: limits.subsets, &random) {
      add(applying(changes.indices.filter { subset[$0] }))
    }
    for index in changes.indices {
      guard case .write(let offset, let bytes) = changes[index] else { continue }
      for before in Set([Array(0..<index), []]) {
        let base = applying(before)
        for torn in Self.torn(bytes, at: offset, over: base, limits, &random) { add(torn) }
      }
    }
    let all = applying(Array(changes.indices))
    remains.removeAll { $0 == all }
    return remains + [all]
  }

  /// Random remains: each change completely, not at all or in part.
  func randomRemains(_ random: inout SeededRandom) -> [UInt8] {
    var left = durable
    for change in changes {
      let chance = random.below(4)
      if chance == 0 { continue }
      if chance == 1, case .write(let offset, let bytes) = change {
        let torn = Self.torn(
          bytes, at: offset, over: left,
          CrashLimits(prefixes: 1, subsets: 1, combinations: 1), &random)
        left = torn[random.below(torn.count)]
      } else {
        Self.apply(change, to: &left)
      }
    }
    return left
  }

  private func applying(_ chosen: [Int]) -> [UInt8] {
    var bytes = durable
    for index in chosen { Self.apply(changes[index], to: &bytes) }
    return bytes
  }

  /// The possible remains of one write over `base`.
  private static func torn(
    _ bytes: [UInt8], at offset: Int, over base: [UInt8], _ limits: CrashLimits,
    _ random: inout SeededRandom
  ) -> [[UInt8]] {
    var torn: [[UInt8]] = []
    for count in prefixes(of: bytes.count, limits, &random) {
      var left = base
      left.overwrite(with: bytes.prefix(count), at: offset)
      torn.append(left)
    }
    let end = offset + bytes.count
    let blocks = stride(from: offset / 512 * 512, to: end, by: 512).map {
      max($0, offset)..<min($0 + 512, end)
    }
    for subset in Subsets.of(blocks.count, atMost: limits.subsets, &random) {
      var left = base
      for (block, isApplied) in zip(blocks, subset) where isApplied {
        left.overwrite(
          with: bytes[(block.lowerBound - offset)..<(block.upperBound - offset)],
          at: block.lowerBound)
      }
      torn.append(left)
      // The length may reach the disk before the blocks.
      if left.count < end {
        left.cut(to: end)
        torn.append(left)
      }
    }
    return torn
  }

  private static func prefixes(
    of count: Int, _ limits: CrashLimits, _ random: inout SeededRandom
  ) -> [Int] {
    if count <= limits.prefixes { return Array(0...count) }
    return (0..<limits.prefixes).map { _ in random.below(count + 1) }
  }
}

/// The limits up to which all crashes are tried, beyond which they are sampled.
package struct CrashLimits: Sendable {
  /// The length up to which a write is cut at every byte.
  package var prefixes: Int
  /// The number of subsets up to which all are tried.
  package var subsets: Int
  /// The number of combinations of files' remains and name changes.
  package var combinations: Int
  /// The number of random images for workloads with much unsynced data; nil tries systematically.
  package var samples: Int?

  package init(prefixes: Int, subsets: Int, combinations: Int) {
    self.prefixes = prefixes
    self.subsets = subsets
    self.combinations = combinations
  }

  /// Tries all cases of small writes, except in the usual run.
  package static let thorough = Effort.current.pick(
    usual: few, exhaustive: CrashLimits(prefixes: 2048, subsets: 256, combinations: 256))

  package static func samples(_ count: Int) -> CrashLimits {
    var limits = few
    limits.samples = count
    return limits
  }

  /// For a crash during the recovery from a crash.
  package static let few = CrashLimits(prefixes: 8, subsets: 8, combinations: 24)
}
