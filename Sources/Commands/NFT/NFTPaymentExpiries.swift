import Domain
import EventEngine

/// Records the expiry of overdue orders, once each. Driven by time only; it has no commands.
public struct NFTPaymentExpiries: TimeDriven {
  public typealias Event = NFTEvent
  public typealias Command = Never
  public typealias Refusal = NFTRefusal

  /// The orders that are pending or failed.
  private var open: [NFTOrderID: NFTOrder] = [:]

  public init() {}

  public static let factTypes = [
    NFTPaymentStarted.type, NFTPaymentConfirmed.type, NFTPaymentRetried.type,
    NFTPaymentCancelled.type, NFTPaymentExpired.type,
  ]
  public static let dueFacts = Query.of(factTypes)

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .paymentStarted(let fact): open.begin(fact, at: event.position, event.time)
    case .paymentRetried(let fact): open[fact.order]?.retry(at: event.position, event.time)
    case .paymentConfirmed(let fact): open[fact.order] = nil
    case .paymentCancelled(let fact): open[fact.order] = nil
    case .paymentExpired(let fact): open[fact.order] = nil
    case .userRegistered, .profileEdited, .sortChosen, .minted, .nftEdited, .collectionCreated,
      .collectionEdited, .collectionExtended, .currencyAdded, .currencyEdited, .agreementSet,
      .liked, .unliked, .addedToCart, .removedFromCart, .paymentFailed:
      break
    }
  }

  /// Returns the overdue orders, the longest overdue first. Linear in the number of open orders.
  public func due(at now: Moment) -> [DueItem<NFTEvent>] {
    open.values.overdue(at: now.time).map { DueItem($0.expiry, because: $0.start) }
  }
}
