import TestSupport

@testable import EventStore

/// Something that was done to a journal's files behind its back, and what must come of it.
struct DamageCase: Sendable {
  enum Verdict: Hashable, Sendable {
    /// All is well, with so many events.
    case whole(Int)
    /// An append that was never acknowledged; so many events are left when it is cut.
    case torn(Int)
    /// Refused, with the file and the position that reading names, and the one `verify` names.
    case damaged(String, read: Int?, verified: Int?)
    /// As above, but found by whoever reads and not by opening.
    case damagedWithin(String, Int)
    /// A later version of the engine made it.
    case newer
    /// The events are whole; what needs the key is refused.
    case keyless(Int)
  }

  let name: String
  let image: DiskImage
  let verdict: Verdict

  /// What is wrong with how the engine takes it; nil when it is right.
  func objection(to journal: SmallJournal) -> String? {
    let disk = SimulatedDisk(image)
    let directory = Workload.directory(disk)
    do throws(JournalError) {
      if let wrong = try believed(directory, journal) { return "\(name): \(wrong)" }
      let found = try self.found(directory, disk)
      return found == verdict ? nil : "\(name): \(found) in place of \(verdict)"
    } catch { return "\(name): \(error)" }
  }

  /// Whether something is shown that was not recorded so.
  private func believed(
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
    return isPrefix ? nil : "believed something after \(leaves.count) records"
  }

  private func found(
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
      wasRepaired = !writer.repaired.isEmpty
    } catch {
      // Whoever refuses changes nothing.
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

  /// The number of events that a reader sees who reads everything.
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
