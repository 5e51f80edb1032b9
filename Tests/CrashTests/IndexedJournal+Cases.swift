import TestSupport

@testable import EventStore

/// The damages to the index.
extension IndexedJournal {
  func cases() throws -> [Case] {
    var random = SeededRandom(seed: 1)
    let exchanged = Effort.current.sample(pages() + names(), 30, using: &random)
    return runs.flatMap { damaged($0, &random) } + exchanged + (try foreign())
  }

  private func with(_ name: String, _ path: String, _ bytes: [UInt8]?) -> Case {
    var image = image
    image.files[path] = bytes
    return Case(name: name, image: image, head: head)
  }

  /// Bytes flipped, blocks zeroed, ends cut off or appended.
  private func damaged(_ path: String, _ random: inout SeededRandom) -> [Case] {
    let bytes = image.files[path] ?? []
    func changed(_ name: String, _ change: (inout [UInt8]) -> Void) -> Case {
      var bytes = bytes
      change(&bytes)
      return with("\(path): \(name)", path, bytes)
    }
    // Most bytes of a small run are zero, so the sample is drawn from the others, plus some of the
    // zeros.
    let places = bytes.indices.filter { bytes[$0] != 0 }.shuffled(using: &random)
      .prefix(Effort.current.pick(usual: 20, exhaustive: 400))
    let zeros = (0..<Effort.current.pick(usual: 4, exhaustive: 30)).map { _ in
      random.below(bytes.count)
    }
    let flips = (places + zeros).map { offset in
      var flipped = changed("byte \(offset) flipped") { $0[offset] ^= 1 << UInt8(offset % 8) }
      flipped.isRebuilt = offset % 8 == 0
      return flipped
    }
    let sizes = Array(stride(from: 0, to: bytes.count, by: 2048)) + zeros.prefix(10)
    let cuts = Effort.current.sample(sizes, 6, using: &random).map { size in
      changed("cut to \(size)") { $0.removeLast($0.count - size) }
    }
    let blocks = Array(stride(from: 0, to: bytes.count, by: 512))
    let holes = Effort.current.sample(blocks, 6, using: &random).map { start in
      changed("zeroed at \(start)") { for at in start..<start + 512 { $0[at] = 0 } }
    }
    return flips + cuts + holes + [
      changed("longer") { $0 += $0 }, with("\(path): missing", path, nil),
    ]
  }

  /// Pages replaced by other pages of the same run or of other runs.
  private func pages() -> [Case] {
    runs.flatMap { path in
      let bytes = image.files[path] ?? []
      return (0..<bytes.count / 4096).flatMap { number in
        runs.flatMap { source in
          let other = image.files[source] ?? []
          return (0..<other.count / 4096).filter { source != path || $0 != number }.map { from in
            var changed = bytes
            changed.replaceSubrange(
              number * 4096..<(number + 1) * 4096, with: other[from * 4096..<(from + 1) * 4096])
            return with("page \(from) of \(source) as \(number) of \(path)", path, changed)
          }
        }
      }
    }
  }

  /// Runs copied or renamed.
  private func names() -> [Case] {
    let folder = "\(Workload.folder)/index/"
    let others =
      runs
      + [
        "1-\(head).index", "1-\(head + 1).index", "1-9223372036854775807.index", "2-3.index",
        "1-1.index", "0-4.index", "4-1.index", "+1-4.index", "1-4.index.new", "1-4", "lock",
      ].map { folder + $0 }
    return runs.flatMap { path in
      others.filter { $0 != path }.flatMap { other in
        let doubled = with("\(path) also as \(other)", other, image.files[path])
        var renamed = doubled
        renamed.image.files[path] = nil
        return [doubled, Case(name: "\(path) as \(other)", image: renamed.image, head: head)]
      }
    }
  }

  /// Indexes of other journals, histories and points in time, and missing indexes.
  private func foreign() throws -> [Case] {
    let base = try Workload.journal(segmentBytes: 1500)
    let journals = [
      ("another journal", self), ("it", try Self(Self.image(of: base))),
      ("another history", try Self(Self.image(of: base, 3..<Self.rounds + 3))),
      ("the erased", try Self(Self.image(of: base, isErased: true))),
      ("the shorter", try Self(Self.image(of: base, 0..<3))),
    ]
    return journals.flatMap { name, journal in
      journals.flatMap { source, other in
        var whole = journal.image
        for path in journal.runs { whole.files[path] = nil }
        var cases = [Case(name: "\(name) without an index", image: whole, head: journal.head)]
        for path in other.runs {
          whole.files[path] = other.image.files[path]
          cases.append(
            journal.with("\(name) with \(path) of \(source)", path, other.image.files[path]))
        }
        let title = "\(name) with the index of \(source)"
        return cases + [Case(name: title, image: whole, head: journal.head)]
      }
    }
  }
}
