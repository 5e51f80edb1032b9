import EventStore
import Projections

/// What an erasure removes is gone, and nothing else is another than before.
enum ErasureLaws {
  /// Erases the personal data of a subject, and looks whether the journal still verifies, extends
  /// what it was, and holds nothing of what was erased. It happens at the time of the last event.
  static func violation(
    erasing subject: Tag, in journal: TrialJournal
  ) throws -> Violation? {
    let directory = journal.directory
    let before = try directory.verify()
    let sections = try Sections(of: subject, in: directory)
    var writer = try JournalWriter.open(directory)
    let outcome = try writer.erase(Erasure(of: [subject], actor: "admin"), at: .earliest)
    let after = try directory.verify(rootAt: before.tree.size)
    if let damage = after.damages.first {
      return Violation("an erased journal verifies", "\(damage)")
    }
    if after.hasUnfinishedErasure || outcome.search.positions.count != sections.count
      || after.erased != before.erased + sections.count
    {
      return Violation(
        "an erasure is whole", "\(after.erased - before.erased) of \(sections.count) sections")
    }
    if after.earlierRoot != before.tree.root {
      return Violation("a receipt from before an erasure still verifies", "\(subject)")
    }
    for (path, bytes) in journal.files.everything {
      if let text = sections.texts.first(where: bytes.holds) {
        let found = String(decoding: text, as: UTF8.self)
        return Violation("what is erased stands in no file", "\(found) in \(path)")
      }
    }
    return nil
  }

  /// States that have lived through the erasures of a story are those of a process that begins now.
  static func violation(in story: Story) throws -> Violation? {
    var reader = try JournalReader.open(story.journal.directory)
    let fresh = LivingStates(story.domains)
    var replay = Replay(fresh.begin(), zone: story.zone)
    try reader.forEach { (view) throws(JournalError) in
      try replay.apply(view)
      return true
    }
    for (lived, rebuilt) in zip(story.living.states, fresh.states)
    where try !lived.isEqual(to: rebuilt) || lived.encodedState() != rebuilt.encodedState() {
      return Violation("a state that lived through an erasure = rebuilt", lived.name)
    }
    return nil
  }

  /// What the erasable sections of a subject hold and no other section does.
  private struct Sections {
    private(set) var count = 0
    private(set) var texts: Set<[UInt8]> = []

    init(of subject: Tag, in directory: JournalDirectory) throws {
      var reader = try JournalReader.open(directory)
      var others: Set<[UInt8]> = []
      var (count, texts) = (count, texts)
      try reader.forEach { view in
        guard let section = StoredEvent(view).erasable else { return true }
        let held = Self.texts(of: section)
        if section.subjects.contains(subject) {
          count += 1
          texts.formUnion(held)
        } else {
          others.formUnion(held)
        }
        return true
      }
      self.count = count
      self.texts = texts.subtracting(others)
    }

    private static func texts(of section: NewEvent.Erasable) -> [[UInt8]] {
      let personal = section.personal.map { $0 == Array("{}".utf8) ? [] : [$0] } ?? []
      let fingerprint = section.fingerprint.map { [Array($0.rawValue.utf8)] } ?? []
      return personal + fingerprint + section.tags.map { Array($0.rawValue.utf8) }
    }
  }
}

extension [UInt8] {
  /// Whether `wanted` stands in it.
  fileprivate func holds(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first, wanted.count <= count else { return false }
    for start in 0...count - wanted.count where self[start] == first {
      if self[start..<start + wanted.count].elementsEqual(wanted) { return true }
    }
    return false
  }
}
