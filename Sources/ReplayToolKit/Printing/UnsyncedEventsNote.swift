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
