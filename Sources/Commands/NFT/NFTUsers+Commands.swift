import Domain
import EventEngine

extension NFTUsers {
  private static let name = Field<NFTUserName>.text("name")
  private static let avatar = Field.url("avatar").clearable
  private static let description = Field<ProfileDescription>.text("description").clearable
  private static let website = NFTFields.website.clearable
  private static let screen = Field<NFTScreen>.word("screen")
  private static let sort = Field.verbatim(
    "by",
    takes: Bilingual(
      ru: "name или count для catalogue; price, rating или name для cart и myNFTs; name или rating "
        + "для rating",
      en: "name or count for catalogue; price, rating or name for cart and myNFTs; name or rating "
        + "for rating"))

  public static let shapes = [
    CommandShape<Command>(
      "nft.registerUser", by: .person,
      Bilingual(ru: "Зарегистрироваться", en: "Register"),
      fields: [name.required, avatar.optional, description.optional, website.optional],
      refusals: [FormError.invalidCode] + NFTRefusal.codes(.alreadyExists)
    ) { form throws(FormError) in
      let personal = NFTUserRegistered.Personal(
        name: try form.required(name), avatar: try form.optional(avatar),
        description: try form.optional(description), website: try form.optional(website))
      return .register(NFTUserRegistered(user: form.nftUser, personal: personal))
    },
    CommandShape<Command>(
      "nft.editProfile", by: .person,
      Bilingual(
        ru: "Изменить имя, описание, фото или сайт",
        en: "Edit the name, description, photo or website"),
      edits: [name.optional, avatar.optional, description.optional, website.optional],
      refusals: [FormError.invalidCode] + NFTRefusal.codes(.notFound), read: readEdit),
    CommandShape<Command>(
      "nft.chooseSort", by: .person,
      Bilingual(ru: "Выбрать сортировку экрана", en: "Choose how a screen is sorted"),
      fields: [screen.required, sort.required],
      refusals: [FormError.invalidCode] + NFTRefusal.codes(.notFound)
    ) { form throws(FormError) in
      .chooseSort(NFTSortChosen(user: form.nftUser, choice: try readChoice(form)))
    },
  ]

  @Sendable private static func readEdit(_ form: CommandForm) throws(FormError) -> Command {
    let name = try form.change(name)
    let avatar = try form.change(avatar)
    let description = try form.change(description)
    let website = try form.change(website)
    var cleared: [NFTProfileEdited.Part] = []
    if avatar == .cleared { cleared.append(.avatar) }
    if description == .cleared { cleared.append(.description) }
    if website == .cleared { cleared.append(.website) }
    return .edit(
      NFTProfileEdited(
        user: form.nftUser, cleared: cleared,
        personal: .init(
          name: name.value, avatar: avatar.value, description: description.value,
          website: website.value)))
  }

  /// Reads the sort order of a screen. Each screen has its own set of sort orders.
  private static func readChoice(_ form: CommandForm) throws(FormError) -> SortChoice {
    switch try form.required(screen) {
    case .catalogue: .catalogue(by: try form.required(.word(sort.name)))
    case .cart: .cart(by: try form.required(.word(sort.name)))
    case .myNFTs: .myNFTs(by: try form.required(.word(sort.name)))
    case .rating: .rating(by: try form.required(.word(sort.name)))
    }
  }
}
