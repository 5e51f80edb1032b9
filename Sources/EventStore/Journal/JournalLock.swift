/// The journal's lock: an advisory lock (`flock`) of the journal's own folder, taken afresh for every
/// batch. A folder cannot be removed or exchanged without the journal in it, so there is no lock
/// file that could be lost.
///
/// A lock counts only while the path of the journal leads to the folder that is locked; that is
/// checked after each acquisition.
///
/// Waiting processes pass a turnstile, the lock of the folder `segments`: each waits for the journal
/// while it holds the turnstile, and then lets the next one through. So a waiting process is never
/// overtaken twice, however busy the others are.
struct JournalLock: Sendable {
  private let folder: any StoredDirectory
  private let turnstile: (any StoredDirectory)?
  private let path: String

  /// - Parameter directory: with its folder held open.
  init(_ directory: JournalDirectory) throws(JournalError) {
    let files = directory.files
    path = directory.path
    folder = try directory.attempt("opening", path) { () throws(SystemError) in
      try files.openDirectory(directory.path)
    }
    turnstile = try directory.attempt("opening", directory.segmentsPath) {
      () throws(SystemError) in
      // A journal that is just being made has none.
      do throws(SystemError) { return try files.openDirectory(directory.segmentsPath) } catch {
        if error == .noSuchFile { return nil }
        throw error
      }
    }
  }

  /// Waits for the lock, at most until `deadline` on the clock of `SystemClock.ticks`.
  ///
  /// - Throws: `.busy`; `.replaced` where the path leads to another folder by now, or to none.
  func acquire(_ kind: LockKind, until deadline: UInt64) throws(JournalError) {
    if let turnstile { try poll(turnstile, .exclusive, until: deadline) }
    defer { if let turnstile { release(turnstile) } }
    try poll(folder, kind, until: deadline)
    let isInPlace: Bool
    do throws(SystemError) { isInPlace = try folder.isAt(path) } catch {
      release()
      throw .storageFailed(doing: "looking for", path: path, error)
    }
    guard isInPlace else {
      release()
      throw .replaced(path: path)
    }
  }

  /// The time that is so many milliseconds from now, on the clock of `SystemClock.ticks`.
  static func deadline(after wait: Int) -> UInt64 {
    SystemClock.ticks() + UInt64(min(max(0, wait), 1 << 40)) * 1_000_000
  }

  func release() { release(folder) }

  /// Whether another process waits for the lock, which this one holds: then it is in the turnstile.
  func isAwaited() -> Bool {
    guard let turnstile else { return false }
    do throws(SystemError) {
      guard try turnstile.tryLock(.shared) else { return true }
    } catch { return false }
    release(turnstile)
    return false
  }

  private func poll(
    _ folder: any StoredDirectory, _ kind: LockKind, until deadline: UInt64
  ) throws(JournalError) {
    var attempts = 0
    while true {
      let taken: Bool
      do throws(SystemError) { taken = try folder.tryLock(kind) } catch {
        throw .storageFailed(doing: "locking", path: path, error)
      }
      if taken { return }
      if SystemClock.ticks() >= deadline { throw .busy(path: path) }
      attempts += 1
      SystemClock.sleep(microseconds: attempts < 40 ? 50 : attempts < 100 ? 200 : 1000)
    }
  }

  /// A lock that cannot be given back goes with its directory.
  private func release(_ folder: any StoredDirectory) {
    do throws(SystemError) { try folder.unlock() } catch { assertionFailure("unlock: \(error)") }
  }
}

extension JournalDirectory {
  /// Opens the folder and takes the lock of the journal that the path names.
  ///
  /// Where the path comes to lead to another folder meanwhile, that one is opened; a folder that is
  /// held open already is the only one that counts.
  ///
  /// - Parameter wait: how long to wait for the lock, in milliseconds.
  func locked(
    _ kind: LockKind, wait: Int
  ) throws(JournalError) -> (directory: JournalDirectory, lock: JournalLock) {
    let deadline = JournalLock.deadline(after: wait)
    while true {
      let directory = try opened()
      let lock = try JournalLock(directory)
      do throws(JournalError) {
        try lock.acquire(kind, until: deadline)
        return (directory, lock)
      } catch {
        guard case .replaced = error, folder == nil, SystemClock.ticks() < deadline else {
          throw error
        }
      }
    }
  }
}
