import Domain
import EventEngine

extension MallObjects {
  private static let object = MallFields.object
  private static let category = Field<MallCategory>.word("category")
  private static let subcategory = Field<Subcategory>.text("subcategory").clearable
  private static let name = Field<MallObjectName>.text("name")
  private static let aliases = Field<[MallObjectName]>.texts(
    "aliases",
    takes: .init(
      ru: "список непустых вариантов написания",
      en: "a list of non-empty other spellings"))
  private static let floor = Field<Floor>.count(
    "floor", in: Floor.range, takes: .init(ru: "целое число", en: "a whole number"))
  private static let site = Field.url("site").clearable
  private static let logo = Field<MallImage>.text("logo")
  private static let description = MallFields.description
  private static let onHome = MallFields.onHome

  public static let shapes = [
    CommandShape<Command>(
      "mall.publishObject", by: .admin,
      .init(
        ru: "Опубликовать магазин, кафе или другой объект",
        en: "Publish a shop, a café or another object"),
      fields: [
        object.optional, category.required, subcategory.optional, name.required, aliases.optional,
        floor.required, site.optional, logo.required, description.required, onHome.optional,
      ],
      refusals: MallRefusal.codes(.alreadyExists(field: "", id: "")), read: readPublishing),
    CommandShape<Command>(
      "mall.editObject", by: .admin, .init(ru: "Изменить объект", en: "Edit an object"),
      fields: [object.required],
      edits: [
        category.optional, subcategory.optional, name.optional, aliases.optional, floor.optional,
        site.optional, logo.optional, description.optional, onHome.optional,
      ],
      refusals: MallRefusal.codes(.notFound(.object)), read: readEdit),
    CommandShape<Command>(
      "mall.withdrawObject", by: .admin,
      .init(
        ru: "Снять с публикации объект и его предложения",
        en: "Withdraw an object and its offers"),
      fields: [object.required], refusals: MallRefusal.codes(.notFound(.object))
    ) { form throws(FormError) in .withdraw(try form.required(object)) },
  ]

  @Sendable private static func readPublishing(_ form: CommandForm) throws(FormError) -> Command {
    .publish(
      try form.newID(object),
      MallObjectContent(
        category: try form.required(category), subcategory: try form.optional(subcategory),
        name: try form.required(name), aliases: try form.optional(aliases) ?? [],
        floor: try form.required(floor), site: try form.optional(site),
        logo: try form.required(logo), description: try form.required(description),
        onHome: try form.optional(onHome) ?? false))
  }

  @Sendable private static func readEdit(_ form: CommandForm) throws(FormError) -> Command {
    let id = try form.required(object)
    var edit = ContentEdit<MallObjectContent>()
    edit.set(\.category, try form.change(category))
    edit.setOptional(\.subcategory, try form.change(subcategory))
    edit.set(\.name, try form.change(name))
    edit.set(\.aliases, try form.change(aliases))
    edit.set(\.floor, try form.change(floor))
    edit.setOptional(\.site, try form.change(site))
    edit.set(\.logo, try form.change(logo))
    edit.set(\.description, try form.change(description))
    edit.set(\.onHome, try form.change(onHome))
    return .edit(id, edit)
  }
}
