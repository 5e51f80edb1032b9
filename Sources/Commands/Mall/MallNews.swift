import Domain
import EventEngine

/// News and promotions. Every promotion has a last day.
public struct MallNews: Decider {
  public enum Command: Sendable {
    case publish(MallNewsID, NewsContent)
    case edit(MallNewsID, Edit)
    case withdraw(MallNewsID)
  }

  public struct Edit: Sendable {
    var validUntil: CalendarDay?
    var content = ContentEdit<NewsContent>()
  }

  private struct Item: Equatable {
    var content: NewsContent
    var isWithdrawn = false
  }

  private var items: [MallNewsID: Item] = [:]

  public init() {}

  public static let factTypes = [NewsPublished.type, NewsEdited.type, NewsWithdrawn.type]

  public func boundary(of command: Command) -> Query {
    switch command {
    case .publish(let news, _): .of([NewsPublished.type], news.tag)
    case .edit(let news, _), .withdraw(let news): .of(Self.factTypes, news.tag)
    }
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .news(.published(let fact)): items[fact.news] = Item(content: fact.content)
    case .news(.edited(let fact)): items[fact.news]?.content = fact.content
    case .news(.withdrawn(let fact)): items[fact.news]?.isWithdrawn = true
    case .device, .code, .account, .profile, .review, .object, .offer, .happening, .programme,
      .gift, .transaction:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .publish(let id, let content):
      guard items[id] == nil else {
        throw .alreadyExists(field: "news", id: id.rawValue)
      }
      return [.newsPublished(NewsPublished(news: id, content: content))]
    case .edit(let id, let edit):
      let edited = try edited(try requirePublished(id), edit)
      return [.newsEdited(NewsEdited(news: id, content: edited))]
    case .withdraw(let id):
      _ = try requirePublished(id)
      return [.newsWithdrawn(NewsWithdrawn(news: id))]
    }
  }

  /// The edited content. A promotion has a last day and news has none, so a promotion that becomes
  /// news loses it.
  private func edited(
    _ content: NewsContent, _ edit: Edit
  ) throws(MallRefusal) -> NewsContent {
    var edited = edit.content.applied(to: content)
    switch edited.kind {
    case .promotion:
      guard let validUntil = edit.validUntil ?? content.validUntil else {
        throw .validityOfPromotion
      }
      edited.validUntil = validUntil
    case .news:
      guard edit.validUntil == nil else { throw .validityOfNews }
      edited.validUntil = nil
    }
    return edited
  }

  private func requirePublished(_ id: MallNewsID) throws(MallRefusal) -> NewsContent {
    guard let item = items[id], !item.isWithdrawn else { throw .notFound(.news) }
    return item.content
  }

  public static func answer(
    to command: Command, _ events: [MallEvent], in locale: Language
  ) throws(MallRefusal) -> [CommandValue] {
    guard case .newsPublished(let fact)? = events.first else { return [] }
    return [CommandValue("news", fact.news.rawValue)]
  }
}

extension MallNews {
  private static let news = Field<MallNewsID>.id("news")
  private static let kind = Field<NewsKind>.word("kind")
  private static let title = MallFields.title
  private static let image = MallFields.image
  private static let description = MallFields.description
  private static let validUntil = Field.day("validUntil")
  private static let promotionsOnly = Bilingual(
    ru: "у новостей отклоняется", en: "refused for news")
  private static let onMain = MallFields.onMain

  public static let shapes = [
    CommandShape<Command>(
      "mall.publishNews", by: .admin,
      .init(ru: "Опубликовать новость или акцию", en: "Publish news or a promotion"),
      fields: [
        news.optional, kind.required, title.required, image.required, description.required,
        validUntil.required(if: kind, is: NewsKind.promotion.rawValue, otherwise: promotionsOnly),
        onMain.optional,
      ],
      refusals: [FormError.invalidCode] + MallRefusal.codes(.alreadyExists(field: "", id: "")),
      read: readPublishing),
    CommandShape<Command>(
      "mall.editNews", by: .admin,
      .init(ru: "Изменить новость или акцию", en: "Edit news or a promotion"),
      fields: [news.required],
      edits: [
        kind.optional, title.optional, image.optional, description.optional,
        validUntil.optional.noting(promotionsOnly), onMain.optional,
      ],
      refusals: MallRefusal.codes(.notFound(.news), .validityOfNews), read: readEdit),
    CommandShape<Command>(
      "mall.withdrawNews", by: .admin,
      .init(ru: "Снять новость или акцию с публикации", en: "Withdraw news or a promotion"),
      fields: [news.required], refusals: MallRefusal.codes(.notFound(.news))
    ) { form throws(FormError) in .withdraw(try form.required(news)) },
  ]

  @Sendable private static func readPublishing(_ form: CommandForm) throws(FormError) -> Command {
    let id = try form.newID(news)
    let content = NewsContent(
      kind: try form.required(kind), title: try form.required(title),
      image: try form.required(image), description: try form.required(description),
      validUntil: try form.optional(validUntil), onMain: try form.optional(onMain) ?? false)
    try requireNoValidity(of: content.kind, content.validUntil)
    return .publish(id, content)
  }

  @Sendable private static func readEdit(_ form: CommandForm) throws(FormError) -> Command {
    let id = try form.required(news)
    var edit = Edit()
    let kind = try form.change(kind)
    edit.content.set(\.kind, kind)
    edit.content.set(\.title, try form.change(title))
    edit.content.set(\.image, try form.change(image))
    edit.content.set(\.description, try form.change(description))
    edit.content.set(\.onMain, try form.change(onMain))
    edit.validUntil = try form.change(validUntil).value
    try requireNoValidity(of: kind.value, edit.validUntil)
    return .edit(id, edit)
  }

  private static func requireNoValidity(
    of kind: NewsKind?, _ day: CalendarDay?
  ) throws(FormError) {
    if kind == .news, day != nil { throw .validityOfNews }
  }
}
