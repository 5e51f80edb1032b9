import EventEngine

/// The screens with sortable lists.
public enum NFTScreen: String, CaseIterable, Codable, Sendable {
  case catalogue, cart, myNFTs, rating
}

public enum CatalogueSort: String, CaseIterable, Codable, Sendable {
  case name, count

  public static let standard = CatalogueSort.count
}

/// The orders of the cart and of a user's own NFTs.
public enum NFTListSort: String, CaseIterable, Codable, Sendable {
  case price, rating, name

  public static let standardInCart = NFTListSort.name
  public static let standardOfMine = NFTListSort.rating
}

public enum RatingSort: String, CaseIterable, Codable, Sendable {
  case name, rating

  public static let standard = RatingSort.rating
}

/// The order that a user chose for one screen.
public enum SortChoice: Hashable, Codable, Sendable {
  case catalogue(by: CatalogueSort)
  case cart(by: NFTListSort)
  case myNFTs(by: NFTListSort)
  case rating(by: RatingSort)
}
