import Domain
import EventEngine

extension Trackers {
  static let tracker = Field<TrackerID>.id("tracker")
  private static let title = Field<TrackerTitle>.text("title")
  private static let titleLimit = Bilingual(
    ru: "не больше \(TrackerTitle.limit) символов", en: "at most \(TrackerTitle.limit) characters")
  private static let category = Field<TrackerCategoryID>.id("category")
  private static let emoji = Field<TrackerEmoji>.matching(
    "emoji", takes: .init(ru: "один символ, не пробел", en: "one character other than white space"),
    where: TrackerEmoji.isValid)
  private static let color = Field<TrackerColor>.matching(
    "color", takes: .init(ru: "цвет #RRGGBB", en: "a colour, #RRGGBB"),
    where: TrackerColor.isValid)
  private static let schedule = Field<WeekSchedule>(
    "schedule", .list,
    takes: .init(
      ru: "непустой список из mon, tue, wed, thu, fri, sat, sun",
      en: "a list of one or more of mon, tue, wed, thu, fri, sat, sun"),
    read: readSchedule)

  @Sendable private static func readSchedule(_ json: JSONValue) -> Reading<WeekSchedule> {
    guard case .array(let items) = json else { return .invalid }
    var days: [Weekday] = []
    for item in items {
      guard case .string(let word) = item, let day = Weekday(rawValue: word) else {
        return .invalid
      }
      days.append(day)
    }
    return WeekSchedule(days).map(Reading.value) ?? .invalid
  }

  public static let shapes = [
    CommandShape<Command>(
      "habits.createHabit", by: .person, .init(ru: "Создать привычку", en: "Create a habit"),
      fields: [
        tracker.optional, title.required.noting(titleLimit), category.required, schedule.required,
        emoji.required, color.required,
      ],
      refusals: [FormError.invalidCode]
        + HabitsRefusal.codes(.titleTooLong, .notFound, .alreadyExists)
    ) { form throws(FormError) in
      let texts = try readTexts(form)
      return .createHabit(
        HabitCreated(
          OwnedTracker(try form.newID(tracker), of: form.habitsUser),
          in: try form.required(category), schedule: try form.required(schedule),
          color: try form.required(color), personal: texts))
    },
    CommandShape<Command>(
      "habits.createIrregularEvent", by: .person,
      .init(ru: "Создать нерегулярное событие", en: "Create an irregular event"),
      fields: [
        tracker.optional, title.required.noting(titleLimit), category.required, emoji.required,
        color.required,
      ],
      refusals: [FormError.invalidCode]
        + HabitsRefusal.codes(.titleTooLong, .notFound, .alreadyExists)
    ) { form throws(FormError) in
      let texts = try readTexts(form)
      return .createIrregularEvent(
        IrregularEventCreated(
          OwnedTracker(try form.newID(tracker), of: form.habitsUser),
          in: try form.required(category), color: try form.required(color), personal: texts))
    },
    CommandShape<Command>(
      "habits.editTracker", by: .person, .init(ru: "Изменить трекер", en: "Edit a tracker"),
      fields: [tracker.required],
      edits: [
        title.optional.noting(titleLimit), category.optional, schedule.optional, emoji.optional,
        color.optional,
      ],
      refusals: HabitsRefusal.codes(.titleTooLong, .notFound, .invalidField),
      read: readEdit),
    CommandShape<Command>(
      "habits.deleteTracker", by: .person,
      .init(ru: "Удалить трекер и все данные о нём", en: "Delete a tracker and all data about it"),
      fields: [tracker.required], refusals: HabitsRefusal.codes(.notFound)
    ) { form throws(FormError) in .delete(try form.tracker()) },
  ]

  private static func readTexts(_ form: CommandForm) throws(FormError) -> TrackerTexts {
    TrackerTexts(title: try form.required(title), emoji: try form.required(emoji))
  }

  @Sendable private static func readEdit(_ form: CommandForm) throws(FormError) -> Command {
    .edit(
      TrackerEdited(
        try form.tracker(), category: try form.change(category).value,
        schedule: try form.change(schedule).value, color: try form.change(color).value,
        personal: .init(title: try form.change(title).value, emoji: try form.change(emoji).value)))
  }
}

extension CommandForm {
  /// The user's tracker that the command names.
  func tracker() throws(FormError) -> OwnedTracker {
    OwnedTracker(try required(Trackers.tracker), of: habitsUser)
  }
}
