import Domain
import EventEngine

/// The fields that several NFT commands share.
enum NFTFields {
  static let nft = Field<NFTID>.id("nft")
  static let order = Field<NFTOrderID>.id("order")
  static let currency = Field<CurrencyID>.id("currency")
  static let website = Field.url("website")
  static let author = Field<NFTAuthor>.text("author")
  static let image = Field<Picture>.text("image")

  /// An exact decimal as a JSON string; a JSON number has been rounded by somebody already.
  static let price = Field<Ether>("price", .text, takes: priceRule) { json in
    guard case .string(let text) = json, let price = Ether(price: text) else { return .invalid }
    return .value(price)
  }

  static let rating = Field<Int>.integer(
    "rating", in: StarRating.range,
    takes: Bilingual(ru: "целое число от 0 до 5", en: "a whole number from 0 to 5"))

  /// Ids, none of them twice.
  static let nfts = Field<[NFTID]>(
    "nfts", .list, takes: Bilingual(ru: "список разных id", en: "a list of different ids")
  ) { json in
    guard case .array(let items) = json else { return .invalid }
    var nfts: [NFTID] = []
    for item in items {
      guard case .string(let text) = item, NFTID.isValid(text) else { return .invalid }
      nfts.append(NFTID(rawValue: text))
    }
    return Set(nfts).count == nfts.count ? .value(nfts) : .invalid
  }

  private static let priceRule = Bilingual(
    ru: "сумма в ETH строкой: до 18 цифр, если нужно, точка и ещё до 18",
    en: "an amount of ETH as a string: up to 18 digits, optionally a point and up to 18 more")
}

extension CommandForm {
  /// The user who sent the command.
  var nftUser: NFTUserID { NFTUserID(rawValue: actor.rawValue) }
}

extension Query {
  /// More NFTs than this are not looked up one by one, which costs a third of a millisecond each
  /// while others wait for the lock.
  private static let lookedUp = 64

  /// Also the facts of these types about any of the NFTs; about all NFTs, where there are many.
  func with(_ types: [EventType], about nfts: [NFTID]) -> Query {
    if nfts.count > Self.lookedUp { return self | .of(types) }
    return Query(items + nfts.map { Item(types: types, tags: [$0.tag]) })
  }
}
