import EventEngine

extension CommonOptions {
  /// Opens the journal for reading. If it is damaged, opens only the part before the damage;
  /// `AsOfParameters.resolve` and `requireWhole` then throw if more is needed.
  package func reader() throws(JournalError) -> JournalReader {
    let reader = try openReader()
    if let unproved = reader.unproved, reader.damage == nil {
      var terminal = Terminal(isQuiet: true)
      terminal.note(UnsyncedEventsNote.text(unproved))
    }
    return reader
  }

  /// Opens the journal, or the part before the damage, and prints nothing.
  func openReader() throws(JournalError) -> JournalReader {
    do throws(JournalError) {
      return try JournalReader.open(directory, wait: wait)
    } catch {
      guard case .damaged = error else { throw error }
      return try JournalReader.openIntactPart(of: directory, wait: wait)
    }
  }
}
