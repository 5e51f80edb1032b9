import TestSupport

@testable import EventStore

/// A change of a journal's files from outside, with the expected verdict.
struct DamageCase: Sendable {
  enum Verdict: Hashable, Sendable {
    /// The journal is intact, with this number of events.
    case whole(Int)
    /// The end is torn, with this number of events before it.
    case torn(Int)
    /// Opening is refused. Gives the damaged file and the positions reported by the reader and by
    /// `verify`.
    case damaged(String, read: Int?, verified: Int?)
    /// Opening succeeds, and reading reports the damage.
    case damagedWithin(String, Int)
    /// The format is of a later version.
    case newer
    /// The events are intact; operations that need the key are refused.
    case keyless(Int)
  }

  let name: String
  let image: DiskImage
  let verdict: Verdict

  /// A description of the deviation from the expected verdict; nil if there is none.
  func objection(to journal: SmallJournal) -> String? {
    let disk = SimulatedDisk(image)
    let directory = Workload.directory(disk)
    do throws(JournalError) {
      if let wrong = try trustedWrongly(directory, journal) { return "\(name): \(wrong)" }
      let found = try actualVerdict(directory, disk)
      return found == verdict ? nil : "\(name): \(found) in place of \(verdict)"
    } catch { return "\(name): \(error)" }
  }

  /// A description of unrecorded events that a reader returns; nil if there are none.
  private func trustedWrongly(
    _ directory: JournalDirectory, _ journal: SmallJournal
  ) throws(JournalError) -> String? {
    var leaves: [Digest] = []
    do throws(JournalError) {
      var reader = try JournalReader.openIntactPart(of: directory, wait: 0)
      try reader.forEach { (view) throws(JournalError) in
        leaves.append(view.leaf)
        return true
      }
    } catch {
      switch error {
      case .damaged, .missing, .otherFormat: break
      default: throw error
      }
    }
    let isPrefix = journal.lines.map(\.leaf).starts(with: leaves)
    return isPrefix ? nil : "trusted a wrong record after \(leaves.count) records"
  }

  private func actualVerdict(
    _ directory: JournalDirectory, _ disk: SimulatedDisk
  ) throws(JournalError) -> Verdict {
    let reading = Self.head(directory)
    let verification: Verification
    do throws(JournalError) { verification = try directory.verify(wait: 0) } catch {
      return Self.verdict(error, reading, nil)
    }
    let (isKeyless, wasRepaired): (Bool, Bool)
    do throws(JournalError) {
      let writer = try JournalWriter.open(directory, wait: 0)
      isKeyless = if case .failure = writer.key { true } else { false }
      wasRepaired = writer.repaired.contains { $0.bytes > 0 }
    } catch {
      // A refusal must not change any file.
      precondition(disk.image == image)
      return Self.verdict(error, reading, verification)
    }
    if case .failure(.damaged(let damage)) = reading {
      guard let position = damage.position?.rawValue,
        let first = verification.damages.first, first.path == damage.path,
        first.position == damage.position
      else { return .damaged(damage.path, read: damage.position?.rawValue, verified: nil) }
      return .damagedWithin(damage.path, position)
    }
    let head = try reading.get()
    if let damage = verification.damages.first {
      return .damaged(damage.path, read: nil, verified: damage.position?.rawValue)
    }
    if verification.torn != nil || wasRepaired { return .torn(head) }
    return isKeyless ? .keyless(head) : .whole(head)
  }

  private static func verdict(
    _ error: JournalError, _ reading: Result<Int, JournalError>, _ verification: Verification?
  ) -> Verdict {
    guard case .failure(let read) = reading, read == error else {
      return .damaged("the reader does not object to: \(error)", read: nil, verified: nil)
    }
    switch error {
    case .otherFormat: return .newer
    case .damaged(let damage):
      return .damaged(
        damage.path, read: damage.position?.rawValue,
        verified: verification?.damages.first?.position?.rawValue)
    default: return .damaged("\(error)", read: nil, verified: nil)
    }
  }

  /// The number of events that a reader returns.
  private static func head(_ directory: JournalDirectory) -> Result<Int, JournalError> {
    Result { () throws(JournalError) in
      var reader = try JournalReader.open(directory, wait: 0)
      var count = 0
      try reader.forEach { _ in
        count += 1
        return true
      }
      return count
    }
  }
}
