import Domain
import EventEngine

extension NFTPayments {
  public func decide(_ command: Command, at now: Moment) throws(NFTRefusal) -> [NFTEvent] {
    switch command {
    case .pay(let order, let currency, let user):
      let items = try payableItems(of: user, in: currency)
      if let unfinished = unfinished[user] { throw .paymentInProgress(unfinished) }
      guard orders[order] == nil else { throw .alreadyExists }
      return NFTParts.split(items).map { items in
        .paymentStarted(
          NFTPaymentStarted(order: order, user: user, currency: currency, items: items))
      }
    case .confirm(let id):
      let order = try pending(id)
      return NFTParts.split(order.nfts).map { nfts in
        .paymentConfirmed(NFTPaymentConfirmed(order: id, user: order.user, nfts: nfts))
      }
    case .fail(let id, let reason):
      let user = try pending(id).user
      return [.paymentFailed(NFTPaymentFailed(order: id, user: user, reason: reason))]
    case .retry(let id, let user):
      _ = try failed(id, of: user)
      return [.paymentRetried(NFTPaymentRetried(order: id, user: user))]
    case .cancel(let id, let user):
      let order = try failed(id, of: user)
      return NFTParts.split(order.nfts).map { nfts in
        .paymentCancelled(NFTPaymentCancelled(order: id, user: user, nfts: nfts))
      }
    }
  }

  /// The items of the cart at current prices, without NFTs that were sold in the meantime.
  private func payableItems(
    of user: NFTUserID, in currency: CurrencyID
  ) throws(NFTRefusal) -> [NFTOrderItem] {
    try users.requireRegistered(user)
    try currencies.requireKnown(currency)
    let cart = nfts.unsold(carts.nfts(of: user))
    if cart.isEmpty { throw .cartEmpty }
    for (nft, lot) in cart {
      guard reservations[nft, default: user] == user else { throw .reserved(nft, lot.name) }
    }
    return cart.map { NFTOrderItem(nft: $0.nft, price: $0.lot.price) }
  }

  private func pending(_ id: NFTOrderID) throws(NFTRefusal) -> Order {
    guard let order = orders[id] else { throw .unknownOrder(id) }
    guard order.status == .pending else { throw .paymentNotPending }
    return order
  }

  private func failed(_ id: NFTOrderID, of user: NFTUserID) throws(NFTRefusal) -> Order {
    try users.requireRegistered(user)
    guard let order = orders[id], order.user == user else { throw .unknownOrder(id) }
    guard order.status == .failed else { throw .paymentNotFailed }
    return order
  }

  public static func answer(
    to command: Command, _ events: [NFTEvent], in locale: Language
  ) throws(NFTRefusal) -> [CommandValue] {
    guard case .paymentStarted(let first)? = events.first else { return [] }
    let prices = events.flatMap { event in
      if case .paymentStarted(let fact) = event { fact.items.map(\.price) } else { [] as [Ether] }
    }
    return [
      CommandValue(NFTFields.order.name, first.order.rawValue),
      CommandValue("total", prices.total.description),
    ]
  }
}

extension NFTPayments {
  private static let reason = Field<PaymentFailure>.text("reason")

  public static let shapes = [
    CommandShape<Command>(
      "nft.pay", by: .person, Bilingual(ru: "Оплатить корзину", en: "Pay for the cart"),
      fields: [NFTFields.currency.required, NFTFields.order.optional],
      refusals: NFTRefusal.codes(
        .notFound, .cartEmpty, .notForSale, .paymentInProgress, .alreadyExists)
    ) { form throws(FormError) in
      .pay(
        try form.newID(NFTFields.order), in: try form.required(NFTFields.currency),
        by: form.nftUser)
    },
    CommandShape<Command>(
      "nft.confirmPayment", by: .gateway,
      Bilingual(ru: "Подтвердить оплату", en: "Confirm a payment"),
      fields: [NFTFields.order.required],
      refusals: NFTRefusal.codes(.notFound, .paymentNotPending)
    ) { form throws(FormError) in .confirm(try form.required(NFTFields.order)) },
    CommandShape<Command>(
      "nft.failPayment", by: .gateway,
      Bilingual(ru: "Сообщить, что оплата не прошла", en: "Say that a payment failed"),
      fields: [NFTFields.order.required, reason.required],
      refusals: NFTRefusal.codes(.notFound, .paymentNotPending)
    ) { form throws(FormError) in
      .fail(try form.required(NFTFields.order), try form.required(reason))
    },
    CommandShape<Command>(
      "nft.retryPayment", by: .person,
      Bilingual(ru: "Повторить неудавшуюся оплату", en: "Retry a failed payment"),
      fields: [NFTFields.order.required],
      refusals: NFTRefusal.codes(.notFound, .paymentNotFailed)
    ) { form throws(FormError) in
      .retry(try form.required(NFTFields.order), by: form.nftUser)
    },
    CommandShape<Command>(
      "nft.cancelPayment", by: .person,
      Bilingual(ru: "Отказаться от неудавшейся оплаты", en: "Give a failed payment up"),
      fields: [NFTFields.order.required],
      refusals: NFTRefusal.codes(.notFound, .paymentNotFailed)
    ) { form throws(FormError) in
      .cancel(try form.required(NFTFields.order), by: form.nftUser)
    },
  ]
}
