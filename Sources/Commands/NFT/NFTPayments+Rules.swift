import Domain
import EventEngine

extension NFTPayments {
  public func decide(_ command: Command, at now: Moment) throws(NFTRefusal) -> [NFTEvent] {
    switch command {
    case .pay(let order, let currency, let user):
      let cart = try payableCart(of: user, in: currency, at: now.time)
      let unfinished = unfinished[user].flatMap { orders[$0] }
      if let unfinished, !unfinished.isOverdue(at: now.time) {
        throw .paymentInProgress(unfinished.id, hasFailed: unfinished.status == .failed)
      }
      guard orders[order] == nil else {
        throw .alreadyExists(field: NFTFields.order.name, id: order.rawValue)
      }
      let items = cart.map { NFTOrderItem(nft: $0.nft, price: $0.lot.price) }
      return expiries(of: unfinished, items.map(\.nft), at: now.time)
        + NFTParts.split(items).map { items in
          .paymentStarted(
            NFTPaymentStarted(order: order, user: user, currency: currency, items: items))
        }
    case .confirm(let id):
      let order = try requirePending(id)
      return NFTParts.split(order.nfts).map { nfts in
        .paymentConfirmed(NFTPaymentConfirmed(order: id, user: order.user, nfts: nfts))
      }
    case .fail(let id, let reason):
      let user = try requirePending(id).user
      return [.paymentFailed(NFTPaymentFailed(order: id, user: user, reason: reason))]
    case .retry(let id, let user):
      _ = try requireFailed(id, of: user)
      return [.paymentRetried(NFTPaymentRetried(order: id, user: user))]
    case .cancel(let id, let user):
      let order = try requireFailed(id, of: user)
      return NFTParts.split(order.nfts).map { nfts in
        .paymentCancelled(NFTPaymentCancelled(order: id, user: user, nfts: nfts))
      }
    }
  }

  /// The contents of the cart in the order of adding. Refuses if the cart is empty or an NFT in it
  /// can't be bought. An NFT that somebody else's overdue order reserves can be bought.
  private func payableCart(
    of user: NFTUserID, in currency: CurrencyID, at now: Timestamp
  ) throws(NFTRefusal) -> [(nft: NFTID, lot: NFTOwnership.Lot)] {
    try users.requireRegistered(user)
    try currencies.requireKnown(currency)
    var cart: [(nft: NFTID, lot: NFTOwnership.Lot)] = []
    for nft in carts.addedNFTs(of: user) {
      let lot = try nfts.require(nft)
      if carts.contains(nft, lot, of: user) { cart.append((nft, lot)) }
    }
    if cart.isEmpty { throw .cartEmpty }
    for (nft, lot) in cart {
      if lot.owner == user { throw .ownInCart(nft, lot.name) }
      guard let order = reservations[nft].flatMap({ orders[$0] }), order.user != user else {
        continue
      }
      if !order.isOverdue(at: now) { throw .reserved(nft, lot.name) }
    }
    return cart
  }

  /// The expiries of overdue orders: the user's own and those that reserve NFTs of the cart. They
  /// must be recorded before the payment.
  private func expiries(
    of unfinished: NFTOrder?, _ nfts: [NFTID], at now: Timestamp
  ) -> [NFTEvent] {
    var met = reserving(nfts).compactMap { orders[$0] }
    if let unfinished, !met.contains(where: { $0.id == unfinished.id }) { met.append(unfinished) }
    return met.overdue(at: now).flatMap(\.expiry)
  }

  public func cause(of event: NFTEvent) -> Position? {
    if case .paymentExpired(let fact) = event { orders[fact.order]?.start } else { nil }
  }

  private func requirePending(_ id: NFTOrderID) throws(NFTRefusal) -> NFTOrder {
    guard let order = orders[id] else { throw .unknownOrder(id) }
    guard order.status == .pending else { throw .paymentNotPending(id, order.status) }
    return order
  }

  private func requireFailed(_ id: NFTOrderID, of user: NFTUserID) throws(NFTRefusal) -> NFTOrder {
    try users.requireRegistered(user)
    guard let order = orders[id], order.user == user else { throw .unknownOrder(id) }
    guard order.status == .failed else { throw .paymentNotFailed(id, order.status) }
    return order
  }

  public static func answer(
    to command: Command, _ events: [NFTEvent], in locale: Language
  ) throws(NFTRefusal) -> [CommandValue] {
    let started = events.compactMap { event in
      if case .paymentStarted(let fact) = event { fact } else { nil }
    }
    guard let order = started.first?.order else { return [] }
    return [
      CommandValue(NFTFields.order.name, order.rawValue),
      CommandValue("total", started.flatMap(\.items).map(\.price).total.description),
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
      Bilingual(ru: "Сообщить о неудавшейся оплате", en: "Report a failed payment"),
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
      Bilingual(ru: "Отменить неудавшуюся оплату", en: "Cancel a failed payment"),
      fields: [NFTFields.order.required],
      refusals: NFTRefusal.codes(.notFound, .paymentNotFailed)
    ) { form throws(FormError) in
      .cancel(try form.required(NFTFields.order), by: form.nftUser)
    },
  ]
}
