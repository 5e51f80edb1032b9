import TestSupport

@testable import EventStore

/// The damages to the snapshots.
extension SnapshottedJournal {
  func cases() throws -> [Case] {
    try damaged() + names() + headers() + foreign()
  }

  /// Bytes of the newer one flipped and zeroed, and lengths it can be cut to: the older one is used.
  func damaged() -> [Case] {
    let (path, bytes) = (Self.path(newer), file(newer))
    func changed(_ name: String, _ change: (inout [UInt8]) -> Void) -> Case {
      var bytes = bytes
      change(&bytes)
      return with(name, path, bytes, used: older)
    }
    return DamageTable.sample(of: bytes).flatMap { offset in
      [
        changed("byte \(offset) flipped") { $0[offset] ^= 1 << UInt8(offset % 8) },
        changed("byte \(offset) zeroed") { $0[offset] = 0 },
        changed("cut to \(offset)") { $0.removeLast($0.count - offset) },
      ]
    } + [
      changed("a byte longer") { $0.append(0x20) }, changed("doubled") { $0 += $0 },
      with("missing", path, nil, used: older),
      with("the older one damaged", Self.path(older), Array(bytes.dropLast()), used: newer),
      with("both damaged", only: [path: [1], Self.path(older): [1]], used: nil),
      with("none at all", only: [:], used: nil),
      with(
        "only later ones, of events that the journal lost",
        only: Dictionary(uniqueKeysWithValues: (1...4).map { (Self.path(newer + $0), bytes) }),
        used: nil),
    ]
  }

  /// Snapshots under the names of others and under invalid names.
  private func names() -> [Case] {
    let other = SnapshotStates.names[0]
    let (new, old) = (file(newer), file(older))
    let strange = ["+\(newer)", "0\(newer)", "0", "-1", "", "x", "9223372036854775807"].map {
      with("also as @\($0)", Self.path($0), new, used: newer)
    }
    return strange + [
      with("unchanged", only: snapshots, used: newer),
      with("the older one's bytes", Self.path(newer), old, used: older),
      with("the newer one's under the older name", only: [Self.path(older): new], used: nil),
      with("of another state", Self.path(newer), file(newer, of: other), used: older),
      with("only of another state", only: [Self.path(newer, of: other): new], used: nil),
      with("not put in place yet", only: ["\(Self.path(newer)).new": new], used: nil),
      with("after the head", Self.path(newer + 1), new, used: newer),
    ]
  }

  /// Headers of something else, with a valid code.
  private func headers() throws -> [Case] {
    let key = try image.key()
    guard let found = Snapshot.decoded(file(newer), key) else { return [] }
    func with(_ name: String, _ change: (inout Snapshot.Header) -> Void) throws -> Case {
      var header = found.header
      change(&header)
      let bytes = Snapshot.sealed(
        ChecksummedLine.encoded(header) + found.snapshot.bytes, key)
      return self.with("a header \(name)", Self.path(newer), bytes, used: older)
    }
    return try [
      with("of a newer format") { $0.snapshot = 3 },
      with("of an older shape of the state") { $0.version = 1 },
      with("of a newer shape of the state") { $0.version = 3 },
      with("of another state") { $0.model = SnapshotStates.names[0] },
      with("of another position") { $0.position = Position(older) },
      with("of another event") { $0.event = EventID(high: 1, low: 1).description },
      with("without an event") { $0.event = "" },
      with("of another journal") { $0.journal = JournalID(EventID(high: 1, low: 1)) },
    ]
  }

  /// Snapshots of other journals, histories and points in time.
  func foreign() throws -> [Case] {
    let base = try Workload.journal(segmentBytes: 900)
    let (this, another) = (try Self(from: base), try Self(from: base, label: "b"))
    // Each source's snapshots are moved to a journal that they don't belong to.
    let pairs: [(String, Self, Self, Int?)] = try [
      ("another journal", this, self, nil), ("another history", this, another, nil),
      ("before an erasure", this.erasing("eva"), this, nil),
      ("before a later erasure", this.erasing("a1"), this, this.older),
      ("before an erasure that found nothing", this.erasing("nobody"), this, this.newer),
      ("a longer journal", this.shorter, this, this.older),
    ]
    return pairs.flatMap { name, journal, source, used in
      [
        journal.with("those of \(name)", only: source.snapshots, used: used),
        journal.with("none of \(name)", only: [:], used: nil),
      ]
    }
  }
}
