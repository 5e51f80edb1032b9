/// The journal's two locks. Whoever wants to append (or to see where the journal quietly ends)
/// passes the turnstile, waits for the lock while holding it, and lets the next one through: so
/// nobody is overtaken twice, however busy the others are.
///
/// They are advisory locks of the open file (`flock`), taken afresh for every batch.
struct JournalLock: Sendable {
  private let turnstile: any StoredFile
  private let journal: any StoredFile
  private let path: String

  /// The note in the lock's file.
  var allClear: AllClear { AllClear(journal) }

  init(_ directory: JournalDirectory, for purpose: OpenPurpose) throws(SystemError) {
    turnstile = try directory.files.open(directory.turnstilePath, for: purpose)
    journal = try directory.files.open(directory.lockPath, for: purpose)
    path = directory.path
  }

  /// Waits for the lock, at most until `deadline` on the clock of `SystemClock.ticks`.
  func acquire(_ kind: LockKind, until deadline: UInt64) throws(JournalError) {
    try poll(turnstile, .exclusive, until: deadline)
    defer { release(turnstile) }
    try poll(journal, kind, until: deadline)
  }

  /// The time that is so many milliseconds from now, on the clock of `SystemClock.ticks`.
  static func deadline(after wait: Int) -> UInt64 {
    SystemClock.ticks() + UInt64(min(max(0, wait), 1 << 40)) * 1_000_000
  }

  func release() { release(journal) }

  /// Whether the lock is still the one that others take.
  func isInPlace() throws(JournalError) -> Bool {
    do throws(SystemError) { return try journal.status().isNamed } catch {
      throw .storageFailed(doing: "locking", path: path, error)
    }
  }

  private func poll(
    _ file: any StoredFile, _ kind: LockKind, until deadline: UInt64
  ) throws(JournalError) {
    var attempts = 0
    while true {
      let taken: Bool
      do throws(SystemError) { taken = try file.tryLock(kind) } catch {
        throw .storageFailed(doing: "locking", path: path, error)
      }
      if taken { return }
      if SystemClock.ticks() >= deadline { throw .busy(path: path) }
      attempts += 1
      SystemClock.sleep(microseconds: attempts < 40 ? 50 : attempts < 100 ? 200 : 1000)
    }
  }

  /// A lock that cannot be given back goes with its file.
  private func release(_ file: any StoredFile) {
    do throws(SystemError) { try file.unlock() } catch { assertionFailure("unlock: \(error)") }
  }
}
