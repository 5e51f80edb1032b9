import Domain
import EventEngine

/// The texts of the courier application other than refusals.
public enum CourierTexts {
  /// The reply to a courier who forgot the password.
  public static let passwordForgotten = Bilingual(
    ru: "Свяжитесь с менеджером: 0101",
    en: "Contact the manager: 0101")
}

extension CourierRefusal {
  public func message(in locale: Language) -> String {
    Bilingual(ru: inRussian, en: inEnglish)[locale]
  }

  private var inRussian: String {
    switch self {
    case .loginInvalid: "Логин — от 2 до 10 английских букв. Укажите другой логин"
    case .passwordInvalid: "Пароль — ровно 4 цифры. Укажите другой пароль"
    case .loginTaken: "Этот логин уже занят. Укажите другой логин"
    case .alreadyExists:
      "Такой id уже есть или был. Укажите другой или не указывайте: id создаётся автоматически"
    case .invalidCredentials: "Неверный логин или пароль"
    case .tooManyAttempts:
      "Слишком много неудачных попыток входа. Попробуйте снова через 15 минут"
        + " или свяжитесь с менеджером: 0101"
    case .notSignedIn: "Вы не вошли в приложение. Войдите с логином и паролем"
    case .noSuchCourier: "Такого курьера нет. Выберите его из списка курьеров"
    case .deliveryDateInPast:
      "Дата доставки уже прошла. Укажите сегодняшний день или более поздний"
    case .notFound: "Такого заказа нет. Обновите список и выберите заказ из него"
    case .notYourOrder: "Это чужой заказ. Отменить можно только свой"
    case .orderAlreadyAccepted:
      "Заказ уже принял курьер, отменить его нельзя. Позвоните в поддержку: 0101"
    case .orderAlreadyDelivered: "Заказ уже доставлен, отменить его нельзя"
    case .orderAlreadyCancelled: "Заказ уже отменён, больше ничего делать не нужно"
    case .orderAlreadyYours: "Вы уже приняли этот заказ. Он на вкладке «Мои»"
    case .orderUnavailable:
      "Ты не можешь принять заказ. Его взял уже другой курьер или пользователь отменил его"
    case .orderNotYours: "Завершить можно только заказ, который вы приняли. Он на вкладке «Мои»"
    case .orderAlreadyCompleted: "Этот заказ уже завершён, изменить его нельзя"
    case .orderNotAccepted: "Этот заказ сейчас не выполняет ни один курьер, снимать его не с кого"
    }
  }

  private var inEnglish: String {
    switch self {
    case .loginInvalid: "A login is 2 to 10 English letters. Choose another one"
    case .passwordInvalid: "A password is exactly 4 digits. Choose another one"
    case .loginTaken: "This login is taken. Choose another one"
    case .alreadyExists:
      "This id exists or once existed. Give another one, or leave it out: one is generated"
    case .invalidCredentials: "Wrong login or password"
    case .tooManyAttempts:
      "Too many failed sign-ins. Try again in 15 minutes, or contact the manager: 0101"
    case .notSignedIn: "You are not signed in. Sign in with your login and password"
    case .noSuchCourier: "There is no such courier. Choose one from the list of couriers"
    case .deliveryDateInPast: "The delivery date has passed. Give today or a later day"
    case .notFound: "There is no such order. Refresh the list and choose an order from it"
    case .notYourOrder: "This is somebody else's order. You can only cancel your own"
    case .orderAlreadyAccepted:
      "A courier has accepted the order; it cannot be cancelled any more. Call support: 0101"
    case .orderAlreadyDelivered:
      "The order has been delivered already and cannot be cancelled any more"
    case .orderAlreadyCancelled: "The order has been cancelled already; nothing is left to do"
    case .orderAlreadyYours: "You have already accepted this order. It is under “Mine”"
    case .orderUnavailable:
      "You cannot accept this order: another courier has taken it or the customer has cancelled"
        + " it. Refresh the list"
    case .orderNotYours: "You can only complete orders you have accepted. They are under “Mine”"
    case .orderAlreadyCompleted: "The order has been completed already and cannot be changed"
    case .orderNotAccepted: "No courier has this order at present, so it cannot be released"
    }
  }
}
