/// Checks of a folder before a journal is created there.
extension JournalDirectory {
  /// Whether a journal can be created in or copied to the folder without losing anything: the
  /// folder is missing or empty, or contains only an empty folder of segments.
  ///
  /// - Parameter resumes: whether files of an unfinished creation or import are ignored, including
  ///   an empty first segment. Creations and imports begin with the folder of segments. Files
  ///   without that folder, such as a key, are from a user and not ignored. A copy never resumes.
  package func isVacant(resumes: Bool = true) throws(JournalError) -> Bool {
    if let remote { return try !remote.exists() }
    return try holdsOnly(resumes ? Self.beginnings : ["segments"], resumes: resumes)
  }

  /// Whether the folder is that of a journal in files in which nothing was ever recorded.
  func isUnused() throws(JournalError) -> Bool {
    guard try exists() else { return false }
    return try holdsOnly(Self.beginnings + ["journal.json"], resumes: true)
  }

  private func holdsOnly(_ leftovers: [String], resumes: Bool) throws(JournalError) -> Bool {
    do throws(SystemError) {
      let found = try files.names(in: path)
      guard found.allSatisfy(leftovers.contains) else { return false }
      guard found.isEmpty || found.contains("segments") else { return false }
      let names = try files.names(in: segmentsPath)
      guard resumes else { return names.isEmpty }
      for name in names where !name.hasSuffix(".new") {
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

  /// The names in the folder of a journal whose creation is unfinished.
  private static let beginnings = [
    "journal.key", "journal.key.new", "journal.json.new", "journal.erasing", "journal.synced",
    "segments",
  ]

  /// Whether the folder contains anything that an unfinished creation or import does not leave.
  func hasForeignFiles() throws(JournalError) -> Bool {
    do throws(SystemError) {
      return try !files.namesIfAny(in: path).allSatisfy(Self.beginnings.contains)
    } catch { throw .cannotCreate(path: path, error) }
  }

  /// Rejects creating a journal beside other files, or beside events without a manifest.
  func requireVacant() throws(JournalError) {
    if try isVacant() { return }
    if try has("segments") { try refuseSegmentsWithoutManifest() }
    throw .cannotCreate(path: path, .exists)
  }

  /// Whether the folder contains segments and nothing else, as an unfinished copy does. A journal
  /// that has lost its manifest looks the same.
  package var looksLikeUnfinishedCopy: Bool {
    do throws(SystemError) {
      guard try files.names(in: path) == ["segments"] else { return false }
      let segments = try files.names(in: segmentsPath)
      return !segments.isEmpty
        && segments.allSatisfy { Self.firstPosition(ofSegment: $0) != nil }
    } catch { return false }
  }
}
