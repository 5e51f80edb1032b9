import Domain
import EventEngine

/// The fields that several NFT commands share.
enum NFTFields {
  static let nft = Field<NFTID>.id("nft")
  static let collection = Field<NFTCollectionID>.id("collection")
  static let order = Field<NFTOrderID>.id("order")
  static let currency = Field<CurrencyID>.id("currency")
  static let website = Field.url("website")
  static let author = Field<NFTAuthor>.text("author")
  static let image = Field.url("image")

  /// An exact decimal as a JSON string. A JSON number may already have been rounded by the sender.
  static let price = Field<Ether>.string("price", .text, takes: priceRule) { Ether(price: $0) }

  static let rating = Field<Int>.integer(
    "rating", in: StarRating.range,
    takes: Bilingual(ru: "целое число от 0 до 5", en: "a whole number from 0 to 5"))

  /// A list of ids without duplicates.
  static let nfts = Field<[NFTID]>(
    "nfts", .list, takes: Bilingual(ru: "список разных id", en: "a list of different ids")
  ) { json in
    guard case .array(let items) = json else { return .invalid }
    let nfts = items.compactMap { if case .string(let text) = $0 { NFTID(text) } else { nil } }
    return Set(nfts).count == items.count ? .value(nfts) : .invalid
  }

  private static let priceRule = Bilingual(
    ru: "строка с суммой в ETH: до 18 цифр без лишних нулей в начале, затем, если нужно, точка и "
      + "ещё до 18 цифр",
    en: "an amount of ETH as a string: up to 18 digits without needless leading zeros, then "
      + "optionally a point and up to 18 more")
}

extension CommandForm {
  /// The user who sent the command.
  var nftUser: NFTUserID { NFTUserID(rawValue: actor.rawValue) }
}

extension Query {
  /// The maximum number of NFTs or orders in a query. Looking each up takes a third of a
  /// millisecond, during which other writers wait for the lock.
  private static let maximumLookups = 64

  /// Adds the events of these types that have one of these tags. If there are too many tags, adds
  /// all events of these types.
  func with(_ types: [EventType], about tags: [Tag]) -> Query {
    if tags.count > Self.maximumLookups { return self | .of(types) }
    return adding(types, anyOf: tags)
  }
}
