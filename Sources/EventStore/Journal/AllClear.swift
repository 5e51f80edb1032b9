/// What `journal.lock` says: the first position of the last segment, for as long as nothing in the
/// folder waits for the next writer.
///
/// A writer that has the journal open, and finds there what it knows already, need not look for a
/// next segment, marks and secrets: four look-ups, of which the first is for a name that nobody has
/// asked for before. Whoever puts something there takes the note back first. So a note that is gone,
/// or says something else, is no harm: then everything is looked for. Nobody who opens the journal
/// goes by it, so it is never synced, and what a crash leaves of it doesn't matter.
struct AllClear {
  private let file: any StoredFile

  init(_ file: any StoredFile) { self.file = file }

  /// The digits of the segment's name.
  private static func text(_ segment: Position) -> [UInt8] {
    Array(JournalDirectory.segmentName(segment).utf8.prefix(20))
  }

  /// Whether the note is there and names this segment.
  func names(_ segment: Position) -> Bool {
    do throws(SystemError) {
      return try file.contents(20) == Self.text(segment)
    } catch { return false }
  }

  /// Writes the note, if it can be written. Called under the lock, when everything was looked for.
  func give(_ segment: Position) {
    do throws(SystemError) {
      // Half of one note over half of another would be a third.
      try file.truncate(to: 0)
      try file.write(Self.text(segment), at: 0)
    } catch { return }
  }
}

extension JournalDirectory {
  /// Takes the note back. Called under the lock, before anything is put into the folder that the
  /// next writer has to find.
  ///
  /// - Throws: `.replaced` where the folder that is open is not the one at its path any more: what is
  ///   put there goes by path.
  func takeBackAllClear() throws(JournalError) {
    guard try isInPlace() else { throw .replaced(path: path) }
    try attempt("writing", lockPath) { () throws(SystemError) in
      do throws(SystemError) { try files.open(lockPath, for: .writing).truncate(to: 0) } catch {
        if error != .noSuchFile { throw error }
      }
    }
  }
}
