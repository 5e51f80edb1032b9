import Commands
import Domain
import EventEngine
import Testing

@Suite struct `What the courier application says` {
  private func texts(in locale: Locale) -> String {
    CourierRefusal.allCases.map { "\($0.code): \($0.message(in: locale))\n" }.joined()
  }

  @Test func `refusals in Russian`() {
    #expect(
      texts(in: .ru) == """
        loginInvalid: Логин — от 2 до 10 английских букв. Укажите другой логин
        passwordInvalid: Пароль — ровно 4 цифры. Укажите другой пароль
        loginTaken: Этот логин уже занят. Укажите другой логин
        alreadyExists: Такой id уже есть или был. Укажите другой или не указывайте никакого: он создастся сам
        invalidCredentials: Неверный логин или пароль
        tooManyAttempts: Слишком много неудачных попыток входа. Попробуйте снова через 15 минут или свяжитесь с менеджером: 0101
        notSignedIn: Вы не вошли в приложение. Войдите с логином и паролем
        deliveryDateInPast: Дата доставки уже прошла. Укажите сегодняшний день или более поздний
        notFound: Такого заказа нет. Обновите список и выберите заказ из него
        notYourOrder: Это чужой заказ. Отменить можно только свой
        orderAlreadyAccepted: Заказ уже принял курьер, отменить его нельзя. Позвоните в поддержку: 0101
        orderAlreadyCancelled: Заказ уже отменён, больше ничего делать не нужно
        orderAlreadyYours: Вы уже приняли этот заказ. Он на вкладке «Мои»
        orderUnavailable: Ты не можешь принять заказ. Его взял уже другой курьер или пользователь отменил его
        orderNotYours: Завершить можно только заказ, который вы приняли. Он на вкладке «Мои»
        orderAlreadyCompleted: Вы уже завершили этот заказ, больше ничего делать не нужно

        """)
  }

  @Test func `refusals in English`() {
    #expect(
      texts(in: .en) == """
        loginInvalid: A login is 2 to 10 English letters. Choose another one
        passwordInvalid: A password is exactly 4 digits. Choose another one
        loginTaken: This login is taken. Choose another one
        alreadyExists: This id exists or once existed. Give another one, or none to have one made
        invalidCredentials: Wrong login or password
        tooManyAttempts: Too many failed sign-ins. Try again in 15 minutes, or contact the manager: 0101
        notSignedIn: You are not signed in. Sign in with your login and password
        deliveryDateInPast: The delivery date has passed. Give today or a later day
        notFound: There is no such order. Refresh the list and choose an order from it
        notYourOrder: This is somebody else's order. You can only cancel your own
        orderAlreadyAccepted: A courier has accepted the order; it cannot be cancelled any more. Call support: 0101
        orderAlreadyCancelled: The order has been cancelled already; nothing is left to do
        orderAlreadyYours: You have accepted this order already. It is under “Mine”
        orderUnavailable: You cannot accept this order: another courier has taken it or the customer has cancelled it. Refresh the list
        orderNotYours: You can only complete orders you have accepted. They are under “Mine”
        orderAlreadyCompleted: You have completed this order already; nothing is left to do

        """)
  }
}
