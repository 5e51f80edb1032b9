import EventEngine

/// A note that the clock may be wrong. It appears if the clock is more than a day after the last
/// event and more than a day after the last change of the journal's files. The time of that change
/// may be from another clock, such as a file server's.
///
/// A journal that was not used for a day looks the same, so nothing is refused. The note is printed
/// once, before the first event that takes its time from the clock.
struct ClockNote {
  private var text: Bilingual?

  init(_ writer: borrowing JournalWriter, _ directory: JournalDirectory) {
    let clock = SystemClock.now()
    guard let last = writer.lastTime, clock > last.latestAcceptable,
      let modified = Self.modificationTime(of: directory), clock > modified.latestAcceptable
    else { return }
    let latest = max(last, modified)
    let days = Int(clock.milliseconds(since: latest) / 86_400_000)
    text = Bilingual(
      ru: "внимание: часы (\(clock)) на \(days.russian) сут. впереди последнего события и файлов "
        + "журнала. Если они идут неверно, остановитесь сейчас: время журнала никогда не идёт "
        + "назад",
      en: "note: the clock (\(clock)) is \(days.counted("day")) ahead of the last event and of the "
        + "journal's files. If it is wrong, stop now: a journal's time never runs backwards")
  }

  /// The time of the last change; nil if the system does not report it.
  private static func modificationTime(of directory: JournalDirectory) -> Timestamp? {
    do { return try directory.modificationTime() } catch { return nil }
  }

  mutating func print(_ terminal: inout Terminal) {
    if let text { terminal.note(text) }
    text = nil
  }
}
