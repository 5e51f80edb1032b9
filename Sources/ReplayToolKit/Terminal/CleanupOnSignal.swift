import Dispatch
import EventEngine
import PlatformLibc
import Synchronization

/// Removes unfinished work before a signal, such as that of Ctrl-C or of a closed terminal, ends the
/// process.
package enum CleanupOnSignal {
  private static let paths = Mutex<[String]>([])
  private static let isUnderWay = Atomic(false)

  /// Registers a file, or a folder with its contents, for removal before SIGINT, SIGTERM, SIGHUP or
  /// SIGQUIT ends the process. An ignored signal stays ignored. A file that is already gone is not
  /// a failure.
  ///
  /// Call it before there are other threads: signals must be blocked in all of them.
  package static func remove(_ path: String) {
    let isFirst = paths.withLock { paths in
      paths.append(path)
      return paths.count == 1
    }
    if isFirst { watch() }
  }

  /// Waits for the end of the process if a signal has come, so that no thread reports a failure
  /// that the removal has caused.
  static func waitIfSignalled() {
    while isUnderWay.load(ordering: .relaxed) { sleep(1) }
  }

  /// Removes everything that is registered, since a signal is about to end the process.
  static func cleanUp() {
    isUnderWay.store(true, ordering: .relaxed)
    for path in paths.withLock({ $0 }) { removeWhatIsLeft(of: path) }
  }

  private static func watch() {
    let watched = HeldSignals.ending.filter { HeldSignals.action(of: $0) != nil }
    if watched.isEmpty { return }
    var signals = set(of: watched)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    DispatchQueue(label: "interruption").async {
      var signals = set(of: watched)
      var number: Int32 = 0
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
      guard unsafe sigwait(&signals, &number) == 0 else { return }
      cleanUp()
      signal(number, SIG_DFL)
      unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      kill(getpid(), number)
    }
  }

  private static func set(of numbers: [Int32]) -> sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    return signals
  }

  /// Removes a file or a folder. Tries again after a failure, since other threads may write below
  /// the path until they notice that it is gone.
  private static func removeWhatIsLeft(of path: String) {
    for _ in 0..<100 {
      do throws(SystemError) {
        if try !SystemFileSystem().exists(path) { return }
        do throws(SystemError) { return try SystemFileSystem().remove(path) } catch {
          guard error == .isDirectory || error == .operationNotPermitted else { throw error }
        }
        return try TemporaryFolders.remove(path)
      } catch { continue }
    }
  }
}
