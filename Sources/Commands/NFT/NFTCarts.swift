import Domain
import EventEngine

/// Adding NFTs to a cart and removing them. A user can add every NFT but their own, also one that
/// somebody else is paying for, since that payment may fail.
public struct NFTCarts: Decider {
  public enum Command: Equatable, Sendable {
    case add(NFTID, by: NFTUserID)
    case remove(NFTID, by: NFTUserID)
  }

  private var carts = NFTCartContents()
  private var nfts = NFTOwnership()
  private var users = NFTUsers()

  public init() {}

  private static let changes = [NFTAddedToCart.type, NFTRemovedFromCart.type]
  public static let factTypes = changes + NFTOwnership.factTypes + NFTUsers.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .add(let nft, let user), .remove(let nft, let user):
      .of(Self.changes, user.tag, nft.tag) | .of(NFTOwnership.factTypes, nft.tag)
        | NFTUsers.facts(about: user)
    }
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .addedToCart(let fact): carts.add(fact.nft, to: fact.user, at: event.position)
    case .removedFromCart(let fact): carts.remove([fact.nft], from: fact.user)
    case .minted(let fact): nfts.add(fact)
    case .nftEdited(let fact): nfts.edit(fact)
    case .paymentConfirmed(let fact):
      nfts.sell(fact, at: event.position)
      carts.remove(fact.nfts, from: fact.user)
    case .userRegistered: users.apply(event)
    case .profileEdited, .sortChosen, .collectionCreated, .collectionEdited, .collectionExtended,
      .currencyAdded, .currencyEdited, .agreementSet, .liked, .unliked, .paymentStarted,
      .paymentFailed, .paymentRetried, .paymentCancelled, .paymentExpired:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(NFTRefusal) -> [NFTEvent] {
    switch command {
    case .add(let nft, let user):
      try users.requireRegistered(user)
      let lot = try nfts.require(nft)
      guard !carts.contains(nft, lot, of: user) else { throw .alreadyInCart }
      guard lot.owner != user else { throw .own(nft, lot.name) }
      return [.addedToCart(NFTAddedToCart(user: user, nft: nft))]
    case .remove(let nft, let user):
      try users.requireRegistered(user)
      guard carts.contains(nft, try nfts.require(nft), of: user) else { throw .notInCart }
      return [.removedFromCart(NFTRemovedFromCart(user: user, nft: nft))]
    }
  }
}

extension NFTCarts {
  public static let shapes = [
    CommandShape<Command>(
      "nft.addToCart", by: .person,
      Bilingual(ru: "Положить NFT в корзину", en: "Add an NFT to the cart"),
      fields: [NFTFields.nft.required],
      refusals: NFTRefusal.codes(.notFound, .alreadyInCart, .notForSale)
    ) { form throws(FormError) in
      .add(try form.required(NFTFields.nft), by: form.nftUser)
    },
    CommandShape<Command>(
      "nft.removeFromCart", by: .person,
      Bilingual(ru: "Удалить NFT из корзины", en: "Remove an NFT from the cart"),
      fields: [NFTFields.nft.required], refusals: NFTRefusal.codes(.notFound, .notInCart)
    ) { form throws(FormError) in
      .remove(try form.required(NFTFields.nft), by: form.nftUser)
    },
  ]
}
