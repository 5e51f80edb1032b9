extension JournalDirectory {
  /// The time at which the manifest or the open segment was last written, whichever is later.
  package func lastModified() throws -> Timestamp {
    let paths = [manifestPath] + (try segments().last.map { [segmentPath($0)] } ?? [])
    var latest = Timestamp.earliest
    for path in paths { latest = max(latest, try SmallFile.modified(path)) }
    return latest
  }
}
