#if PostgreSQL
  import EventStore
  import Synchronization

  /// The copy of a journal on this machine, shared by the connections of a process.
  final class SharedCopy: Sendable {
    /// The folder of all copies; nil for copies in memory.
    private let cache: String?
    private let name: String
    private let copy = Mutex<OpenCopy>(OpenCopy())
    /// Recorded batches of this process that are added to the copy when it is lent.
    private let waiting = Mutex<(instance: [UInt8], lines: UncopiedLines)?>(nil)

    /// The folders for work by their paths.
    private let working = Mutex<[String: WorkingFolder]>([:])

    private struct OpenCopy: ~Copyable {
      var instance: [UInt8] = []
      var copy: LocalCopy?
      /// Whether the folder of a discarded copy was left as it is, so that the next one is in memory.
      var isInTheWay = false
    }

    init(below cache: String?, of name: String) {
      self.cache = cache
      self.name = name
    }

    /// Keeps a recorded batch until the copy is lent, when the batch is added to it. If the batch
    /// does not continue the kept batches, because two writers of this process have overtaken each
    /// other, the kept batches are dropped. Their records are then read from the server.
    func add(_ batch: UncopiedLines, of journal: RemoteJournal) {
      waiting.withLock { waiting in
        if waiting?.instance == journal.instance, waiting?.lines.append(batch) == true { return }
        waiting = (journal.instance, batch)
      }
    }

    /// Lends the copy, to which the kept batches are added first. Opens it on first use.
    ///
    /// - Throws: `.replaced` if another journal has taken the name since the copy was opened.
    func lend<Result>(
      of journal: RemoteJournal,
      _ body: (inout LocalCopy) throws(JournalError) -> sending Result
    ) throws(JournalError) -> sending Result {
      try copy.withLock { opened throws(JournalError) in
        if opened.copy == nil {
          removeAbandoned()
          opened.instance = journal.instance
          let folder = opened.isInTheWay ? nil : folder(of: journal)
          opened.copy = try LocalCopy(of: journal.manifest, in: folder)
        }
        guard opened.instance == journal.instance, var copy = opened.copy.take() else {
          throw .replaced(path: name)
        }
        if let own = waiting.withLock({ $0.take() }), own.instance == journal.instance {
          // If the copy cannot be extended, these records are read from the server again.
          do throws(JournalError) { try copy.adopt(own.lines) } catch {}
        }
        do throws(JournalError) {
          let result = try body(&copy)
          opened.copy = consume copy
          return result
        } catch {
          opened.copy = consume copy
          throw error
        }
      }
    }

    /// Removes the copy. Readers that have its files open can go on reading them.
    func discard() {
      copy.withLock { opened in
        if opened.copy?.directory.removeEverything() == false { opened.isInTheWay = true }
        opened.copy = nil
      }
    }

    private func folder(of journal: RemoteJournal) -> String? {
      cache.map { "\($0)/\(Hexadecimal.encode(journal.instance))" }
    }

    // MARK: - Folders for work

    func removeAbandoned() { if let cache { WorkingFolder.removeAbandoned(in: cache) } }

    /// A new folder beside the copies, or in memory.
    func newFolder() -> JournalDirectory {
      guard let folder = cache.flatMap(WorkingFolder.make) else { return .disposable(nil) }
      working.withLock { $0[folder.journal.path] = folder }
      return folder.journal
    }

    func remove(_ folder: JournalDirectory) {
      working.withLock { $0.removeValue(forKey: folder.path) }?.remove()
    }
  }
#endif
