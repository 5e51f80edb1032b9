/// The journal's lock: an advisory lock (`flock`) of the journal's own folder, acquired anew for
/// every batch. A folder cannot be removed or exchanged without the journal in it, so there is no
/// lock file that could be lost.
///
/// A lock counts only while the path of the journal leads to the locked folder. That is checked
/// after each acquisition.
///
/// Waiting processes pass a turnstile, the lock of the folder `segments`: each waits for the
/// journal while it holds the turnstile, and then lets another one through. So the process in the
/// turnstile is next, unless that takes long: a process may be stopped in the turnstile, so the
/// others soon wait for the journal without it. The processes that wait for the turnstile have no
/// order.
struct JournalLock: Sendable {
  private let folder: any StoredDirectory
  private let turnstile: (any StoredDirectory)?
  private let path: String
  /// The longest wait for the turnstile, in milliseconds.
  private static let longestTurn = 250

  /// - Parameter directory: must have its folder open.
  init(_ directory: JournalDirectory) throws(JournalError) {
    let files = directory.files
    path = directory.path
    folder = try directory.attempt("opening", path) { () throws(SystemError) in
      try files.openDirectory(directory.path)
    }
    turnstile = try directory.attempt("opening", directory.segmentsPath) {
      () throws(SystemError) in
      // A journal that is still being created has no such folder.
      do throws(SystemError) { return try files.openDirectory(directory.segmentsPath) } catch {
        if error == .noSuchFile { return nil }
        throw error
      }
    }
  }

  /// Waits for the lock, at most until `deadline` on the clock of `SystemClock.ticks`.
  ///
  /// - Throws: `.busy`; `.replaced` if the path now leads to another folder, or to none.
  func acquire(_ kind: LockKind, until deadline: UInt64) throws(JournalError) {
    var turn: (any StoredDirectory)?
    if let turnstile {
      // Half of the time is left for the lock itself.
      let now = SystemClock.ticks()
      let half = now + (deadline > now ? (deadline - now) / 2 : 0)
      let end = min(half, SystemClock.deadline(after: Self.longestTurn))
      if try poll(turnstile, .exclusive, until: end) { turn = turnstile }
    }
    defer { if let turn { release(turn) } }
    guard try poll(folder, kind, until: deadline) else { throw .busy(path: path) }
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

  func release() { release(folder) }

  /// Whether another process waits in the turnstile for the lock that this one holds.
  func isAwaited() -> Bool {
    guard let turnstile else { return false }
    do throws(SystemError) {
      guard try turnstile.tryLock(.shared) else { return true }
    } catch { return false }
    release(turnstile)
    return false
  }

  /// - Returns: false if the lock was not free until the deadline.
  private func poll(
    _ folder: any StoredDirectory, _ kind: LockKind, until deadline: UInt64
  ) throws(JournalError) -> Bool {
    var attempts = 0
    while true {
      let isAcquired: Bool
      do throws(SystemError) { isAcquired = try folder.tryLock(kind) } catch {
        throw .storageFailed(doing: "locking", path: path, error)
      }
      if isAcquired { return true }
      if SystemClock.ticks() >= deadline { return false }
      attempts += 1
      SystemClock.sleep(microseconds: attempts < 40 ? 50 : attempts < 100 ? 200 : 1000)
    }
  }

  /// If unlocking fails, closing the directory releases the lock.
  private func release(_ folder: any StoredDirectory) {
    do throws(SystemError) { try folder.unlock() } catch { assertionFailure("unlock: \(error)") }
  }
}

extension JournalDirectory {
  /// Opens the folder and acquires the lock of the journal at the path.
  ///
  /// If the path is redirected to another folder meanwhile, that one is opened, unless a folder is
  /// already open.
  ///
  /// - Parameter wait: how long to wait for the lock, in milliseconds.
  func locked(
    _ kind: LockKind, wait: Int
  ) throws(JournalError) -> (directory: JournalDirectory, lock: JournalLock) {
    let deadline = SystemClock.deadline(after: wait)
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
