import EventEngine

/// Files of every kind with arbitrary values and valid checksums. The engine must neither trap nor
/// hang, nor accept a file that doesn't round-trip.
///
/// A case is determined by its number.
package struct FileFuzz: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case manifest, recordsHeader, record, key, suspect, consumer, secret, run, snapshot, receipt,
      proof
    /// A reader that lacks a limit, to test that the fuzzer detects it. Not part of a run.
    case planted
  }

  /// The results for the cases of one kind.
  package struct Tally: Sendable {
    package var cases = 0
    /// The number of files accepted as one of their kind. The others were refused with a reason or
    /// ignored.
    package var accepted = 0

    package init() {}

    package mutating func add(_ other: Tally) {
      cases += other.cases
      accepted += other.accepted
    }
  }

  package static let kinds = Kind.allCases.filter { $0 != .planted }

  package init() {}

  /// Runs the cases with these numbers, cycling through the kinds.
  package func run(_ numbers: Range<Int>) -> [Kind: Tally] {
    var tallies: [Kind: Tally] = [:]
    for number in numbers {
      let kind = Self.kinds[number % Self.kinds.count]
      let isAccepted = run(kind, number)
      tallies[kind, default: Tally()].cases += 1
      if isAccepted { tallies[kind, default: Tally()].accepted += 1 }
    }
    return tallies
  }

  /// - Returns: whether the file was accepted as one of its kind.
  @discardableResult
  package func run(_ kind: Kind, _ number: Int) -> Bool {
    var random = SeededRandom(seed: UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9)
    do { return try run(kind, &random) } catch {
      fatalError("case \(number), \(kind.rawValue): \(error)")
    }
  }

  private func run(_ kind: Kind, _ random: inout SeededRandom) throws -> Bool {
    let journal = FuzzedJournal.shared
    switch kind {
    case .manifest: return try journal.manifest(&random)
    case .recordsHeader: return try journal.recordsHeader(&random)
    case .record: return try journal.record(&random)
    case .key: return try journal.key(&random)
    case .suspect: return try journal.suspect(&random)
    case .consumer: return try journal.consumer(&random)
    case .secret: return try journal.secret(&random)
    case .run: return try journal.run(&random)
    case .snapshot: return try journal.snapshot(&random)
    case .receipt: return try journal.receipt(&random)
    case .proof: return try journal.proof(&random)
    case .planted: return try Planted.read(&random)
    }
  }
}

/// An input that should have been rejected.
struct FuzzFinding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A range of positions that is decoded without a limit.
private struct Planted: Codable {
  let first: Int
  let last: Int

  static func read(_ random: inout SeededRandom) throws -> Bool {
    let line = Sealing.line(Array(#"{"first":3,"last":9}"#.utf8))
    guard let object = JSONMutation.mutated(Sealing.object(line), &random) else { return false }
    var decoder = PayloadDecoder()
    do throws(PayloadDecodingError) {
      let planted = try decoder.decode(Planted.self, from: object)
      return planted.last - planted.first + 1 > 0
    } catch { return false }
  }
}

extension [UInt8] {
  /// The bytes with one bit flipped, the end cut off, a byte inserted or two bytes swapped.
  func torn(_ random: inout SeededRandom) -> [UInt8] {
    guard !isEmpty else { return [0] }
    var bytes = self
    let place = random.below(bytes.count)
    switch random.below(4) {
    case 0: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1: bytes.removeLast(bytes.count - place)
    case 2: bytes.insert(UInt8(random.below(256)), at: place)
    default: bytes.swapAt(place, random.below(bytes.count))
    }
    return bytes
  }

  /// The object with one value changed, or occasionally with changed bytes.
  func mutated(_ random: inout SeededRandom) -> [UInt8] {
    if random.below(16) == 0 { return torn(&random) }
    guard let mutated = JSONMutation.mutated(self, &random) else { return torn(&random) }
    // Two changes at once reach code that a single one doesn't.
    return random.below(4) == 0 ? JSONMutation.mutated(mutated, &random) ?? mutated : mutated
  }
}
