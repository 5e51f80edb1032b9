import Domain
import EventEngine

extension HabitsRefusal {
  public func message(in locale: Language) -> String { text[locale] }

  private var text: Bilingual {
    switch self {
    case .onboardingFinished:
      Bilingual(
        ru: "Знакомство с приложением уже пройдено. Можно переходить к трекерам",
        en: "The onboarding is already finished. Go on to the trackers")
    case .noSuchCategory:
      Bilingual(
        ru: "Такой категории нет. Выберите другую или добавьте новую",
        en: "There is no such category. Choose another one or add a new one")
    case .noSuchTracker:
      Bilingual(
        ru: "Такого трекера нет. Обновите список и выберите трекер из него",
        en: "There is no such tracker. Refresh the list and choose a tracker from it")
    case .categoryExists:
      Bilingual(
        ru: "Категория с таким названием уже есть. Придумайте другое название",
        en: "You already have a category with this title. Choose another title")
    case .alreadyExists(let field, let id): .taken(id, in: field)
    case .titleTooLong:
      Bilingual(
        ru: "Ограничение 38 символов",
        en: "A title has at most 38 characters. Shorten it")
    case .scheduleOfIrregularEvent:
      Bilingual(
        ru: "Уберите поле «schedule»: у нерегулярного события нет расписания",
        en: "Leave out \"schedule\": an irregular event has no schedule")
    case .alreadyPinned:
      Bilingual(
        ru: "Трекер уже закреплён, больше ничего делать не нужно",
        en: "The tracker is already pinned; nothing is left to do")
    case .notPinned:
      Bilingual(
        ru: "Трекер не закреплён, откреплять нечего",
        en: "The tracker is not pinned; there is nothing to unpin")
    case .dateInFuture(let date, let today):
      Bilingual(
        ru: "\(date) позже дня команды, \(today). Укажите этот день или более ранний",
        en: "\(date) is after the day of the command, \(today). Give that day or an earlier one")
    case .notScheduled(let date, let schedule):
      Bilingual(
        ru: "\(date) привычка не запланирована: расписание для этого дня — «\(schedule.text.ru)». "
          + "Выберите запланированный день",
        en: "The habit is not planned on \(date): its schedule for that day is "
          + "\(schedule.text.en). Choose a day that is planned")
    case .alreadyMarked:
      Bilingual(
        ru: "За этот день трекер уже отмечен, больше ничего делать не нужно",
        en: "The tracker is already marked on this day; nothing is left to do")
    case .notDone:
      Bilingual(
        ru: "За этот день трекер не отмечен, снимать нечего",
        en: "The tracker is not marked on this day; there is no mark to remove")
    }
  }
}
