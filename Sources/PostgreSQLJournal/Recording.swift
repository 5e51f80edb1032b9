#if PostgreSQL
  import EventStore

  /// A batch on its way.
  struct Recording {
    let batch: OriginBatch
    let own: OwnRecords
    let journal: RemoteJournal
    let head: Position
    /// The integrity tree up to the head.
    let before: MerkleTree
    private let extra: [Statement]

    init(
      _ batch: OriginBatch, extra: [Statement], after head: Position, _ before: MerkleTree,
      in journal: RemoteJournal
    ) {
      self.batch = batch
      self.extra = extra
      self.head = head
      self.journal = journal
      self.before = before
      own = OwnRecords(batch.lines, of: journal.manifest.journal, after: before)
    }

    var last: Position { own.records.last?.position ?? head }
    var root: Digest? { own.records.last?.root }

    enum Outcome {
      case recorded
      /// Nothing was recorded.
      case failed(JournalError)
      /// The server may have recorded it, but not yet safely.
      case unknown
    }

    /// Records the batch in the transaction that holds the lock.
    ///
    /// A lost connection leaves the outcome open. So does a warning: the server gives one when the
    /// wait for the standby was cancelled, and reports success.
    func commit(on link: inout Link, then next: [Statement] = []) -> Outcome {
      var statements = SQL.insert(own.records, into: journal.id) + extra
      if !batch.erasedPositions.isEmpty {
        statements += SQL.erase(batch.erasedPositions, of: journal.id)
      }
      return Self.outcome(of: statements, then: next, on: &link)
    }

    /// Runs statements and commits; waits for the standby for ever.
    static func outcome(
      of statements: [Statement], then next: [Statement] = [], on link: inout Link
    ) -> Outcome {
      let results: [Rows]
      do throws(ServerError) {
        results = try link.send(statements + [SQL.commit], then: next)
      } catch {
        return error.isLost ? .unknown : .failed(link.failure(error))
      }
      guard results.last?.tag == "COMMIT" else {
        return .failed(
          link.unavailable("the transaction was rolled back", ru: "транзакция отменена"))
      }
      guard link.takeWarnings().isEmpty else { return .unknown }
      link.isConfirmedDurable = true
      return .recorded
    }
  }
#endif
