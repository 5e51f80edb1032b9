import Domain
import EventEngine

extension NFTEvent {
  /// One complete sample of each event.
  package static let samples = chain(sample(after:))

  /// The sample after `event`. A new event does not compile until it is added to the chain.
  private static func sample(after event: NFTEvent?) -> NFTEvent? {
    switch event {
    case nil:
      .registered(
        "anna", name: "Анна Ёлкина", avatar: "https://pictures.example/1.jpg",
        description: "Собираю котов", website: "http://ёлкина.рф")
    case .userRegistered:
      .edited(
        "anna", name: "Аня", avatar: "https://pictures.example/2.jpg",
        description: "Больше не собираю", website: "https://blog.example", cleared: [.avatar])
    case .profileEdited: .sorted(.cart(by: .price), by: "anna")
    case .sortChosen: .minted("n-1", owner: "boris")
    case .minted:
      .nftEdited(
        "n-1", name: "Кот", image: "https://e.x/2.png", rating: 4, price: "2.5", author: "Глеб")
    case .nftEdited: .collected("c-1", ["n-1", "n-2"])
    case .collectionCreated:
      .collectionEdited(
        "c-1", ["n-2"], name: "Коты", cover: "https://e.x/2.jpg", description: "И коты",
        author: "Глеб", website: "https://gleb.example")
    case .collectionEdited: .extended("c-1", ["n-3"])
    case .collectionExtended: .currency("BTC")
    case .currencyAdded: .currencyEdited("BTC", name: "Биткоин", image: "https://e.x/b.png")
    case .currencyEdited: .agreement("https://agreement.example")
    case .agreementSet: .liked("n-1", by: "anna")
    case .liked: .unliked("n-1", by: "anna")
    case .unliked: .added("n-2", by: "anna")
    case .addedToCart: .removed("n-2", by: "anna")
    case .removedFromCart: .started("o-1", ["n-2", "n-3"], by: "anna")
    case .paymentStarted: .confirmed("o-1", ["n-2", "n-3"], by: "anna")
    case .paymentConfirmed: .failed("o-1", by: "anna")
    case .paymentFailed: .retried("o-1", by: "anna")
    case .paymentRetried: .cancelled("o-1", ["n-2", "n-3"], by: "anna")
    case .paymentCancelled: .expired("o-1", ["n-2", "n-3"], by: "anna")
    case .paymentExpired: nil
    }
  }
}
