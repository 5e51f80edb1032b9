import Domain
import EventEngine

extension HabitsRefusal {
  public func message(in locale: Language) -> String {
    Bilingual(ru: inRussian, en: inEnglish)[locale]
  }

  private var inRussian: String {
    switch self {
    case .onboardingFinished: "Знакомство с приложением уже пройдено. Можно переходить к трекерам"
    case .noSuchCategory: "Такой категории нет. Выберите другую или добавьте новую"
    case .noSuchTracker: "Такого трекера нет. Обновите экран и выберите трекер на нём"
    case .categoryExists: "Категория с таким названием уже есть. Придумайте другое название"
    case .alreadyExists:
      "Такой id уже есть или был. Укажите другой или не указывайте: id создаётся автоматически"
    case .titleTooLong: "Ограничение 38 символов"
    case .scheduleOfIrregularEvent:
      "Неверное значение поля «schedule»; нужно: ничего, у нерегулярного события нет расписания"
    case .alreadyPinned: "Трекер уже закреплён, больше ничего делать не нужно"
    case .notPinned: "Трекер не закреплён, откреплять нечего"
    case .dateInFuture: "Этот день ещё не наступил. Укажите сегодняшний день или более ранний"
    case .notScheduled: "В этот день привычка не запланирована. Выберите день из её расписания"
    case .alreadyMarked: "Трекер уже отмечен в этот день, больше ничего делать не нужно"
    case .notDone: "Трекер не отмечен в этот день, снимать нечего"
    }
  }

  private var inEnglish: String {
    switch self {
    case .onboardingFinished: "You have already seen the introduction. Go on to the trackers"
    case .noSuchCategory: "There is no such category. Choose another one or add a new one"
    case .noSuchTracker: "There is no such tracker. Refresh the screen and choose one from it"
    case .categoryExists: "You have a category of this title. Think of another title"
    case .alreadyExists:
      "This id exists or once existed. Give another one, or leave it out: one is generated"
    case .titleTooLong: "The limit is 38 characters"
    case .scheduleOfIrregularEvent:
      "The value of \"schedule\" is invalid; it takes: nothing, an irregular event has no schedule"
    case .alreadyPinned: "The tracker is pinned already; nothing is left to do"
    case .notPinned: "The tracker is not pinned; there is nothing to unpin"
    case .dateInFuture: "This day has not come yet. Give today or an earlier day"
    case .notScheduled: "The habit is not planned on this day. Choose a day of its schedule"
    case .alreadyMarked: "The tracker is marked on this day already; nothing is left to do"
    case .notDone: "The tracker is not marked on this day; there is nothing to take back"
    }
  }
}
