import TestSupport

@testable import EventStore

extension DamageTable {
  /// Lines dropped, doubled, swapped, joined or split.
  func lines() -> [DamageCase] {
    [journal.closed, journal.open].flatMap { segment in
      segment.lines.indices.flatMap { index in cases(of: index, in: segment) }
    }
  }

  private func cases(of index: Int, in segment: SmallJournal.Segment) -> [DamageCase] {
    let position = segment.lines[index].position
    let isLast = index == segment.lines.count - 1
    let isOpen = segment.path == journal.open.path
    let texts = segment.lines.map { Array(segment.bytes[$0.range]) }
    func rebuilt(
      _ what: String, _ verdict: DamageCase.Verdict, _ change: (inout [[UInt8]]) -> Void
    ) -> DamageCase {
      var lines = texts
      change(&lines)
      return DamageCase(
        name: "line \(index) of \(segment.path) \(what)",
        image: journal.with(segment.path, Array(lines.joined())), verdict: verdict)
    }
    let end = segment.lines[segment.lines.count - 1].position
    let here = DamageCase.Verdict.damagedWithin(segment.path, position)
    let afterwards = DamageCase.Verdict.damagedWithin(segment.path, position + 1)
    let found = DamageCase.Verdict.damaged(segment.path, read: position, verified: position)
    let next = DamageCase.Verdict.damaged(segment.path, read: position + 1, verified: position + 1)
    let cut = DamageCase.Verdict.damaged(segment.path, read: end, verified: position)
    var cases = [
      // A whole append missing at the end can only be detected with a receipt.
      rebuilt(
        "dropped",
        isLast ? isOpen ? .whole(position - 1) : cut : isOpen ? found : here
      ) { $0.remove(at: index) },
      rebuilt(
        "doubled", isOpen ? next : isLast ? .damagedWithin(segment.path, end + 1) : afterwards
      ) {
        $0.insert($0[index], at: index)
      },
      rebuilt(
        "without its line feed",
        isOpen
          ? isLast ? .torn(position - 1) : found
          : index >= segment.lines.count - 2 ? cut : here
      ) {
        $0[index].removeLast()
      },
      rebuilt("with a carriage return", isOpen || isLast ? found : here) {
        $0[index].insert(0x0d, at: $0[index].count - 1)
      },
      rebuilt("after an empty line", isOpen ? found : here) { $0[index].insert(0x0a, at: 0) },
      rebuilt("after a byte order mark", isOpen || isLast ? found : here) {
        $0[index].insert(contentsOf: [0xef, 0xbb, 0xbf], at: 0)
      },
    ]
    if !isLast {
      let swapped: DamageCase.Verdict =
        isOpen
        ? found
        : index == segment.lines.count - 2
          ? .damaged(segment.path, read: end, verified: position) : here
      cases.append(rebuilt("swapped with the next", swapped) { $0.swapAt(index, index + 1) })
      cases.append(
        rebuilt(
          "joined to the end of the next",
          isOpen ? found : index == segment.lines.count - 2 ? cut : here
        ) {
          let joined = Array($0[index].prefix(150) + $0[index + 1].suffix(100))
          $0.replaceSubrange(index...index + 1, with: [joined])
        })
    }
    return cases
  }

  /// Segments missing, doubled, emptied, renamed, swapped or from another journal.
  func segments() throws -> [DamageCase] {
    let (closed, open) = (journal.closed, journal.open)
    let other = try SmallJournal(other: true)
    let last = closed.lines[closed.lines.count - 1].position
    let folder = "\(Workload.folder)/segments"
    func damaged(_ path: String, _ read: Int?, _ verified: Int?) -> DamageCase.Verdict {
      .damaged(path, read: read, verified: verified)
    }
    func with(_ path: String, _ bytes: [UInt8]?, without: String? = nil) -> DiskImage {
      var image = journal.with(path, bytes)
      if let without { image.files[without] = nil }
      return image
    }
    func longer(_ segment: SmallJournal.Segment, _ name: String, _ bytes: [UInt8]) -> DamageCase {
      let end = segment.lines[segment.lines.count - 1].position
      return DamageCase(
        name: "\(segment.path) longer by \(name)", image: with(segment.path, segment.bytes + bytes),
        verdict: damaged(segment.path, segment.path == open.path ? end + 1 : end, end + 1))
    }
    let stray = "\(folder)/00000000000000000099.jsonl"
    let middle = "\(folder)/00000000000000000003.jsonl"
    return [closed, open].flatMap { segment in
      [
        longer(segment, "an empty line", [0x0a]),
        longer(segment, "a line of text", Array("garbage\n".utf8)),
        longer(segment, "an empty object", Array("{}\n".utf8)),
      ]
    } + [
      longer(closed, "a text", Array("x".utf8)),
      longer(closed, "zeros", [UInt8](repeating: 0, count: 5000)),
      DamageCase(
        name: "the open segment longer by a text",
        image: with(open.path, open.bytes + Array("garbage".utf8)), verdict: .torn(journal.head)),
      DamageCase(
        name: "the closed segment missing", image: with(closed.path, nil),
        verdict: damaged(closed.path, 1, 1)),
      DamageCase(
        name: "the open segment missing", image: with(open.path, nil),
        verdict: damaged(open.path, last + 1, last + 1)),
      DamageCase(
        name: "the closed segment emptied", image: with(closed.path, []),
        verdict: damaged(closed.path, last, 1)),
      DamageCase(
        name: "the open segment emptied", image: with(open.path, []), verdict: .whole(last)),
      DamageCase(
        name: "the closed segment from another journal",
        image: with(closed.path, other.closed.bytes), verdict: damaged(closed.path, last, 1)),
      DamageCase(
        name: "the open segment from another journal", image: with(open.path, other.open.bytes),
        verdict: damaged(open.path, last + 1, last + 1)),
      DamageCase(
        name: "the segments in each other's place",
        image: {
          var image = with(closed.path, open.bytes)
          image.files[open.path] = closed.bytes
          return image
        }(), verdict: damaged(closed.path, last, 1)),
      DamageCase(
        name: "the open segment copied after itself", image: with(stray, open.bytes),
        verdict: damaged(open.path, journal.head + 1, 99)),
      DamageCase(
        name: "the closed segment copied into itself", image: with(middle, closed.bytes),
        verdict: damaged(middle, 3, 3)),
      DamageCase(
        name: "the open segment renamed", image: with(stray, open.bytes, without: open.path),
        verdict: damaged(open.path, last + 1, last + 1)),
      DamageCase(
        name: "the closed segment renamed", image: with(middle, closed.bytes, without: closed.path),
        verdict: damaged(closed.path, 1, 1)),
      DamageCase(
        name: "an unknown file among the segments", image: with("\(folder)/notes.txt", [1]),
        verdict: damaged("\(folder)/notes.txt", nil, nil)),
      DamageCase(
        name: "an unfinished file among the segments", image: with("\(stray).new", [1]),
        verdict: .whole(journal.head)),
    ]
  }
}
