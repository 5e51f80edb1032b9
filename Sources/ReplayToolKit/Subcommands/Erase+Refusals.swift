import EventEngine

extension Erase {
  /// The time of `--at`; nil for now.
  static func time(_ text: String?) throws(UsageError) -> Timestamp? {
    guard let text else { return nil }
    do throws(TimestampError) { return try Timestamp.parse(rfc3339: text) } catch {
      throw UsageError(
        ru: "--at принимает время вида 2026-05-08T12:00:00+03:00: \(error.text.ru)",
        en: "--at takes a time such as 2026-05-08T12:00:00+03:00: \(error)")
    }
  }

  /// Refuses a time more than a day ahead of the clock.
  static func refuseFuture(_ time: Timestamp) throws(ToolFailure) {
    guard time > SystemClock.now().latestAcceptable else { return }
    throw ToolFailure(
      .refused, .timeInFuture,
      ru: "--at опережает часы больше чем на сутки",
      en: "--at is more than a day ahead of the clock")
  }

  /// Refuses a time before the last event: the erasure would be recorded with another time.
  static func refuse(_ time: Timestamp, beforeTheLastEventIn reader: inout JournalReader) throws {
    guard let last = try reader.time(at: reader.head), time < last else { return }
    throw ToolFailure(
      .refused, .timeBeforeLastEvent,
      ru: "--at раньше последнего события, \(last.rfc3339)",
      en: "--at is before the last event, \(last.rfc3339)")
  }

  /// Refuses subjects that no event was ever about, since they may be misspelled. Without the key
  /// the erased subjects are unknown, and nothing is refused.
  static func refuseUnknownSubjects(
    in search: ErasureSearch, _ reader: inout JournalReader
  ) throws {
    let suspects = zip(search.subjects, search.found).filter { $1.isEmpty }.map(\.0)
    if suspects.isEmpty { return }
    let key: JournalKey
    do throws(JournalError) { key = try reader.key() } catch {
      guard case .keyUnavailable = error else { throw error }
      return
    }
    for subject in suspects {
      let digest = key.digest(ofErased: subject)
      let events = Query([.init(tags: [subject]), .init(types: [SubjectErased.type])])
      var isKnown = false
      try reader.forEach(events) { (view) throws(JournalError) in
        isKnown = try view.erasure().map { $0.subject == digest } ?? true
        return !isKnown
      }
      if isKnown { continue }
      let nearest = try ExistingNames.nearestTag(to: subject, in: &reader)
      throw ToolFailure(
        .refused, .unknownSubject,
        Bilingual(
          ru: "событий с тегом \(subject) не было; ничего не удалено",
          en: "no event was ever about \(subject); nothing was erased") + .suggesting(nearest))
    }
  }
}
