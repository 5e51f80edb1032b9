extension JournalDirectory {
  /// When the manifest or the open segment was last written, whichever was later.
  package func lastModified() throws -> Timestamp {
    let paths = [manifestPath] + (try segments().last.map { [segmentPath($0)] } ?? [])
    var latest = Timestamp.earliest
    for path in paths { latest = max(latest, try SmallFile.modified(path)) }
    return latest
  }
}
