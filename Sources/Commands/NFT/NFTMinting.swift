import Domain
import EventEngine

/// The existing NFTs and collections.
public struct NFTMinting: Decider {
  public enum Command: Equatable, Sendable {
    case mint(NFTMinted)
    /// A collection with all of its NFTs, in any number.
    case createCollection(NFTCollectionCreated)
  }

  private var minted: Set<NFTID> = []
  private var collections: Set<NFTCollectionID> = []
  private var users = NFTUsers()

  public init() {}

  public static let factTypes =
    [NFTMinted.type, NFTCollectionCreated.type] + NFTUsers.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .mint(let fact):
      let nft = Query.of([NFTMinted.type], fact.nft.tag)
      return fact.owner.map { nft | NFTUsers.facts(about: $0) } ?? nft
    case .createCollection(let fact):
      return .of([NFTCollectionCreated.type], fact.collection.tag)
        .with([NFTMinted.type], about: fact.nfts)
    }
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .minted(let fact): minted.insert(fact.nft)
    case .collectionCreated(let fact): collections.insert(fact.collection)
    case .userRegistered: users.apply(event)
    case .profileEdited, .sortChosen, .collectionExtended, .currencyAdded, .agreementSet, .liked,
      .unliked, .addedToCart, .removedFromCart, .paymentStarted, .paymentConfirmed,
      .paymentFailed, .paymentRetried, .paymentCancelled:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(NFTRefusal) -> [NFTEvent] {
    switch command {
    case .mint(let fact):
      if let owner = fact.owner { try users.requireRegistered(owner) }
      guard !minted.contains(fact.nft) else { throw .alreadyExists }
      return [.minted(fact)]
    case .createCollection(let fact):
      for nft in fact.nfts where !minted.contains(nft) { throw .unknownNFT(nft) }
      guard !collections.contains(fact.collection) else { throw .alreadyExists }
      return creation(of: fact)
    }
  }

  private func creation(of whole: NFTCollectionCreated) -> [NFTEvent] {
    let parts = NFTParts.split(whole.nfts)
    let created = NFTCollectionCreated(
      collection: whole.collection, name: whole.name, cover: whole.cover,
      description: whole.description, author: whole.author, website: whole.website,
      nfts: parts[0])
    return [.collectionCreated(created)]
      + parts.dropFirst().map { nfts in
        .collectionExtended(NFTCollectionExtended(collection: whole.collection, nfts: nfts))
      }
  }

  public static func answer(
    to command: Command, _ events: [NFTEvent], in locale: Language
  ) throws(NFTRefusal) -> [CommandValue] {
    switch events.first {
    case .minted(let fact): [CommandValue(NFTFields.nft.name, fact.nft.rawValue)]
    case .collectionCreated(let fact):
      [CommandValue(collection.name, fact.collection.rawValue)]
    case .userRegistered, .profileEdited, .sortChosen, .collectionExtended, .currencyAdded,
      .agreementSet, .liked, .unliked, .addedToCart, .removedFromCart, .paymentStarted,
      .paymentConfirmed, .paymentFailed, .paymentRetried, .paymentCancelled, nil:
      []
    }
  }
}

extension NFTMinting {
  private static let name = Field<NFTName>.text("name")
  private static let owner = Field<NFTUserID>.id("owner")
  private static let collection = Field<NFTCollectionID>.id("collection")
  private static let collectionName = Field<NFTCollectionName>.text("name")
  private static let cover = Field<Picture>.text("cover")
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
        collection.optional, collectionName.required, cover.required, description.required,
        NFTFields.author.required, NFTFields.website.required, NFTFields.nfts.required,
      ],
      refusals: NFTRefusal.codes(.notFound, .alreadyExists)
    ) { form throws(FormError) in
      .createCollection(
        NFTCollectionCreated(
          collection: try form.newID(collection), name: try form.required(collectionName),
          cover: try form.required(cover), description: try form.required(description),
          author: try form.required(NFTFields.author),
          website: try form.required(NFTFields.website), nfts: try form.required(NFTFields.nfts)))
    },
  ]
}
