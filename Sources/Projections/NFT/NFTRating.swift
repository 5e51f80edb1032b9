import Domain
import EventEngine

/// The users by the number of NFTs they own.
public struct NFTRating: Projection, StoredState {
  public struct Parameters: Equatable, Sendable {
    /// The user whose chosen sort order applies; must exist.
    public var user: NFTUserID?
    public var sort: RatingSort?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let users: [Entry]
    /// The sort order in force.
    public let sort: RatingSort
  }

  public struct Entry: Encodable, Equatable, Sendable {
    public let user: NFTUserID
    /// The rank by the number of NFTs, from 1. It is the same in every sort order of the list.
    public let place: Int
    public let avatar: WebAddress?
    public let name: String
    /// The number of owned NFTs.
    public let count: Int
  }

  private var users = Table<Row>()
  /// The owner of each NFT that has one.
  private var owners: [NFTID: NFTUserID] = [:]

  public init() {}
}

private struct Row: Identified {
  let id: NFTUserID
  var profile: NFTKnownProfile
  var count = 0
  var sort: RatingSort?
}

extension NFTRating {
  public static let shape = QueryShape<Parameters>(
    "nft.rating",
    Bilingual(ru: "Рейтинг пользователей", en: "The users by the number of their NFTs"),
    shows: ["users", "sort"],
    fields: [NFTQueryFields.user.optional, sortField.optional]
  ) { form throws(FormError) in
    Parameters(
      user: try form.optional(NFTQueryFields.user), sort: try form.optional(sortField))
  }

  private static let sortField = Field<RatingSort>.word("sort")

  private static let rankingTypes = [
    NFTUserRegistered.type, NFTProfileEdited.type, NFTMinted.type, NFTPaymentConfirmed.type,
  ]
  public static let factTypes = rankingTypes + [NFTSortChosen.type]

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.rankingTypes) | parameters.user.map { .of([NFTSortChosen.type], $0.tag) }
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .userRegistered(let fact): users.append(Row(id: fact.user, profile: NFTKnownProfile(fact)))
    case .profileEdited(let fact): users.change(fact.user) { $0.profile.edit(fact) }
    case .minted(let fact):
      guard let owner = fact.owner else { return }
      give([fact.nft], to: owner)
    case .paymentConfirmed(let fact): give(fact.nfts, to: fact.user)
    case .sortChosen(let fact):
      guard case .rating(let sort) = fact.choice else { return }
      users.change(fact.user) { $0.sort = sort }
    case .nftEdited, .collectionCreated, .collectionEdited, .collectionExtended, .currencyAdded,
      .currencyEdited, .agreementSet, .liked, .unliked, .addedToCart, .removedFromCart,
      .paymentStarted, .paymentFailed, .paymentRetried, .paymentCancelled, .paymentExpired:
      return
    }
  }

  private mutating func give(_ nfts: [NFTID], to owner: NFTUserID) {
    for nft in nfts {
      if let former = owners.updateValue(owner, forKey: nft) {
        users.change(former) { $0.count -= 1 }
      }
    }
    users.change(owner) { $0.count += nfts.count }
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let asker = try users.require(query.user)
    func key(_ row: Int) -> NameThenID {
      NameThenID(folded: users[row].profile.name?.folded, users[row].id)
    }
    let ranked = Array(users.rows.indices).sorted({ -users[$0].count }, then: key)
    let placed = ranked.enumerated().map { (row: $1, place: $0 + 1) }
    let sort = query.sort ?? asker?.sort ?? .standard
    let shown =
      switch sort {
      case .rating: placed
      case .name: placed.sorted({ _ in 0 }, then: { key($0.row) })
      }
    return Answer(
      users: shown.map { row, place in entry(users[row], place, context.locale) }, sort: sort)
  }

  private func entry(_ row: Row, _ place: Int, _ locale: Language) -> Entry {
    Entry(
      user: row.id, place: place, avatar: row.profile.avatar,
      name: row.profile.shownName(in: locale), count: row.count)
  }
}
