import Domain
import EventEngine

/// Shorthands for events of the NFT application, with defaults for irrelevant values.
extension NFTEvent {
  package static func registered(
    _ user: NFTUserID, name: NFTUserName? = nil, avatar: WebAddress? = nil,
    description: ProfileDescription? = nil, website: WebAddress? = nil
  ) -> NFTEvent {
    .userRegistered(
      NFTUserRegistered(
        user: user,
        personal: .init(
          name: name ?? NFTUserName(rawValue: user.rawValue), avatar: avatar,
          description: description, website: website)))
  }

  package static func edited(
    _ user: NFTUserID, name: NFTUserName? = nil, avatar: WebAddress? = nil,
    description: ProfileDescription? = nil, website: WebAddress? = nil,
    cleared: [NFTProfileEdited.Part] = []
  ) -> NFTEvent {
    .profileEdited(
      NFTProfileEdited(
        user: user, cleared: cleared,
        personal: .init(
          name: name, avatar: avatar, description: description, website: website)))
  }

  package static func sorted(_ choice: SortChoice, by user: NFTUserID) -> NFTEvent {
    .sortChosen(NFTSortChosen(user: user, choice: choice))
  }

  package static func minted(
    _ nft: NFTID, name: NFTName? = nil, rating: StarRating = 3, price: Ether = "1.5",
    owner: NFTUserID? = nil
  ) -> NFTEvent {
    .minted(
      NFTMinted(
        nft: nft, name: name ?? NFTName(rawValue: nft.rawValue),
        image: WebAddress(rawValue: "https://e.x/\(nft).png"), rating: rating, price: price,
        author: "Вера",
        owner: owner))
  }

  package static func nftEdited(
    _ nft: NFTID, name: NFTName? = nil, image: WebAddress? = nil, rating: StarRating? = nil,
    price: Ether? = nil, author: NFTAuthor? = nil
  ) -> NFTEvent {
    .nftEdited(
      NFTEdited(
        nft: nft, name: name, image: image, rating: rating, price: price, author: author))
  }

  package static func collected(
    _ collection: NFTCollectionID, _ nfts: [NFTID], name: NFTCollectionName? = nil
  ) -> NFTEvent {
    .collectionCreated(
      NFTCollectionCreated(
        collection: collection, name: name ?? NFTCollectionName(rawValue: collection.rawValue),
        cover: WebAddress(rawValue: "https://e.x/\(collection).jpg"), description: "О котах",
        author: "Вера",
        website: "https://vera.example", nfts: nfts))
  }

  package static func collectionEdited(
    _ collection: NFTCollectionID, _ nfts: [NFTID]? = nil, name: NFTCollectionName? = nil,
    cover: WebAddress? = nil, description: NFTCollectionDescription? = nil,
    author: NFTAuthor? = nil, website: WebAddress? = nil
  ) -> NFTEvent {
    .collectionEdited(
      NFTCollectionEdited(
        collection: collection, name: name, cover: cover, description: description,
        author: author, website: website, nfts: nfts))
  }

  package static func extended(_ collection: NFTCollectionID, _ nfts: [NFTID]) -> NFTEvent {
    .collectionExtended(NFTCollectionExtended(collection: collection, nfts: nfts))
  }

  package static func currency(
    _ currency: CurrencyID, name: CurrencyName = "Bitcoin"
  ) -> NFTEvent {
    .currencyAdded(
      CurrencyAdded(
        currency: currency, name: name, image: WebAddress(rawValue: "https://e.x/\(currency).png")))
  }

  package static func currencyEdited(
    _ currency: CurrencyID, name: CurrencyName? = nil, image: WebAddress? = nil
  ) -> NFTEvent {
    .currencyEdited(CurrencyEdited(currency: currency, name: name, image: image))
  }

  package static func agreement(_ url: WebAddress) -> NFTEvent {
    .agreementSet(AgreementSet(url: url))
  }

  package static func liked(_ nft: NFTID, by user: NFTUserID) -> NFTEvent {
    .liked(NFTLiked(user: user, nft: nft))
  }

  package static func unliked(_ nft: NFTID, by user: NFTUserID) -> NFTEvent {
    .unliked(NFTUnliked(user: user, nft: nft))
  }

  package static func added(_ nft: NFTID, by user: NFTUserID) -> NFTEvent {
    .addedToCart(NFTAddedToCart(user: user, nft: nft))
  }

  package static func removed(_ nft: NFTID, by user: NFTUserID) -> NFTEvent {
    .removedFromCart(NFTRemovedFromCart(user: user, nft: nft))
  }

  /// Shorthand for a payment of NFTs at the default price of `minted`.
  package static func started(
    _ order: NFTOrderID, _ nfts: [NFTID], by user: NFTUserID, in currency: CurrencyID = "BTC",
    price: Ether = "1.5"
  ) -> NFTEvent {
    .paymentStarted(
      NFTPaymentStarted(
        order: order, user: user, currency: currency,
        items: nfts.map { NFTOrderItem(nft: $0, price: price) }))
  }

  package static func confirmed(
    _ order: NFTOrderID, _ nfts: [NFTID], by user: NFTUserID
  ) -> NFTEvent {
    .paymentConfirmed(NFTPaymentConfirmed(order: order, user: user, nfts: nfts))
  }

  package static func failed(
    _ order: NFTOrderID, by user: NFTUserID, reason: PaymentFailure = "Нет средств"
  ) -> NFTEvent {
    .paymentFailed(NFTPaymentFailed(order: order, user: user, reason: reason))
  }

  package static func retried(_ order: NFTOrderID, by user: NFTUserID) -> NFTEvent {
    .paymentRetried(NFTPaymentRetried(order: order, user: user))
  }

  package static func cancelled(
    _ order: NFTOrderID, _ nfts: [NFTID], by user: NFTUserID
  ) -> NFTEvent {
    .paymentCancelled(NFTPaymentCancelled(order: order, user: user, nfts: nfts))
  }

  package static func expired(
    _ order: NFTOrderID, _ nfts: [NFTID], by user: NFTUserID
  ) -> NFTEvent {
    .paymentExpired(NFTPaymentExpired(order: order, user: user, nfts: nfts))
  }
}
