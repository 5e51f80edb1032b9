extension JournalReader {
  /// Opens what is intact of a journal that is damaged: everything up to the last whole append in
  /// front of what opening finds wrong. `damage` says what that is; nil when it is nothing, and then
  /// this is the same as `open`. Damage inside a closed segment is found by reading it, as ever.
  ///
  /// Such a reader is for reading once; `refresh` throws the damage.
  ///
  /// - Throws: `.damaged` when the manifest or the first segment is missing or no use; also where an
  ///   erasure is unfinished: what it names must not be seen, and it may follow the damage.
  package static func openIntactPart(
    of directory: JournalDirectory, wait: Int = 10_000
  ) throws(JournalError) -> JournalReader {
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

  /// - Throws: `.damaged` where the reader stops before damage.
  package func requireWhole() throws(JournalError) {
    if let damage { throw .damaged(damage) }
  }

  private static func openBefore(
    _ damage: Damage, in directory: JournalDirectory
  ) throws(JournalError) -> JournalReader {
    let whole = try directory.manifest()
    var manifest = whole
    manifest.closed = []
    var lastTime = Timestamp.earliest
    // The first segment that isn't whole is read like the open one: up to where it goes wrong.
    for segment in whole.closed {
      do throws(JournalError) {
        lastTime = try checkEnd(of: segment, in: directory, whole)
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
      // Where it is missing, the one before it is the last.
      guard case .damaged = error, let last = manifest.closed.popLast() else { throw error }
      file = try directory.openSegment(last.first, for: .reading)
      lastTime = .earliest
    }
    let open = try OpenSegment(manifest.firstOpen, file, in: directory, after: lastTime)
    var reader = JournalReader(directory, manifest, open)
    do throws(JournalError) { try reader.extend(for: .reading) } catch {
      guard case .damaged = error else { throw error }
    }
    // A damaged journal is not written to.
    reader.takeSyncedMark()
    if reader.open.proved.offset < reader.open.end {
      reader.unproved = reader.open.proved.next...reader.head
    }
    reader.damage = damage
    return reader
  }
}
