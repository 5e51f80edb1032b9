import Domain
import EventEngine

/// The users' favourite NFTs.
public struct NFTLikes: Decider {
  public enum Command: Equatable, Sendable {
    case like(NFTID, by: NFTUserID)
    case unlike(NFTID, by: NFTUserID)
  }

  private var liked: [NFTUserID: Set<NFTID>] = [:]
  private var minted: Set<NFTID> = []
  private var users = NFTUsers()

  public init() {}

  private static let likes = [NFTLiked.type, NFTUnliked.type]
  public static let factTypes = likes + [NFTMinted.type] + NFTUsers.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .like(let nft, let user), .unlike(let nft, let user):
      .of(Self.likes, user.tag, nft.tag) | .of([NFTMinted.type], nft.tag)
        | NFTUsers.facts(about: user)
    }
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .liked(let fact): liked[fact.user, default: []].insert(fact.nft)
    case .unliked(let fact): liked[fact.user]?.remove(fact.nft)
    case .minted(let fact): minted.insert(fact.nft)
    case .userRegistered: users.apply(event)
    case .profileEdited, .sortChosen, .nftEdited, .collectionCreated, .collectionEdited,
      .collectionExtended, .currencyAdded, .currencyEdited, .agreementSet, .addedToCart,
      .removedFromCart, .paymentStarted, .paymentConfirmed, .paymentFailed, .paymentRetried,
      .paymentCancelled, .paymentExpired:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(NFTRefusal) -> [NFTEvent] {
    switch command {
    case .like(let nft, let user):
      guard try !likes(user, nft) else { throw .alreadyLiked }
      return [.liked(NFTLiked(user: user, nft: nft))]
    case .unlike(let nft, let user):
      guard try likes(user, nft) else { throw .notLiked }
      return [.unliked(NFTUnliked(user: user, nft: nft))]
    }
  }

  /// Returns whether the user likes the NFT; refuses if either is unknown.
  private func likes(_ user: NFTUserID, _ nft: NFTID) throws(NFTRefusal) -> Bool {
    try users.requireRegistered(user)
    guard minted.contains(nft) else { throw .unknownNFT(nft) }
    return liked[user]?.contains(nft) ?? false
  }
}

extension NFTLikes {
  public static let shapes = [
    CommandShape<Command>(
      "nft.like", by: .person,
      Bilingual(ru: "Добавить NFT в избранное", en: "Add an NFT to the favourites"),
      fields: [NFTFields.nft.required], refusals: NFTRefusal.codes(.notFound, .alreadyLiked)
    ) { form throws(FormError) in
      .like(try form.required(NFTFields.nft), by: form.nftUser)
    },
    CommandShape<Command>(
      "nft.unlike", by: .person,
      Bilingual(ru: "Убрать NFT из избранного", en: "Remove an NFT from the favourites"),
      fields: [NFTFields.nft.required], refusals: NFTRefusal.codes(.notFound, .notLiked)
    ) { form throws(FormError) in
      .unlike(try form.required(NFTFields.nft), by: form.nftUser)
    },
  ]
}
