import Domain
import EventEngine

/// The shop's currencies and its user agreement.
public struct NFTShop: Decider {
  public enum Command: Equatable, Sendable {
    case addCurrency(CurrencyAdded)
    case editCurrency(CurrencyEdited)
    case setAgreement(AgreementSet)
  }

  private var currencies: Set<CurrencyID> = []

  public init() {}

  public static let factTypes = [CurrencyAdded.type]

  /// The query for the addition of a currency.
  static func facts(about currency: CurrencyID) -> Query { .of(factTypes, currency.tag) }

  public func boundary(of command: Command) -> Query {
    switch command {
    case .addCurrency(let fact): Self.facts(about: fact.currency)
    case .editCurrency(let fact): Self.facts(about: fact.currency)
    case .setAgreement: .nothing
    }
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .currencyAdded(let fact): currencies.insert(fact.currency)
    case .userRegistered, .profileEdited, .sortChosen, .minted, .nftEdited, .collectionCreated,
      .collectionEdited, .collectionExtended, .currencyEdited, .agreementSet, .liked, .unliked,
      .addedToCart, .removedFromCart, .paymentStarted, .paymentConfirmed, .paymentFailed,
      .paymentRetried, .paymentCancelled, .paymentExpired:
      break
    }
  }

  func requireKnown(_ currency: CurrencyID) throws(NFTRefusal) {
    guard currencies.contains(currency) else { throw .unknownCurrency(currency) }
  }

  public func decide(_ command: Command, at now: Moment) throws(NFTRefusal) -> [NFTEvent] {
    switch command {
    case .addCurrency(let fact):
      guard !currencies.contains(fact.currency) else { throw .currencyExists }
      return [.currencyAdded(fact)]
    case .editCurrency(let fact):
      try requireKnown(fact.currency)
      return [.currencyEdited(fact)]
    case .setAgreement(let fact): return [.agreementSet(fact)]
    }
  }

  public static func answer(
    to command: Command, _ events: [NFTEvent], in locale: Language
  ) throws(NFTRefusal) -> [CommandValue] {
    switch command {
    case .addCurrency(let fact): [CommandValue(NFTFields.currency.name, fact.currency.rawValue)]
    case .editCurrency, .setAgreement: []
    }
  }
}

extension NFTShop {
  private static let name = Field<CurrencyName>.text("name")
  private static let url = Field.url("url")

  public static let shapes = [
    CommandShape<Command>(
      "nft.addCurrency", by: .admin, Bilingual(ru: "Добавить валюту", en: "Add a currency"),
      fields: [NFTFields.currency.required, name.required, NFTFields.image.required],
      refusals: NFTRefusal.codes(.alreadyExists)
    ) { form throws(FormError) in
      .addCurrency(
        CurrencyAdded(
          currency: try form.required(NFTFields.currency), name: try form.required(name),
          image: try form.required(NFTFields.image)))
    },
    CommandShape<Command>(
      "nft.editCurrency", by: .admin, Bilingual(ru: "Изменить валюту", en: "Edit a currency"),
      fields: [NFTFields.currency.required],
      edits: [name.optional, NFTFields.image.optional],
      refusals: NFTRefusal.codes(.notFound)
    ) { form throws(FormError) in
      .editCurrency(
        CurrencyEdited(
          currency: try form.required(NFTFields.currency), name: try form.change(name).value,
          image: try form.change(NFTFields.image).value))
    },
    CommandShape<Command>(
      "nft.setAgreement", by: .admin,
      Bilingual(
        ru: "Задать адрес пользовательского соглашения", en: "Set the address of the user agreement"
      ),
      fields: [url.required]
    ) { form throws(FormError) in
      .setAgreement(AgreementSet(url: try form.required(url)))
    },
  ]
}
