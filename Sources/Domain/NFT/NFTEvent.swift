import EventEngine

/// The events of the NFT application.
public enum NFTEvent: Event {
  case userRegistered(NFTUserRegistered)
  case profileEdited(NFTProfileEdited)
  case sortChosen(NFTSortChosen)
  case minted(NFTMinted)
  case nftEdited(NFTEdited)
  case collectionCreated(NFTCollectionCreated)
  case collectionEdited(NFTCollectionEdited)
  case collectionExtended(NFTCollectionExtended)
  case currencyAdded(CurrencyAdded)
  case currencyEdited(CurrencyEdited)
  case agreementSet(AgreementSet)
  case liked(NFTLiked)
  case unliked(NFTUnliked)
  case addedToCart(NFTAddedToCart)
  case removedFromCart(NFTRemovedFromCart)
  case paymentStarted(NFTPaymentStarted)
  case paymentConfirmed(NFTPaymentConfirmed)
  case paymentFailed(NFTPaymentFailed)
  case paymentRetried(NFTPaymentRetried)
  case paymentCancelled(NFTPaymentCancelled)
  case paymentExpired(NFTPaymentExpired)

  public static let catalog = EventCatalog<NFTEvent>()
    .current(userRegistered)
    .current(profileEdited)
    .current(sortChosen)
    .current(minted)
    .current(nftEdited)
    .current(collectionCreated)
    .current(collectionEdited)
    .current(collectionExtended)
    .current(currencyAdded)
    .current(currencyEdited)
    .current(agreementSet)
    .current(liked)
    .current(unliked)
    .current(addedToCart)
    .current(removedFromCart)
    .current(paymentStarted)
    .current(paymentConfirmed)
    .current(paymentFailed)
    .current(paymentRetried)
    .current(paymentCancelled)
    .current(paymentExpired)

  public var payload: any EventPayload {
    switch self {
    case .userRegistered(let payload): payload
    case .profileEdited(let payload): payload
    case .sortChosen(let payload): payload
    case .minted(let payload): payload
    case .nftEdited(let payload): payload
    case .collectionCreated(let payload): payload
    case .collectionEdited(let payload): payload
    case .collectionExtended(let payload): payload
    case .currencyAdded(let payload): payload
    case .currencyEdited(let payload): payload
    case .agreementSet(let payload): payload
    case .liked(let payload): payload
    case .unliked(let payload): payload
    case .addedToCart(let payload): payload
    case .removedFromCart(let payload): payload
    case .paymentStarted(let payload): payload
    case .paymentConfirmed(let payload): payload
    case .paymentFailed(let payload): payload
    case .paymentRetried(let payload): payload
    case .paymentCancelled(let payload): payload
    case .paymentExpired(let payload): payload
    }
  }
}
