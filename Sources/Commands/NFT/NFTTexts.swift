import Domain
import EventEngine

extension NFTRefusal {
  public func message(in locale: Language) -> String { text[locale] }

  private var text: Bilingual {
    switch self {
    case .unknownUser(let user):
      Bilingual(
        ru: "Пользователь \(user) не зарегистрирован. Сначала его нужно зарегистрировать",
        en: "The user \(user) is not registered. Register this user first")
    case .unknownNFT(let nft):
      Bilingual(
        ru: "NFT \(nft) нет. Обновите экран и выберите другой",
        en: "There is no NFT \(nft). Refresh the screen and choose another one")
    case .unknownCollection(let collection):
      Bilingual(
        ru: "Коллекции \(collection) нет",
        en: "There is no collection \(collection)")
    case .unknownCurrency(let currency):
      Bilingual(
        ru: "Валюты \(currency) нет. Выберите одну из списка",
        en: "There is no currency \(currency). Choose one from the list")
    case .unknownOrder(let order):
      Bilingual(
        ru: "Заказа \(order) нет",
        en: "There is no order \(order)")
    case .alreadyRegistered:
      Bilingual(
        ru: "Этот пользователь уже зарегистрирован",
        en: "This user is already registered")
    case .alreadyExists(let field, let id): .taken(id, in: field)
    case .currencyExists:
      Bilingual(
        ru: "Такая валюта уже есть. Измените её или укажите другую",
        en: "This currency already exists. Edit it, or give another one")
    case .alreadyLiked:
      Bilingual(
        ru: "Этот NFT уже в избранном",
        en: "This NFT is already among your favourites")
    case .notLiked:
      Bilingual(
        ru: "Этого NFT нет в избранном",
        en: "This NFT is not among your favourites")
    case .alreadyInCart:
      Bilingual(
        ru: "Этот NFT уже в корзине",
        en: "This NFT is already in your cart")
    case .notInCart:
      Bilingual(
        ru: "Этого NFT нет в корзине",
        en: "This NFT is not in your cart")
    case .own(let nft, let name):
      Bilingual(
        ru: "NFT «\(name)» (\(nft)) уже ваш, покупать его не нужно",
        en: "The NFT “\(name)” (\(nft)) is already yours")
    case .ownInCart(let nft, let name):
      Bilingual(
        ru: "NFT «\(name)» (\(nft)) уже ваш. Деньги не списаны, корзина сохранена: удалите из неё "
          + "этот NFT",
        en: "The NFT “\(name)” (\(nft)) is already yours. Nothing was charged and your cart is "
          + "kept: remove this NFT from it")
    case .reserved(let nft, let name):
      Bilingual(
        ru: "NFT «\(name)» (\(nft)) уже оплачивает другой покупатель. Деньги не списаны, корзина "
          + "сохранена: удалите из неё этот NFT или попробуйте позже",
        en: "Another buyer is paying for the NFT “\(name)” (\(nft)). Nothing was charged and your "
          + "cart is kept: remove this NFT from it or try again later")
    case .cartEmpty:
      Bilingual(
        ru: "Корзина пуста. Добавьте в неё NFT из каталога",
        en: "Your cart is empty. Add NFTs to it from the catalogue")
    case .paymentInProgress(let order, hasFailed: false):
      Bilingual(
        ru: "Оплата заказа \(order) ещё не завершена. Дождитесь её завершения",
        en: "The payment of the order \(order) is not finished. Wait until it ends")
    case .paymentInProgress(let order, hasFailed: true):
      Bilingual(
        ru: "Оплата заказа \(order) не прошла. Повторите или отмените её",
        en: "The payment of the order \(order) has failed. Retry or cancel it")
    case .paymentNotPending(let order, let status):
      Bilingual(
        ru: "Заказ \(order) не ждёт оплаты: ",
        en: "The order \(order) is not waiting for a payment: ")
        + Self.reasonNotToWait(status)
    case .paymentNotFailed(let order, .pending), .paymentNotFailed(let order, .failed):
      Bilingual(
        ru: "Оплата заказа \(order) ещё идёт. Дождитесь её завершения",
        en: "The payment of the order \(order) is not finished. Wait until it ends")
    case .paymentNotFailed(let order, .paid):
      Bilingual(
        ru: "Заказ \(order) уже оплачен", en: "The order \(order) has already been paid for")
    case .paymentNotFailed(let order, .cancelled):
      Bilingual(
        ru: "Оплата заказа \(order) уже отменена\(Self.payAgain.ru)",
        en: "The payment of the order \(order) was cancelled\(Self.payAgain.en)")
    case .paymentNotFailed(let order, .expired):
      Bilingual(
        ru: "Срок оплаты заказа \(order) истёк\(Self.payAgain.ru)",
        en: "The time to pay for the order \(order) is over\(Self.payAgain.en)")
    }
  }

  private static let payAgain = Bilingual(
    ru: ". Чтобы купить его NFT, оплатите корзину ещё раз",
    en: ". To buy its NFTs, pay for the cart again")

  private static func reasonNotToWait(_ status: NFTOrderStatus) -> Bilingual {
    switch status {
    case .pending, .failed:
      Bilingual(ru: "последняя попытка не удалась", en: "the last attempt failed")
    case .cancelled: Bilingual(ru: "покупатель отменил её", en: "the buyer cancelled it")
    case .expired: Bilingual(ru: "её срок истёк", en: "its time is over")
    case .paid: Bilingual(ru: "он уже оплачен", en: "it has already been paid for")
    }
  }
}
