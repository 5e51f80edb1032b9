import Domain
import EventEngine

/// The currencies for payments, and the user agreement.
public struct NFTCurrencies: Projection, StoredState {
  public struct Answer: Encodable, Equatable, Sendable {
    public let currencies: [Currency]
    /// The address of the user agreement.
    public let agreement: WebAddress?
  }

  public struct Currency: Codable, Equatable, Sendable {
    public let currency: CurrencyID
    public fileprivate(set) var name: CurrencyName
    public fileprivate(set) var image: WebAddress
  }

  private var currencies: [Currency] = []
  private var agreement: WebAddress?

  public init() {}
}

extension NFTCurrencies {
  public static let shape = QueryShape<NoParameters>(
    "nft.currencies",
    Bilingual(
      ru: "Валюты и пользовательское соглашение", en: "The currencies and the user agreement"),
    shows: ["currencies", "agreement"])

  public static let factTypes = [CurrencyAdded.type, CurrencyEdited.type, AgreementSet.type]

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .currencyAdded(let fact):
      currencies.append(
        Currency(currency: fact.currency, name: fact.name, image: fact.image))
    case .currencyEdited(let fact):
      guard let row = currencies.firstIndex(where: { $0.currency == fact.currency }) else { return }
      if let name = fact.name { currencies[row].name = name }
      if let image = fact.image { currencies[row].image = image }
    case .agreementSet(let fact): agreement = fact.url
    case .userRegistered, .profileEdited, .sortChosen, .minted, .nftEdited, .collectionCreated,
      .collectionEdited, .collectionExtended, .liked, .unliked, .addedToCart, .removedFromCart,
      .paymentStarted, .paymentConfirmed, .paymentFailed, .paymentRetried, .paymentCancelled,
      .paymentExpired:
      return
    }
  }

  public func answer(
    to parameters: NoParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    Answer(currencies: currencies, agreement: agreement)
  }
}
