import TestSupport

@testable import EventStore

/// The damages to a small journal, with the expected verdicts. `IndexedJournal` has those to an
/// index, `SnapshottedJournal` those to snapshots.
struct DamageTable {
  let journal: SmallJournal
  private var closed: SmallJournal.Segment { journal.closed }
  private var open: SmallJournal.Segment { journal.open }
  private var head: Int { journal.head }

  init() throws { journal = try SmallJournal() }

  /// The offsets at which a table changes bytes.
  static func sample(of bytes: [UInt8]) -> [Int] { Effort.current.sample(bytes.indices, 40) }

  func cases() throws -> [DamageCase] {
    try flippedBytes() + zeroedBytes() + cutFiles() + zeroedBlocks() + lines() + segments()
      + manifests() + keys() + otherFiles()
  }

  private func changed(
    _ name: String, _ segment: SmallJournal.Segment, _ verdict: DamageCase.Verdict,
    _ change: (inout [UInt8]) -> Void
  ) -> DamageCase {
    var bytes = segment.bytes
    change(&bytes)
    return DamageCase(
      name: name, image: journal.with(segment.path, bytes), verdict: verdict)
  }

  /// The verdict for a wrong byte. Opening detects it in the open segment and in the last line of a
  /// closed one, reading elsewhere.
  private func wrong(_ segment: SmallJournal.Segment, at offset: Int) -> DamageCase.Verdict {
    let position = segment.line(at: offset).position
    let last = segment.lines[segment.lines.count - 1]
    if segment.path == closed.path && offset == last.range.lowerBound - 1 {
      return .damaged(segment.path, read: last.position, verified: position)
    }
    let isFoundByOpening = segment.path == open.path || position >= last.position
    return isFoundByOpening
      ? .damaged(segment.path, read: position, verified: position)
      : .damagedWithin(segment.path, position)
  }

  func flippedBytes() -> [DamageCase] {
    [closed, open].flatMap { segment in
      Self.sample(of: segment.bytes).map { offset in
        changed(
          "bit of byte \(offset) of \(segment.path) flipped", segment,
          wrong(segment, at: offset)
        ) { $0[offset] ^= 1 << UInt8(offset % 8) }
      }
    }
  }

  private func zeroedBytes() -> [DamageCase] {
    [closed, open].flatMap { segment in
      Self.sample(of: segment.bytes).map { offset in
        let line = segment.line(at: offset)
        // A final line feed that is alone in its block may never have been written.
        let isHole =
          segment.path == open.path && offset == segment.bytes.count - 1 && offset % 512 == 0
        return changed(
          "byte \(offset) of \(segment.path) zeroed", segment,
          isHole ? .torn(line.append.lowerBound - 1) : wrong(segment, at: offset)
        ) { $0[offset] = 0 }
      }
    }
  }

  private func cutFiles() -> [DamageCase] {
    let last = closed.lines[closed.lines.count - 1].position
    let closedCuts = Self.sample(of: closed.bytes).map { size in
      changed(
        "\(closed.path) cut to \(size)", closed,
        .damaged(closed.path, read: last, verified: closed.line(at: size).position)
      ) { $0.removeLast($0.count - size) }
    }
    let openCuts = Self.sample(of: open.bytes).map { size in
      let head = open.head(cutAt: size)
      let isWhole =
        size == 0
        || open.lines.contains {
          $0.range.upperBound == size && $0.position == $0.append.upperBound
        }
      return changed(
        "\(open.path) cut to \(size)", open, isWhole ? .whole(head) : .torn(head)
      ) { $0.removeLast($0.count - size) }
    }
    return closedCuts + openCuts
  }

  /// Zeroed blocks. If a later record says `synced`, they were on disk and are damage; otherwise
  /// they can't be distinguished from a torn write.
  private func zeroedBlocks() -> [DamageCase] {
    let size = open.bytes.count
    let edges = Array(stride(from: 0, to: size, by: 512)) + [size]
    return edges.indices.flatMap { from in
      edges.indices.filter { $0 > from }.map { to in
        let hole = edges[from]..<edges[to]
        let line = open.line(at: hole.lowerBound)
        let isProved = open.lines.contains {
          $0.range.lowerBound >= hole.upperBound && ($0.synced ?? -1) >= line.append.lowerBound
        }
        return changed(
          "bytes \(hole) of \(open.path) zeroed", open,
          isProved ? wrong(open, at: hole.lowerBound) : .torn(line.append.lowerBound - 1)
        ) { for offset in hole { $0[offset] = 0 } }
      }
    }
  }
}
