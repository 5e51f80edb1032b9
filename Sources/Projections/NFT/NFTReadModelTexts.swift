import Domain
import EventEngine

/// The texts of the NFT application's read models, in both languages.
enum NFTReadModelTexts {
  static func unknown(_ nft: NFTID) -> Bilingual {
    Bilingual(ru: "NFT \(nft) нет", en: "There is no NFT \(nft)")
  }

  static func unknown(_ collection: NFTCollectionID) -> Bilingual {
    Bilingual(ru: "Коллекции \(collection) нет", en: "There is no collection \(collection)")
  }
}

extension Table where Row.ID == NFTUserID {
  /// The row of a user who must exist.
  func require(_ user: NFTUserID) throws(QueryRefusal) -> Row {
    try require(user, Bilingual.unknownUser)
  }

  /// The row of a user who must exist if given.
  func require(_ user: NFTUserID?) throws(QueryRefusal) -> Row? {
    guard let user else { return nil }
    return try require(user) as Row
  }
}
