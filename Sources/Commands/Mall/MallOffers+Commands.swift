import Domain
import EventEngine

extension MallOffers {
  private static let offer = MallFields.offer
  private static let object = MallFields.object
  private static let title = MallFields.title
  private static let price = MallFields.price
  private static let image = MallFields.image
  private static let disclaimer = Field<MallText>.text("disclaimer")
  private static let description = MallFields.description
  private static let terms = Field<MallText>.text("terms")
  private static let confirmation = Field<MallText>.text("confirmation")
  private static let onHome = MallFields.onHome

  public static let shapes = [
    CommandShape<Command>(
      "mall.publishOffer", by: .admin,
      .init(ru: "Опубликовать предложение за баллы", en: "Publish an offer for points"),
      fields: [
        offer.optional, object.required, title.required, price.required, image.required,
        disclaimer.required, description.required, terms.required, confirmation.required,
        onHome.optional,
      ],
      refusals: MallRefusal.codes(.notFound(.object), .alreadyExists(field: "", id: "")),
      read: readPublishing),
    CommandShape<Command>(
      "mall.editOffer", by: .admin, .init(ru: "Изменить предложение", en: "Edit an offer"),
      fields: [offer.required],
      edits: [
        object.optional, title.optional, price.optional, image.optional, disclaimer.optional,
        description.optional, terms.optional, confirmation.optional, onHome.optional,
      ],
      refusals: MallRefusal.codes(.notFound(.offer)), read: readEdit),
    CommandShape<Command>(
      "mall.withdrawOffer", by: .admin,
      .init(ru: "Снять предложение с публикации", en: "Withdraw an offer"),
      fields: [offer.required], refusals: MallRefusal.codes(.notFound(.offer))
    ) { form throws(FormError) in .withdraw(try form.required(offer)) },
  ]

  @Sendable private static func readPublishing(_ form: CommandForm) throws(FormError) -> Command {
    .publish(
      try form.newID(offer),
      OfferContent(
        object: try form.required(object), title: try form.required(title),
        price: try form.required(price), image: try form.required(image),
        disclaimer: try form.required(disclaimer), description: try form.required(description),
        terms: try form.required(terms), confirmation: try form.required(confirmation),
        onHome: try form.optional(onHome) ?? false))
  }

  @Sendable private static func readEdit(_ form: CommandForm) throws(FormError) -> Command {
    let id = try form.required(offer)
    var edit = Edit()
    edit.object = try form.change(object).value
    edit.content.set(\.title, try form.change(title))
    edit.content.set(\.price, try form.change(price))
    edit.content.set(\.image, try form.change(image))
    edit.content.set(\.disclaimer, try form.change(disclaimer))
    edit.content.set(\.description, try form.change(description))
    edit.content.set(\.terms, try form.change(terms))
    edit.content.set(\.confirmation, try form.change(confirmation))
    edit.content.set(\.onHome, try form.change(onHome))
    return .edit(id, edit)
  }
}
