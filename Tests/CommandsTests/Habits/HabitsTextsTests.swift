import Commands
import Domain
import EventEngine
import Testing

@Suite struct `What the habit tracker says` {
  private func texts(in locale: Locale) -> String {
    HabitsRefusal.allCases.map { "\($0.code): \($0.message(in: locale))\n" }.joined()
  }

  @Test func `refusals in Russian`() {
    #expect(
      texts(in: .ru) == """
        alreadyDone: Знакомство с приложением уже пройдено. Можно переходить к трекерам
        notFound: Такой категории нет. Выберите другую или добавьте новую
        notFound: Такого трекера нет. Обновите экран и выберите трекер на нём
        categoryExists: Категория с таким названием уже есть. Придумайте другое название
        alreadyExists: Такой id уже есть или был. Укажите другой или не указывайте никакого: он создастся сам
        titleTooLong: Ограничение 38 символов
        invalidField: Неверное значение поля «schedule»; нужно: ничего, у нерегулярного события нет расписания
        alreadyPinned: Трекер уже закреплён, больше ничего делать не нужно
        notPinned: Трекер не закреплён, откреплять нечего
        dateInFuture: Этот день ещё не наступил. Укажите сегодняшний день или более ранний
        notScheduled: В этот день привычка не запланирована. Выберите день из её расписания
        alreadyDone: Трекер уже отмечен в этот день, больше ничего делать не нужно
        notDone: Трекер не отмечен в этот день, снимать нечего

        """)
  }

  @Test func `refusals in English`() {
    #expect(
      texts(in: .en) == """
        alreadyDone: You have seen the introduction already. Go on to the trackers
        notFound: There is no such category. Choose another one or add a new one
        notFound: There is no such tracker. Refresh the screen and choose one from it
        categoryExists: You have a category of this title. Think of another title
        alreadyExists: This id exists or once existed. Give another one, or none to have one made
        titleTooLong: The limit is 38 characters
        invalidField: The value of "schedule" is invalid; it takes: nothing, an irregular event has no schedule
        alreadyPinned: The tracker is pinned already; nothing is left to do
        notPinned: The tracker is not pinned; there is nothing to unpin
        dateInFuture: This day has not come yet. Give today or an earlier day
        notScheduled: The habit is not planned on this day. Choose a day of its schedule
        alreadyDone: The tracker is marked on this day already; nothing is left to do
        notDone: The tracker is not marked on this day; there is nothing to take back

        """)
  }
}
