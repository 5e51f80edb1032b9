import Domain
import EventEngine

/// The events that visitors attend. Cancelling an event refunds everybody registered.
public struct MallHappenings: Decider {
  public enum Command: Sendable {
    case schedule(HappeningID, HappeningContent)
    case edit(HappeningID, ContentEdit<HappeningContent>)
    case cancel(HappeningID)
  }

  private var happenings = HappeningRegistry()

  public init() {}

  public static let factTypes = HappeningRegistry.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .schedule(let event, _): .of([HappeningScheduled.type], event.tag)
    case .edit(let event, _): HappeningRegistry.life(of: event)
    case .cancel(let event): HappeningRegistry.facts(about: event)
    }
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .happening(let fact): happenings.apply(fact)
    case .device, .code, .account, .profile, .review, .object, .offer, .news, .programme, .gift,
      .transaction:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .schedule(let id, let content):
      guard !happenings.isKnown(id) else {
        throw .alreadyExists(field: "event", id: id.rawValue)
      }
      return [.happeningScheduled(HappeningScheduled(event: id, content: content))]
    case .edit(let id, let edit):
      let edited = edit.applied(to: try happenings.requireScheduled(id).content)
      return [.happeningEdited(HappeningEdited(event: id, content: edited))]
    case .cancel(let id):
      let cancelled = try happenings.upcoming(id, at: now)
      let fact = HappeningCancelled(event: id, title: cancelled.content.title)
      return [.happeningCancelled(fact)] + refunds(of: cancelled)
    }
  }

  /// The refunds of a cancelled event: the price that each visitor paid, even if it has changed
  /// since.
  private func refunds(of happening: HappeningRegistry.Happening) -> [MallEvent] {
    happening.placesInOrder.flatMap { place in
      MallEvent.moving(place.price, .refund, of: place.user, title: happening.content.title)
    }
  }

  public static func answer(
    to command: Command, _ events: [MallEvent], in locale: Language
  ) throws(MallRefusal) -> [CommandValue] {
    guard case .happeningScheduled(let fact)? = events.first else { return [] }
    return [CommandValue("event", fact.event.rawValue)]
  }
}

extension MallHappenings {
  private static let event = MallFields.event
  private static let title = MallFields.title
  private static let date = MallFields.date
  private static let price = MallFields.price
  private static let capacity = Field<Capacity>.count(
    "capacity", in: Capacity.range,
    takes: .init(ru: "целое число от 1", en: "a whole number from 1"))
  private static let image = MallFields.image
  private static let description = MallFields.description
  private static let onMain = MallFields.onMain
  private static let onHome = MallFields.onHome

  public static let shapes = [
    CommandShape<Command>(
      "mall.scheduleEvent", by: .admin,
      .init(ru: "Назначить мероприятие", en: "Schedule an event"),
      fields: [
        event.optional, title.required, date.required, price.required, capacity.optional,
        image.required, description.required, onMain.optional, onHome.optional,
      ],
      refusals: MallRefusal.codes(.alreadyExists(field: "", id: "")), read: readScheduling),
    CommandShape<Command>(
      "mall.editEvent", by: .admin, .init(ru: "Изменить мероприятие", en: "Edit an event"),
      fields: [event.required],
      edits: [
        title.optional, date.optional, price.optional, capacity.optional, image.optional,
        description.optional, onMain.optional, onHome.optional,
      ],
      refusals: MallRefusal.codes(.notFound(.event), .eventCancelled), read: readEdit),
    CommandShape<Command>(
      "mall.cancelEvent", by: .admin,
      .init(
        ru: "Отменить мероприятие и вернуть баллы", en: "Cancel an event and refund its points"),
      fields: [event.required],
      refusals: MallRefusal.codes(.notFound(.event), .eventCancelled, .eventOver)
    ) { form throws(FormError) in .cancel(try form.required(event)) },
  ]

  @Sendable private static func readScheduling(_ form: CommandForm) throws(FormError) -> Command {
    .schedule(
      try form.newID(event),
      HappeningContent(
        title: try form.required(title), date: try form.required(date),
        price: try form.required(price), capacity: try form.optional(capacity),
        image: try form.required(image), description: try form.required(description),
        onMain: try form.optional(onMain) ?? false, onHome: try form.optional(onHome) ?? false))
  }

  @Sendable private static func readEdit(_ form: CommandForm) throws(FormError) -> Command {
    let id = try form.required(event)
    var edit = ContentEdit<HappeningContent>()
    edit.set(\.title, try form.change(title))
    edit.set(\.date, try form.change(date))
    edit.set(\.price, try form.change(price))
    edit.setOptional(\.capacity, try form.change(capacity))
    edit.set(\.image, try form.change(image))
    edit.set(\.description, try form.change(description))
    edit.set(\.onMain, try form.change(onMain))
    edit.set(\.onHome, try form.change(onHome))
    return .edit(id, edit)
  }
}
