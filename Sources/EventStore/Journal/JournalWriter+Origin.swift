/// Batches of a journal on a server, of which this writer has a copy.
extension JournalWriter {
  /// The journal on a server; nil for a journal of files.
  var origin: (any JournalOrigin)? { reader.directory.origin }

  /// Locks the journal on the server, and catches up in the copy with the events of others.
  mutating func begin(at origin: any JournalOrigin) throws(JournalError) {
    let head = try origin.lock(wait: wait)
    isInBatch = true
    guard recordedHead < head else { return }
    do throws(JournalError) {
      try readRecorded()
      if reader.head < head { try reader.follow(origin.copy(), wait: wait) }
    } catch {
      abandon()
      throw error
    }
  }

  /// Records the batch. The copy gets it immediately, or later if other batches follow: writing
  /// several of them into the copy takes about as long as writing one.
  mutating func commit(
    _ batch: OriginBatch, to origin: any JournalOrigin
  ) throws(JournalError) {
    defer { abandon() }
    try origin.commit(batch, expectingMore: expectsMore)
    guard let last = pending.last, let time = pending.lastTime else { return }
    unread = UnreadBatches(
      last: last, time: time, bytes: (unread?.bytes ?? 0) + batch.lines.count,
      since: unread?.since ?? SystemClock.ticks())
    if expectsMore, batch.erased == nil { return }
    do throws(JournalError) { try readRecorded() } catch {
      // The batch is recorded; a later read adds it to the copy.
    }
  }

  /// Reads the batches that the reader does not have yet.
  package mutating func readRecorded() throws(JournalError) {
    guard let origin, let last = unread?.last else { return }
    do throws(JournalError) { try reader.follow(origin.finish(), wait: wait) } catch {
      // The copy was removed or cannot be written: the refresh below opens a new one.
    }
    if reader.head < last {
      origin.releaseNext()
      try reader.refresh(wait: wait)
    }
    guard reader.head >= last else { throw .replaced(path: origin.name) }
    unread = nil
  }
}

/// Recorded batches that a reader does not have yet.
struct UnreadBatches {
  /// The position and the time of the last event.
  let last: Position
  let time: Timestamp
  let bytes: Int
  /// The time of the first batch, in ticks.
  let since: UInt64

  /// Whether the batches are so short, and the first so recent, that reading them can wait for the
  /// next ones.
  var isShort: Bool { bytes < 256 << 10 && SystemClock.ticks() - since < 20_000_000 }
}
