import Domain
import EventEngine

/// The texts of the habit tracker's read models, in both languages.
enum HabitsReadModelTexts {
  static let pinned = Bilingual(ru: "Закрепленные", en: "Pinned")

  static func title(of filter: BoardFilter) -> Bilingual {
    switch filter {
    case .all: Bilingual(ru: "Все трекеры", en: "All trackers")
    case .today: Bilingual(ru: "Трекеры на сегодня", en: "Trackers for today")
    case .completed: Bilingual(ru: "Завершенные", en: "Completed")
    case .uncompleted: Bilingual(ru: "Не завершенные", en: "Not completed")
    }
  }

  static let bestPeriod = Bilingual(ru: "Лучший период", en: "Best period")
  static let perfectDays = Bilingual(ru: "Идеальные дни", en: "Perfect days")
  static let completed = Bilingual(ru: "Трекеров завершено", en: "Trackers completed")
  static let average = Bilingual(ru: "Среднее значение", en: "Average")

  static func unknown(_ tracker: OwnedTracker) -> Bilingual {
    Bilingual(
      ru: "Трекера \(tracker.tracker) у пользователя \(tracker.user) нет",
      en: "The user \(tracker.user) has no tracker \(tracker.tracker)")
  }
}
