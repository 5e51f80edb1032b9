import EventEngine

/// The note that some events may not survive a power failure: a killed process wrote them but did
/// not sync them, and this process has no permission to write them again.
enum UnsyncedEventsNote {
  static func text(_ positions: ClosedRange<Position>) -> Bilingual {
    let (first, last) = (positions.lowerBound, positions.upperBound)
    return Bilingual(
      ru: (first == last
        ? "событие \(first) может не пережить" : "события с \(first) по \(last) могут не пережить")
        + " отключения питания, а этот пользователь не может писать в журнал; чтобы это "
        + "исправить, владелец журнала должен выполнить любую команду \(toolName)",
      en: (first == last ? "event \(first)" : "events \(first) to \(last)")
        + " may not survive a power failure, and this user may not write to the journal; any "
        + "\(toolName) command that its owner runs fixes this")
  }
}

extension Verification {
  /// The warning about acknowledged events that are missing at the end.
  var missingNote: Bilingual? {
    missing.map { path, bytes in
      Bilingual(
        ru:
          "предупреждение: в конце \(path) не хватает данных, байт: \(bytes.russian). Судя по "
          + "journal.synced, они были на диске: подтверждённые события потеряны. Следующая запись "
          + "продолжит журнал без них; верните файл из резервной копии, если она есть",
        en: "warning: \(bytes.counted("byte")) are missing at the end of \(path). According to "
          + "journal.synced they were on stable storage: acknowledged events are lost. The next writer "
          + "continues without them; restore the file from a backup if there is one")
    }
  }
}
