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
    case .alreadyExists: .idExists
    case .titleTooLong:
      Bilingual(
        ru: "Ограничение 38 символов",
        en: "The limit is 38 characters")
    case .scheduleOfIrregularEvent:
      FormError.invalidField(
        "schedule",
        takes: Bilingual(
          ru: "ничего, так как у нерегулярного события нет расписания",
          en: "no value, since an irregular event has no schedule")
      ).message
    case .alreadyPinned:
      Bilingual(
        ru: "Трекер уже закреплён, больше ничего делать не нужно",
        en: "The tracker is already pinned; nothing is left to do")
    case .notPinned:
      Bilingual(
        ru: "Трекер не закреплён, откреплять нечего",
        en: "The tracker is not pinned; there is nothing to unpin")
    case .dateInFuture:
      Bilingual(
        ru: "Этот день ещё не наступил. Укажите сегодняшний день или более ранний",
        en: "This day has not come yet. Give today or an earlier day")
    case .notScheduled:
      Bilingual(
        ru: "В этот день привычка не запланирована. Выберите день из её расписания",
        en: "The habit is not planned on this day. Choose a day of its schedule")
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
