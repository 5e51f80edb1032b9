import EventEngine

/// The laws of erasures: an erasure removes the personal data and changes nothing else.
enum ErasureLaws {
  /// Erases the personal data of a subject at the time of the last event. The journal must still
  /// verify and extend its earlier state, and neither it nor any snapshot may contain an erased
  /// text.
  static func violation(
    erasing subject: Tag, in journal: TrialJournal, of states: [CheckedFold]
  ) throws -> Violation? {
    let directory = journal.directory
    let before = try directory.verify()
    let erased = try ErasedTexts(of: subject, in: directory)
    try storeSnapshots(of: states, in: directory)
    var writer = try JournalWriter.open(directory)
    let outcome = try writer.erase(Erasure(of: [subject], actor: "admin"), at: .earliest)
    let after = try directory.verify(rootAt: before.tree.size)
    if let damage = after.damages.first {
      return Violation("an erased journal verifies", "\(damage)")
    }
    if after.hasUnfinishedErasure || outcome.search.positions.count != erased.count
      || after.erased != before.erased + erased.count
    {
      return Violation(
        "an erasure is complete", "\(after.erased - before.erased) of \(erased.count) sections")
    }
    if after.earlierRoot != before.tree.root {
      return Violation("a receipt from before an erasure still verifies", "\(subject)")
    }
    return remaining(erased, in: journal.files)
  }

  private static func storeSnapshots(
    of states: [CheckedFold], in directory: JournalDirectory
  ) throws {
    var reader = try JournalReader.open(directory)
    guard reader.head > .start else { return }
    let store = SnapshotStore(directory)
    for state in states {
      try store.store(state.state.snapshot(at: reader.head), folded: &reader)
    }
  }

  /// The first file that still contains one of the texts.
  static func remaining(_ erased: ErasedTexts, in files: MemoryFileSystem) -> Violation? {
    let search = ByteSearch(erased.texts.sorted { $0.lexicographicallyPrecedes($1) })
    for (path, bytes) in files.everything.sorted(by: { $0.key < $1.key }) {
      guard let text = search.first(in: bytes) else { continue }
      let found = String(decoding: text, as: UTF8.self)
      return Violation("erased data is in no file", "\(found) in \(path)")
    }
    return nil
  }

  /// Checks that the states of a long-running process, which has seen the erasures of a story,
  /// equal those of a new process.
  static func violation(in story: Story) throws -> Violation? {
    var reader = try JournalReader.open(story.journal.directory)
    let fresh = CheckedReadModels(story.domains)
    var fold = fresh.fold(in: story.zone)
    try fold.run(&reader)
    for (lived, rebuilt) in zip(story.living.states, fresh.states)
    where try !lived.state.isEqual(to: rebuilt.state)
      || lived.state.encodedState() != rebuilt.state.encodedState()
    {
      return Violation(
        "a state kept up to date through an erasure equals the rebuilt state", lived.name)
    }
    return nil
  }
}
