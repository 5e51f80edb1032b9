import Domain
import EventEngine

/// The texts of the habit tracker's read models, in both languages.
enum HabitsReadModelTexts {
  static let pinned = Bilingual(ru: "Закрепленные", en: "Pinned")
  static let everyDay = Bilingual(ru: "Каждый день", en: "Every day")

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

  /// The schedule, such as «Каждый день» or «Пн, Ср».
  static func text(of schedule: WeekSchedule, in locale: Language) -> String {
    if schedule.isEveryDay { return everyDay[locale] }
    return schedule.days.map { shortName(of: $0)[locale] }.joined(separator: ", ")
  }

  private static func shortName(of day: Weekday) -> Bilingual {
    switch day {
    case .mon: Bilingual(ru: "Пн", en: "Mon")
    case .tue: Bilingual(ru: "Вт", en: "Tue")
    case .wed: Bilingual(ru: "Ср", en: "Wed")
    case .thu: Bilingual(ru: "Чт", en: "Thu")
    case .fri: Bilingual(ru: "Пт", en: "Fri")
    case .sat: Bilingual(ru: "Сб", en: "Sat")
    case .sun: Bilingual(ru: "Вс", en: "Sun")
    }
  }

  static func unknown(_ tracker: OwnedTracker) -> Bilingual {
    Bilingual(
      ru: "Трекера \(tracker.tracker) у пользователя \(tracker.user) нет",
      en: "The user \(tracker.user) has no tracker \(tracker.tracker)")
  }
}
