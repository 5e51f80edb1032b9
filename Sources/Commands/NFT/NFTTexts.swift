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
    case .alreadyExists: .idExists
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
        ru: "Оплата заказа \(order) ещё не завершена. Дождитесь её",
        en: "The payment of the order \(order) is not finished. Wait for it")
    case .paymentInProgress(let order, hasFailed: true):
      Bilingual(
        ru: "Оплата заказа \(order) не прошла. Повторите или отмените её",
        en: "The payment of the order \(order) has failed. Retry or cancel it")
    case .paymentNotPending:
      Bilingual(
        ru: "Этот заказ не ждёт оплаты",
        en: "This order is not waiting for a payment")
    case .paymentNotFailed:
      Bilingual(
        ru: "Повторить или отменить можно только неудавшуюся оплату",
        en: "Only a failed payment can be retried or cancelled")
    }
  }
}
