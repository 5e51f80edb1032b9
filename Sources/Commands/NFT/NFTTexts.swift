import Domain
import EventEngine

extension NFTRefusal {
  public func message(in locale: Language) -> String {
    Bilingual(ru: inRussian, en: inEnglish)[locale]
  }

  private var inRussian: String {
    switch self {
    case .unknownUser(let user): "Пользователь \(user) не зарегистрирован"
    case .unknownNFT(let nft): "NFT \(nft) нет. Обновите экран и выберите другой"
    case .unknownCollection(let collection): "Коллекции \(collection) нет"
    case .unknownCurrency(let currency): "Валюты \(currency) нет. Выберите одну из списка"
    case .unknownOrder(let order): "Заказа \(order) нет"
    case .alreadyRegistered: "Этот пользователь уже зарегистрирован"
    case .alreadyExists:
      "Такой id уже есть или был. Укажите другой или не указывайте: id создаётся автоматически"
    case .currencyExists: "Такая валюта уже есть. Измените её или укажите другую"
    case .alreadyLiked: "Этот NFT уже в избранном"
    case .notLiked: "Этого NFT нет в избранном"
    case .alreadyInCart: "Этот NFT уже в корзине"
    case .notInCart: "Этого NFT нет в корзине"
    case .own(let nft, let name): "NFT «\(name)» (\(nft)) уже ваш, покупать его не нужно"
    case .ownInCart(let nft, let name):
      "NFT «\(name)» (\(nft)) уже ваш. Деньги не списаны, корзина сохранена: удалите из неё этот"
        + " NFT"
    case .reserved(let nft, let name):
      "NFT «\(name)» (\(nft)) уже оплачивает другой покупатель. Деньги не списаны, корзина"
        + " сохранена: удалите из неё этот NFT или попробуйте позже"
    case .cartEmpty: "Корзина пуста. Добавьте в неё NFT из каталога"
    case .paymentInProgress(let order):
      "Оплата заказа \(order) ещё не завершена. Дождитесь её, повторите или отмените"
    case .paymentNotPending: "Этот заказ не ждёт оплаты"
    case .paymentNotFailed: "Повторить или отменить можно только неудавшуюся оплату"
    }
  }

  private var inEnglish: String {
    switch self {
    case .unknownUser(let user): "The user \(user) is not registered"
    case .unknownNFT(let nft): "There is no NFT \(nft). Refresh the screen and choose another one"
    case .unknownCollection(let collection): "There is no collection \(collection)"
    case .unknownCurrency(let currency):
      "There is no currency \(currency). Choose one from the list"
    case .unknownOrder(let order): "There is no order \(order)"
    case .alreadyRegistered: "This user is registered already"
    case .alreadyExists:
      "This id exists or once existed. Give another one, or leave it out: one is generated"
    case .currencyExists: "This currency exists already. Edit it, or give another one"
    case .alreadyLiked: "This NFT is among your favourites already"
    case .notLiked: "This NFT is not among your favourites"
    case .alreadyInCart: "This NFT is in your cart already"
    case .notInCart: "This NFT is not in your cart"
    case .own(let nft, let name): "The NFT “\(name)” (\(nft)) is yours already"
    case .ownInCart(let nft, let name):
      "The NFT “\(name)” (\(nft)) is yours already. Nothing was charged and your cart is kept:"
        + " remove this NFT from it"
    case .reserved(let nft, let name):
      "Another buyer is paying for the NFT “\(name)” (\(nft)). Nothing was charged and your cart"
        + " is kept: remove this NFT from it or try again later"
    case .cartEmpty: "Your cart is empty. Add NFTs to it from the catalogue"
    case .paymentInProgress(let order):
      "The payment of the order \(order) is not finished. Wait for it, retry or cancel it"
    case .paymentNotPending: "This order is not waiting for a payment"
    case .paymentNotFailed: "Only a failed payment can be retried or cancelled"
    }
  }
}
