import Domain
import EventEngine

/// Why the NFT application says no.
public enum NFTRefusal: Refused, Hashable {
  case unknownUser(NFTUserID)
  case unknownNFT(NFTID)
  case unknownCurrency(CurrencyID)
  /// Or another user's.
  case unknownOrder(NFTOrderID)

  case alreadyRegistered
  case alreadyExists

  case alreadyLiked
  case notLiked
  case alreadyInCart
  case notInCart
  /// Somebody owns it.
  case sold(NFTID, NFTName)
  /// Somebody else is paying for it.
  case reserved(NFTID, NFTName)

  case cartEmpty
  case paymentInProgress(NFTOrderID)
  case paymentNotPending
  case paymentNotFailed

  /// What the interface tells them apart by.
  public enum Code: String, CaseIterable, Sendable {
    case notFound, alreadyExists, alreadyLiked, notLiked, alreadyInCart, notInCart, notForSale
    case cartEmpty, paymentInProgress, paymentNotPending, paymentNotFailed
  }

  public var code: String { kind.rawValue }

  private var kind: Code {
    switch self {
    case .unknownUser, .unknownNFT, .unknownCurrency, .unknownOrder: .notFound
    case .alreadyRegistered, .alreadyExists: .alreadyExists
    case .alreadyLiked: .alreadyLiked
    case .notLiked: .notLiked
    case .alreadyInCart: .alreadyInCart
    case .notInCart: .notInCart
    case .sold, .reserved: .notForSale
    case .cartEmpty: .cartEmpty
    case .paymentInProgress: .paymentInProgress
    case .paymentNotPending: .paymentNotPending
    case .paymentNotFailed: .paymentNotFailed
    }
  }

  /// For a command's shape.
  static func codes(_ codes: Code...) -> [String] { codes.map(\.rawValue) }
}
