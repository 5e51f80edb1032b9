extension JournalReader {
  /// Opens the intact part of a damaged journal: everything up to the last complete append before
  /// the damage that opening detects. `damage` has that damage; if it is nil, this is the same as
  /// `open`. Damage inside a closed segment is detected by reading it, as always.
  ///
  /// Such a reader is for a single read; `refresh` throws the damage.
  ///
  /// - Throws: `.damaged` if the manifest or the first segment is missing or unusable. Also if an
  ///   erasure is unfinished: the data it names must stay hidden, and the erasure may follow the
  ///   damage.
  package static func openIntactPart(
    of directory: JournalDirectory, wait: Int = 10_000
  ) throws(JournalError) -> JournalReader {
    if let origin = directory.origin { return try openIntactCopy(of: origin, wait: wait) }
    try directory.requireJournal(wait: wait)
    let (directory, lock) = try directory.locked(.shared, wait: wait)
    defer { lock.release() }
    do throws(JournalError) {
      return try openLocked(directory)
    } catch {
      guard case .damaged(let damage) = error, try !directory.hasErasureMark() else { throw error }
      return try Self.openBefore(damage, in: directory)
    }
  }

  /// Opens the copy of a journal on a server. If the events on the server are damaged, the copy
  /// ends before the damage.
  private static func openIntactCopy(
    of origin: any JournalOrigin, wait: Int
  ) throws(JournalError) -> JournalReader {
    var damage: Damage?
    do throws(JournalError) { _ = try origin.refresh(wait: wait) } catch {
      guard case .damaged(let found) = error else { throw error }
      damage = found
    }
    var reader = try openFiles(in: origin.copy().directory, wait: wait)
    reader.damage = damage
    return reader
  }

  /// - Throws: `.damaged` if the reader stops before damage.
  package func requireWhole() throws(JournalError) {
    if let damage { throw .damaged(damage) }
  }

  private static func openBefore(
    _ damage: Damage, in directory: JournalDirectory
  ) throws(JournalError) -> JournalReader {
    let whole = try directory.manifest()
    var manifest = whole
    manifest.closed = []
    var before: LastRecord?
    // The first incomplete segment is read like the open one: up to the damage.
    for segment in whole.closed {
      do throws(JournalError) {
        before = try checkEnd(of: segment, in: directory, whole)
        manifest.closed.append(segment)
      } catch {
        guard case .damaged = error else { throw error }
        break
      }
    }
    let file: any StoredFile
    do throws(JournalError) {
      file = try directory.openSegment(manifest.firstOpen, for: .reading)
    } catch {
      // Without the open segment, the last closed one is read like it.
      guard case .damaged = error, let last = manifest.closed.popLast() else { throw error }
      file = try directory.openSegment(last.first, for: .reading)
      before = nil
    }
    let open = try OpenSegment(manifest.firstOpen, file, in: directory, after: before)
    var reader = JournalReader(directory, manifest, open, for: .reading)
    do throws(JournalError) { try reader.extend() } catch {
      guard case .damaged = error else { throw error }
    }
    // A damaged journal is not written to.
    reader.acceptSyncedMark()
    if reader.open.proved.offset < reader.open.end {
      reader.unproved = reader.open.proved.next...reader.head
    }
    reader.damage = damage
    return reader
  }
}
