import Domain
import EventEngine

/// The collections.
public struct NFTCatalogue: Projection, StoredState {
  public struct Parameters: Equatable, Sendable {
    /// The user whose chosen sort order applies; must exist.
    public var user: NFTUserID?
    public var sort: CatalogueSort?
    public var search: String?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let collections: [Entry]
    /// The sort order in force.
    public let sort: CatalogueSort
  }

  public struct Entry: Encodable, Equatable, Sendable {
    public let collection: NFTCollectionID
    public let name: NFTCollectionName
    public let cover: WebAddress
    /// The number of NFTs in the collection.
    public let count: Int
  }

  private var collections = Table<Row>()
  private var users = Table<Visitor>()

  public init() {}
}

private struct Row: Identified {
  let id: NFTCollectionID
  var name: NFTCollectionName
  var cover: WebAddress
  var count: Int
}

private struct Visitor: Identified {
  let id: NFTUserID
  var sort: CatalogueSort?
}

extension NFTCatalogue {
  public static let shape = QueryShape<Parameters>(
    "nft.catalogue", Bilingual(ru: "Каталог коллекций", en: "The catalogue of collections"),
    shows: ["collections", "sort"],
    fields: [
      NFTQueryFields.user.optional, sortField.optional, NFTQueryFields.search.optional,
    ]
  ) { form throws(FormError) in
    Parameters(
      user: try form.optional(NFTQueryFields.user), sort: try form.optional(sortField),
      search: try form.optional(NFTQueryFields.search))
  }

  private static let sortField = Field<CatalogueSort>.word("sort")

  private static let userFacts = [NFTUserRegistered.type, NFTSortChosen.type]
  public static let factTypes = NFTCollectionPage.collectionFacts + userFacts

  public func facts(for parameters: Parameters) -> Query {
    .of(NFTCollectionPage.collectionFacts) | parameters.user.map { .of(Self.userFacts, $0.tag) }
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .collectionCreated(let fact):
      collections.append(
        Row(id: fact.collection, name: fact.name, cover: fact.cover, count: fact.nfts.count))
    case .collectionEdited(let fact):
      collections.change(fact.collection) { row in
        if let name = fact.name { row.name = name }
        if let cover = fact.cover { row.cover = cover }
        if let nfts = fact.nfts { row.count = nfts.count }
      }
    case .collectionExtended(let fact):
      collections.change(fact.collection) { $0.count += fact.nfts.count }
    case .userRegistered(let fact): users.append(Visitor(id: fact.user))
    case .sortChosen(let fact):
      guard case .catalogue(let sort) = fact.choice else { return }
      users.change(fact.user) { $0.sort = sort }
    case .profileEdited, .minted, .nftEdited, .currencyAdded, .currencyEdited, .agreementSet,
      .liked, .unliked, .addedToCart, .removedFromCart, .paymentStarted, .paymentConfirmed,
      .paymentFailed, .paymentRetried, .paymentCancelled, .paymentExpired:
      return
    }
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let visitor = try users.require(query.user)
    let search = TextSearch(query.search)
    let sort = query.sort ?? visitor?.sort ?? .standard
    let found = collections.rows.filter { search.finds($0.name.rawValue) }
      .sorted {
        switch sort {
        case .name: 0
        case .count: -$0.count
        }
      } then: {
        NameThenID($0.name.rawValue, $0.id)
      }
    return Answer(
      collections: found.map {
        Entry(collection: $0.id, name: $0.name, cover: $0.cover, count: $0.count)
      }, sort: sort)
  }
}
