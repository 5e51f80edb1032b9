extension JournalDirectory {
  /// The time at which the manifest or the open segment was last written, whichever is later; the
  /// current time for a journal on a server.
  package func modificationTime() throws -> Timestamp {
    // The files of a copy only show when they were copied.
    if origin != nil { return SystemClock.now() }
    let paths = [manifestPath] + (try segments().last.map { [segmentPath($0)] } ?? [])
    var latest = Timestamp.earliest
    for path in paths { latest = max(latest, try SmallFile.modificationTime(of: path)) }
    return latest
  }
}
