#if PostgreSQL
  import EventStore

  /// Determines whether a batch was recorded.
  extension PostgreSQLOrigin {
    /// Determines whether a batch whose commit had an unclear outcome was recorded. Reconnects if
    /// the connection was lost, and looks for the batch under the lock, which is granted only after
    /// the former transaction has ended. If the batch was recorded, a standby must confirm that. If
    /// it was not recorded, and nothing else was recorded since, it is recorded now, since its
    /// decisions still hold.
    ///
    /// - Throws: `.outcomeUnknown` if it cannot be determined whether the batch was recorded.
    func settle(_ recording: Recording, _ link: inout Link) throws(JournalError) {
      var attempts = 3
      while true {
        switch try attempt(recording, &link) {
        case .recorded: return
        case .failed(let error):
          rollBack(&link)
          throw error
        case .unknown:
          attempts -= 1
          if attempts == 0 { throw unknown }
        }
      }
    }

    private var unknown: JournalError { .outcomeUnknown(path: name, .connectionReset) }

    private func attempt(
      _ recording: Recording, _ link: inout Link
    ) throws(JournalError) -> Recording.Outcome {
      let result: SearchResult
      do throws(JournalError) {
        try link.connect()
        result = try search(for: recording, &link)
      } catch {
        if case .origin(_, let failure) = error, failure.kind == .forked {
          rollBack(&link)
          throw error
        }
        // The old transaction may still hold the lock, or the server cannot be reached.
        let wasLost = !link.isConnected
        rollBack(&link)
        if wasLost, case .origin(_, let failure) = error, failure.kind == .unavailable {
          return .unknown
        }
        throw unknown
      }
      switch result {
      case .recorded:
        let outcome = Recording.outcome(
          of: [SQL.barrier], recording.journal.durability, on: &link)
        // The batch is there, whatever fails now.
        if case .failed = outcome { return .unknown }
        return outcome
      case .nothing: return recording.commit(on: &link)
      case .others:
        return .failed(
          link.failure(
            "the connection was lost before the batch was recorded, and others have recorded since",
            ru: "связь прервалась до записи пачки, и с тех пор события записали другие"))
      }
    }

    private enum SearchResult { case recorded, nothing, others }

    /// Locks the journal and looks for the batch.
    private func search(
      for recording: Recording, _ link: inout Link
    ) throws(JournalError) -> SearchResult {
      let journal = recording.journal
      let results = try link.run(
        Self.locking(journal, after: recording.head, wait: Link.reconnectTimeout) + [
          SQL.batch(journal.id, endingAt: recording.last)
        ])
      try require(results, lock: journal, &link)
      try require(results[3], continues: recording.before, to: recording.head)
      let root = results[4].count == 1 ? results[4].bytes(0, 0) : nil
      if let root, Digest(bytes: root) == recording.root { return .recorded }
      return (results[3].position(0, 2) ?? .start) == recording.head ? .nothing : .others
    }
  }
#endif
