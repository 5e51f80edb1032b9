/// What may stand in a folder before a journal is made there.
extension JournalDirectory {
  /// Whether the folder is missing or empty, or holds only what the making of a journal, or an import
  /// of records into an empty one, leaves when it is cut off: segments without a record among them.
  public func isVacant() throws(JournalError) -> Bool {
    guard try !hasStrangers() else { return false }
    do throws(SystemError) {
      for name in try files.names(in: segmentsPath) where !name.hasSuffix(".new") {
        guard name == Self.segmentName(Position(1)),
          try files.status(of: segmentPath(Position(1)))?.size == 0
        else { return false }
      }
      return true
    } catch {
      if error == .noSuchFile { return true }
      throw .cannotCreate(path: path, error)
    }
  }

  /// Whether there is anything in the folder that belongs to no journal, or that a journal has only
  /// once it is made.
  func hasStrangers() throws(JournalError) -> Bool {
    let beginnings = [
      "journal.key", "journal.key.new", "journal.json.new", "journal.erasing", "journal.synced",
      "segments",
    ]
    do throws(SystemError) {
      return try !files.names(in: path).allSatisfy(beginnings.contains)
    } catch {
      if error == .noSuchFile { return false }
      throw .cannotCreate(path: path, error)
    }
  }

  /// Refuses to make a journal beside other files, and one of events that have lost their manifest.
  func requireVacant() throws(JournalError) {
    if try isVacant() { return }
    if try attempt(
      "looking for", segmentsPath,
      { () throws(SystemError) in
        try files.exists(segmentsPath)
      })
    {
      try refuseSegmentsWithoutManifest()
    }
    throw .cannotCreate(path: path, .exists)
  }

  /// Whether nothing stands in the folder, apart from an empty folder of segments: a copy is put
  /// beside nothing.
  public func isUnused() throws(JournalError) -> Bool {
    do throws(SystemError) {
      let names = try files.names(in: path)
      guard names.allSatisfy({ $0 == "segments" }) else { return false }
      if names.isEmpty { return true }
      return try files.names(in: segmentsPath).isEmpty
    } catch {
      if error == .noSuchFile { return true }
      throw .cannotCreate(path: path, error)
    }
  }

  /// Whether there is only what a copy leaves when it is cut off: segments and nothing else. A
  /// journal that has lost its manifest looks the same.
  public var looksCutOff: Bool {
    do throws(SystemError) {
      guard try files.names(in: path) == ["segments"] else { return false }
      let segments = try files.names(in: segmentsPath)
      return !segments.isEmpty
        && segments.allSatisfy { Self.firstPosition(ofSegment: $0) != nil }
    } catch { return false }
  }
}
