import Domain
import EventEngine

/// The registered users, their profiles and their choices. Other deciders contain this decider and
/// forward events to it.
public struct NFTUsers: Decider {
  public enum Command: Equatable, Sendable {
    case register(NFTUserRegistered)
    case edit(NFTProfileEdited)
    case chooseSort(NFTSortChosen)
  }

  private var registered: Set<NFTUserID> = []

  public init() {}

  public static let factTypes = [NFTUserRegistered.type]

  /// The query for the registration of `user`.
  static func facts(about user: NFTUserID) -> Query { .of(factTypes, user.tag) }

  public func boundary(of command: Command) -> Query {
    switch command {
    case .register(let fact): Self.facts(about: fact.user)
    case .edit(let fact): Self.facts(about: fact.user)
    case .chooseSort(let fact): Self.facts(about: fact.user)
    }
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .userRegistered(let fact): registered.insert(fact.user)
    case .profileEdited, .sortChosen, .minted, .nftEdited, .collectionCreated, .collectionEdited,
      .collectionExtended, .currencyAdded, .currencyEdited, .agreementSet, .liked, .unliked,
      .addedToCart, .removedFromCart, .paymentStarted, .paymentConfirmed, .paymentFailed,
      .paymentRetried, .paymentCancelled, .paymentExpired:
      break
    }
  }

  func requireRegistered(_ user: NFTUserID) throws(NFTRefusal) {
    guard registered.contains(user) else { throw .unknownUser(user) }
  }

  public func decide(_ command: Command, at now: Moment) throws(NFTRefusal) -> [NFTEvent] {
    switch command {
    case .register(let fact):
      guard !registered.contains(fact.user) else { throw .alreadyRegistered }
      return [.userRegistered(fact)]
    case .edit(let fact):
      try requireRegistered(fact.user)
      return [.profileEdited(fact)]
    case .chooseSort(let fact):
      try requireRegistered(fact.user)
      return [.sortChosen(fact)]
    }
  }
}
