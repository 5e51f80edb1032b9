import Domain
import EventEngine

/// The refusals of the NFT application.
public enum NFTRefusal: Refused, Hashable {
  case unknownUser(NFTUserID)
  case unknownNFT(NFTID)
  case unknownCollection(NFTCollectionID)
  case unknownCurrency(CurrencyID)
  /// No such order, or an order of another user.
  case unknownOrder(NFTOrderID)

  case alreadyRegistered
  /// The id that the sender has chosen is taken.
  case alreadyExists(field: String, id: String)
  case currencyExists

  case alreadyLiked
  case notLiked
  case alreadyInCart
  case notInCart
  /// The user owns the NFT.
  case own(NFTID, NFTName)
  /// An NFT in the cart belongs to the user.
  case ownInCart(NFTID, NFTName)
  /// An order of somebody else reserves an NFT in the cart.
  case reserved(NFTID, NFTName)

  case cartEmpty
  /// The user's order is pending or, if `hasFailed`, waits for a retry or its cancellation.
  case paymentInProgress(NFTOrderID, hasFailed: Bool)
  /// The order has another status than pending.
  case paymentNotPending(NFTOrderID, NFTOrderStatus)
  /// The order has another status than failed.
  case paymentNotFailed(NFTOrderID, NFTOrderStatus)

  /// The codes by which programs distinguish refusals.
  public enum Code: String, CaseIterable, Sendable {
    case notFound, alreadyExists, alreadyLiked, notLiked, alreadyInCart, notInCart, notForSale
    case cartEmpty, paymentInProgress, paymentNotPending, paymentNotFailed
  }

  public var code: String { kind.rawValue }

  private var kind: Code {
    switch self {
    case .unknownUser, .unknownNFT, .unknownCollection, .unknownCurrency, .unknownOrder: .notFound
    case .alreadyRegistered, .alreadyExists, .currencyExists: .alreadyExists
    case .alreadyLiked: .alreadyLiked
    case .notLiked: .notLiked
    case .alreadyInCart: .alreadyInCart
    case .notInCart: .notInCart
    case .own, .ownInCart, .reserved: .notForSale
    case .cartEmpty: .cartEmpty
    case .paymentInProgress: .paymentInProgress
    case .paymentNotPending: .paymentNotPending
    case .paymentNotFailed: .paymentNotFailed
    }
  }

  /// The codes for a command's shape.
  static func codes(_ codes: Code...) -> [String] { codes.map(\.rawValue) }
}
