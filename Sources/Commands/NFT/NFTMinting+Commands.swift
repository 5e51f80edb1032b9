import Domain
import EventEngine

extension NFTMinting {
  private static let name = Field<NFTName>.text("name")
  private static let owner = Field<NFTUserID>.id("owner")
  private static let collectionName = Field<NFTCollectionName>.text("name")
  private static let cover = Field.url("cover")
  private static let description = Field<NFTCollectionDescription>.text("description")

  public static let shapes = [
    CommandShape<Command>(
      "nft.mint", by: .admin, Bilingual(ru: "Выпустить NFT", en: "Mint an NFT"),
      fields: [
        NFTFields.nft.optional, name.required, NFTFields.image.required,
        NFTFields.rating.required, NFTFields.price.required, NFTFields.author.required,
        owner.optional,
      ],
      refusals: NFTRefusal.codes(.notFound, .alreadyExists)
    ) { form throws(FormError) in
      .mint(
        NFTMinted(
          nft: try form.newID(NFTFields.nft), name: try form.required(name),
          image: try form.required(NFTFields.image),
          rating: StarRating(rawValue: try form.required(NFTFields.rating)),
          price: try form.required(NFTFields.price),
          author: try form.required(NFTFields.author), owner: try form.optional(owner)))
    },
    CommandShape<Command>(
      "nft.createCollection", by: .admin,
      Bilingual(ru: "Создать коллекцию", en: "Create a collection"),
      fields: [
        NFTFields.collection.optional, collectionName.required, cover.required,
        description.required, NFTFields.author.required, NFTFields.website.required,
        NFTFields.nfts.required,
      ],
      refusals: NFTRefusal.codes(.notFound, .alreadyExists)
    ) { form throws(FormError) in
      .createCollection(
        NFTCollectionCreated(
          collection: try form.newID(NFTFields.collection), name: try form.required(collectionName),
          cover: try form.required(cover), description: try form.required(description),
          author: try form.required(NFTFields.author),
          website: try form.required(NFTFields.website), nfts: try form.required(NFTFields.nfts)))
    },
    CommandShape<Command>(
      "nft.editNFT", by: .admin, Bilingual(ru: "Изменить NFT", en: "Edit an NFT"),
      fields: [NFTFields.nft.required],
      edits: [
        name.optional, NFTFields.image.optional, NFTFields.rating.optional,
        NFTFields.price.optional, NFTFields.author.optional,
      ],
      refusals: NFTRefusal.codes(.notFound), read: readEdit),
    CommandShape<Command>(
      "nft.editCollection", by: .admin,
      Bilingual(ru: "Изменить коллекцию", en: "Edit a collection"),
      fields: [NFTFields.collection.required],
      edits: [
        collectionName.optional, cover.optional, description.optional,
        NFTFields.author.optional, NFTFields.website.optional, NFTFields.nfts.optional,
      ],
      refusals: NFTRefusal.codes(.notFound), read: readCollectionEdit),
  ]

  @Sendable private static func readEdit(_ form: CommandForm) throws(FormError) -> Command {
    .edit(
      NFTEdited(
        nft: try form.required(NFTFields.nft), name: try form.change(name).value,
        image: try form.change(NFTFields.image).value,
        rating: try form.change(NFTFields.rating).value.map(StarRating.init(rawValue:)),
        price: try form.change(NFTFields.price).value,
        author: try form.change(NFTFields.author).value))
  }

  @Sendable private static func readCollectionEdit(
    _ form: CommandForm
  ) throws(FormError) -> Command {
    .editCollection(
      NFTCollectionEdited(
        collection: try form.required(NFTFields.collection),
        name: try form.change(collectionName).value, cover: try form.change(cover).value,
        description: try form.change(description).value,
        author: try form.change(NFTFields.author).value,
        website: try form.change(NFTFields.website).value,
        nfts: try form.change(NFTFields.nfts).value))
  }
}
