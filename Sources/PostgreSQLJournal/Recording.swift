#if PostgreSQL
  import EventStore

  /// A batch that is being recorded.
  struct Recording {
    let batch: OriginBatch
    let batchRecords: BatchRecords
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
      batchRecords = BatchRecords(batch.lines, of: journal.manifest.journal, after: before)
    }

    var last: Position { batchRecords.records.last?.position ?? head }
    var root: Digest? { batchRecords.records.last?.root }

    enum Outcome {
      case recorded
      /// Nothing was recorded.
      case failed(JournalError)
      /// The server may have recorded it or not, or no standby has confirmed it.
      case unknown
    }

    /// Records the batch in the transaction that holds the lock.
    func commit(on link: inout Link, then next: [Statement] = []) -> Outcome {
      var statements = SQL.insert(batchRecords.records, into: journal.id) + extra
      if !batch.erasedPositions.isEmpty {
        statements += SQL.erase(batch.erasedPositions, of: journal.id)
      }
      return Self.outcome(of: statements, journal.durability, then: next, on: &link)
    }

    /// Runs statements in the transaction that was begun, and commits it.
    static func outcome(
      of statements: [Statement], _ durability: Durability, then next: [Statement] = [],
      on link: inout Link
    ) -> Outcome {
      do throws(ServerError) {
        _ = try link.commit(statements, durability, then: next)
        return .recorded
      } catch {
        return error.isLost || error.isUnconfirmed ? .unknown : .failed(link.failure(error))
      }
    }
  }
#endif
