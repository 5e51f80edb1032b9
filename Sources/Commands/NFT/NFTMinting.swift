import Domain
import EventEngine

/// The existing NFTs and collections.
public struct NFTMinting: Decider {
  public enum Command: Equatable, Sendable {
    case mint(NFTMinted)
    case edit(NFTEdited)
    /// A collection with all of its NFTs, in any number.
    case createCollection(NFTCollectionCreated)
    /// An edit with all of the new NFTs, in any number.
    case editCollection(NFTCollectionEdited)
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
        .with([NFTMinted.type], about: fact.nfts.map(\.tag))
    case .edit(let fact): return .of([NFTMinted.type], fact.nft.tag)
    case .editCollection(let fact):
      return .of([NFTCollectionCreated.type], fact.collection.tag)
        .with([NFTMinted.type], about: (fact.nfts ?? []).map(\.tag))
    }
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .minted(let fact): minted.insert(fact.nft)
    case .collectionCreated(let fact): collections.insert(fact.collection)
    case .userRegistered: users.apply(event)
    case .profileEdited, .sortChosen, .nftEdited, .collectionEdited, .collectionExtended,
      .currencyAdded, .currencyEdited, .agreementSet, .liked, .unliked, .addedToCart,
      .removedFromCart, .paymentStarted, .paymentConfirmed, .paymentFailed, .paymentRetried,
      .paymentCancelled, .paymentExpired:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(NFTRefusal) -> [NFTEvent] {
    switch command {
    case .mint(let fact):
      if let owner = fact.owner { try users.requireRegistered(owner) }
      guard !minted.contains(fact.nft) else {
        throw .alreadyExists(field: NFTFields.nft.name, id: fact.nft.rawValue)
      }
      return [.minted(fact)]
    case .createCollection(let fact):
      try requireMinted(fact.nfts)
      guard !collections.contains(fact.collection) else {
        throw .alreadyExists(field: NFTFields.collection.name, id: fact.collection.rawValue)
      }
      let parts = NFTParts.split(fact.nfts)
      var first = fact
      first.nfts = parts[0]
      return [.collectionCreated(first)] + extensions(of: fact.collection, parts)
    case .edit(let fact):
      try requireMinted([fact.nft])
      return [.nftEdited(fact)]
    case .editCollection(let fact):
      guard collections.contains(fact.collection) else {
        throw .unknownCollection(fact.collection)
      }
      guard let nfts = fact.nfts else { return [.collectionEdited(fact)] }
      try requireMinted(nfts)
      let parts = NFTParts.split(nfts)
      var first = fact
      first.nfts = parts[0]
      return [.collectionEdited(first)] + extensions(of: fact.collection, parts)
    }
  }

  private func requireMinted(_ nfts: [NFTID]) throws(NFTRefusal) {
    for nft in nfts where !minted.contains(nft) { throw .unknownNFT(nft) }
  }

  /// The events for all parts of a list of NFTs but the first.
  private func extensions(of collection: NFTCollectionID, _ parts: [[NFTID]]) -> [NFTEvent] {
    parts.dropFirst().map { nfts in
      .collectionExtended(NFTCollectionExtended(collection: collection, nfts: nfts))
    }
  }

  public static func answer(
    to command: Command, _ events: [NFTEvent], in locale: Language
  ) throws(NFTRefusal) -> [CommandValue] {
    switch events.first {
    case .minted(let fact): [CommandValue(NFTFields.nft.name, fact.nft.rawValue)]
    case .collectionCreated(let fact):
      [CommandValue(NFTFields.collection.name, fact.collection.rawValue)]
    default: []
    }
  }
}
