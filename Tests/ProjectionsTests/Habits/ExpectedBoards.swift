import TestSupport

/// The card of a habit from `HabitsEvent.habit`, as JSON.
func habitCard(
  _ tracker: String, _ title: String = "Зарядка", emoji: String = "🤸", color: String = "#33CFD9",
  schedule: String = #"["mon","tue","wed","thu","fri","sat","sun"]"#,
  scheduleText: String = "Каждый день", pinned: Bool = false, done: Bool = false,
  daysDone: Int = 0, and more: String = ""
) -> String {
  """
  {"tracker":"\(tracker)","kind":"habit","title":"\(title)","emoji":"\(emoji)",\
  "color":"\(color)","schedule":\(schedule),"scheduleText":"\(scheduleText)",\
  "pinned":\(pinned),"done":\(done),"daysDone":\(daysDone)\(more)}
  """
}

/// The card of an irregular event from `HabitsEvent.irregular`, as JSON.
func irregularCard(
  _ tracker: String, _ title: String = "Открытка", pinned: Bool = false, done: Bool = false,
  daysDone: Int = 0, and more: String = ""
) -> String {
  """
  {"tracker":"\(tracker)","kind":"irregularEvent","title":"\(title)","emoji":"💌",\
  "color":"#FF99CC","schedule":null,"scheduleText":null,\
  "pinned":\(pinned),"done":\(done),"daysDone":\(daysDone)\(more)}
  """
}

/// The members after the card in `habits.tracker`.
func details(
  category: String = "c1", days: [String] = [], current: Int = 0, longest: Int = 0
) -> String {
  let days = days.map { "\"\($0)\"" }.joined(separator: ",")
  return """
    ,"category":"\(category)","completedDays":[\(days)],\
    "currentStreak":\(current),"longestStreak":\(longest)
    """
}

func section(_ title: String, _ category: String?, _ cards: String...) -> String {
  let category = category.map { "\"\($0)\"" } ?? "null"
  return """
    {"title":"\(title)","category":\(category),"trackers":[\(cards.joined(separator: ","))]}
    """
}

/// An answer of `habits.board`, in Russian.
func board(
  on date: String = "2026-05-08", filter: String = "all", button: Bool = true,
  placeholder: String? = nil, _ sections: String...
) -> String {
  """
  {"date":"\(date)","filter":"\(filter)","filterButton":\(button),\
  "placeholder":\(placeholder.map { "\"\($0)\"" } ?? "null"),\
  "sections":[\(sections.joined(separator: ","))],\
  "filters":[{"filter":"all","title":"Все трекеры"},\
  {"filter":"today","title":"Трекеры на сегодня"},\
  {"filter":"completed","title":"Завершенные"},\
  {"filter":"uncompleted","title":"Не завершенные"}]}
  """
}

/// An answer of `habits.statistics`, in Russian.
func statistics(
  best: Int = 0, perfect: Int = 0, completed: Int = 0, average: String = "0"
) -> String {
  """
  {"empty":\(completed == 0),"bestPeriod":\(best),"perfectDays":\(perfect),\
  "completed":\(completed),"average":\(average),"titles":{"bestPeriod":"Лучший период",\
  "perfectDays":"Идеальные дни","completed":"Трекеров завершено","average":"Среднее значение"}}
  """
}
