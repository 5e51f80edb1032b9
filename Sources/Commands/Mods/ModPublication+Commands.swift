import Domain
import EventEngine

extension ModPublication {
  static let path = Field<ModPath>.id("path")
  private static let category = Field<ModCategory>.word("category")
  private static let title = Field<ModTitle>.text("title")
  private static let image = Field<WebAddress>.url("image")
  private static let description = Field<ModDescription>.text("description")
  private static let archive = Field<WebAddress>.url("archive")
  private static let locale = Field<ContentLocale>.contentLocale("locale")

  public static let shapes = [
    CommandShape<Command>(
      "mods.publishMod", by: .admin, .init(ru: "Опубликовать мод", en: "Publish a mod"),
      fields: [
        path.required, category.required, title.required, image.required, description.required,
        archive.required,
      ],
      refusals: ModsRefusal.codes(.alreadyExists)
    ) { form throws(FormError) in
      .publish(
        ModPublished(
          path: try form.required(path), category: try form.required(category),
          title: try form.required(title), image: try form.required(image),
          description: try form.required(description), archive: try form.required(archive)))
    },
    CommandShape<Command>(
      "mods.editMod", by: .admin, .init(ru: "Изменить мод", en: "Edit a mod"),
      fields: [path.required],
      edits: [
        category.optional, title.optional, image.optional, description.optional, archive.optional,
      ],
      refusals: ModsRefusal.codes(.notFound), read: readEdit),
    CommandShape<Command>(
      "mods.withdrawMod", by: .admin,
      .init(ru: "Убрать мод из каталога", en: "Remove a mod from the catalogue"),
      fields: [path.required], refusals: ModsRefusal.codes(.notFound)
    ) { form throws(FormError) in .withdraw(try form.required(path)) },
    CommandShape<Command>(
      "mods.translateMod", by: .admin,
      .init(ru: "Перевести тексты мода", en: "Translate a mod's texts"),
      fields: [path.required, locale.required, title.required, description.required],
      refusals: ModsRefusal.codes(.notFound)
    ) { form throws(FormError) in
      .translate(
        ModTranslated(
          path: try form.required(path), locale: try form.required(locale),
          title: try form.required(title), description: try form.required(description)))
    },
  ]

  @Sendable private static func readEdit(_ form: CommandForm) throws(FormError) -> Command {
    .edit(
      ModEdited(
        path: try form.required(path), category: try form.change(category).value,
        title: try form.change(title).value, image: try form.change(image).value,
        description: try form.change(description).value,
        archive: try form.change(archive).value))
  }
}
