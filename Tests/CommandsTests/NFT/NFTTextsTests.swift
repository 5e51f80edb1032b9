import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `What the NFT application says` {
  private let refusals: [NFTRefusal] = [
    .unknownUser("anna"), .unknownNFT("n-1"), .unknownCurrency("RUB"), .unknownOrder("o-1"),
    .alreadyRegistered, .alreadyExists, .alreadyLiked, .notLiked, .alreadyInCart, .notInCart,
    .sold("n-1", "Кот"), .reserved("n-1", "Кот"), .cartEmpty, .paymentInProgress("o-1"),
    .paymentNotPending, .paymentNotFailed,
  ]

  private func texts(in locale: Locale) -> String {
    refusals.map { "\($0.code): \($0.message(in: locale))\n" }.joined()
  }

  @Test func `every refusal has a text`() {
    #expect(Set(refusals.map(\.code)) == Set(NFTRefusal.Code.allCases.map(\.rawValue)))
    let named = DomainCommands.nft.commands.flatMap(\.refusals)
    // The text of a form names its field.
    #expect(Set(named) == Set(refusals.map(\.code) + ["invalidField"]))
  }

  @Test func `refusals in Russian`() {
    #expect(
      texts(in: .ru) == """
        notFound: Пользователь anna не зарегистрирован
        notFound: NFT n-1 нет. Обновите экран и выберите другой
        notFound: Валюты RUB нет. Выберите одну из списка
        notFound: Заказа o-1 нет
        alreadyExists: Этот пользователь уже зарегистрирован
        alreadyExists: Такой id уже есть или был. Укажите другой или не указывайте никакого: он создастся сам
        alreadyLiked: Этот NFT уже в избранном
        notLiked: Этого NFT нет в избранном
        alreadyInCart: Этот NFT уже в корзине
        notInCart: Этого NFT нет в корзине
        notForSale: NFT «Кот» (n-1) уже продан
        notForSale: NFT «Кот» (n-1) уже оплачивает другой покупатель. Деньги не списаны, корзина сохранена: удалите из неё этот NFT или попробуйте позже
        cartEmpty: Корзина пуста. Добавьте в неё NFT из каталога
        paymentInProgress: Оплата заказа o-1 ещё не завершена. Дождитесь её, повторите или отмените
        paymentNotPending: Этот заказ не ждёт оплаты
        paymentNotFailed: Повторить или отменить можно только неудавшуюся оплату

        """)
  }

  @Test func `refusals in English`() {
    #expect(
      texts(in: .en) == """
        notFound: The user anna is not registered
        notFound: There is no NFT n-1. Refresh the screen and choose another one
        notFound: There is no currency RUB. Choose one from the list
        notFound: There is no order o-1
        alreadyExists: This user is registered already
        alreadyExists: This id exists or once existed. Give another one, or none to have one made
        alreadyLiked: This NFT is among your favourites already
        notLiked: This NFT is not among your favourites
        alreadyInCart: This NFT is in your cart already
        notInCart: This NFT is not in your cart
        notForSale: The NFT “Кот” (n-1) is sold
        notForSale: Another buyer is paying for the NFT “Кот” (n-1). Nothing was charged and your cart is kept: remove this NFT from it or try again later
        cartEmpty: Your cart is empty. Add NFTs to it from the catalogue
        paymentInProgress: The payment of the order o-1 is not finished. Wait for it, retry or cancel it
        paymentNotPending: This order is not waiting for a payment
        paymentNotFailed: Only a failed payment can be retried or cancelled

        """)
  }
}
