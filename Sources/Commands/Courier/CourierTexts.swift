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
  public func message(in locale: Language) -> String { text[locale] }

  private var text: Bilingual {
    switch self {
    case .loginInvalid:
      Bilingual(
        ru: "Логин — от 2 до 10 английских букв. Укажите другой логин",
        en: "A login is 2 to 10 English letters. Choose another one")
    case .passwordInvalid:
      Bilingual(
        ru: "Пароль — ровно 4 цифры. Укажите другой пароль",
        en: "A password is exactly 4 digits. Choose another one")
    case .loginTaken:
      Bilingual(
        ru: "Этот логин уже занят. Укажите другой логин",
        en: "This login is taken. Choose another one")
    case .alreadyExists(let field, let id): .taken(id, in: field)
    case .invalidCredentials:
      Bilingual(
        ru: "Неверный логин или пароль",
        en: "Wrong login or password")
    case .tooManyAttempts(let seconds):
      Bilingual(
        ru: "Пять неудачных попыток входа подряд. Попробуйте снова через "
          + "\(Bilingual.wait(seconds: seconds).ru) или свяжитесь с менеджером: 0101",
        en: "Five failed sign-ins in a row. Try again in "
          + "\(Bilingual.wait(seconds: seconds).en), or contact the manager: 0101")
    case .notSignedIn:
      Bilingual(
        ru: "Вы не вошли в приложение. Войдите с логином и паролем",
        en: "You are not signed in. Sign in with your login and password")
    case .noSuchCourier:
      Bilingual(
        ru: "Такого курьера нет. Выберите курьера из списка",
        en: "There is no such courier. Choose one from the list of couriers")
    case .loginErased:
      Bilingual(
        ru: "Логин этого курьера удалён, задать пароль нельзя",
        en: "The login of this courier was erased, so no password can be set")
    case .deliveryDateInPast(let today):
      Bilingual(
        ru: "Дата доставки раньше дня заказа, \(today). Укажите этот день или более поздний",
        en: "The delivery date is before the day of the order, \(today). Give that day or a later "
          + "one")
    case .notFound:
      Bilingual(
        ru: "Такого заказа нет. Обновите список и выберите заказ из него",
        en: "There is no such order. Refresh the list and choose an order from it")
    case .noOrderToCancel:
      Bilingual(
        ru: "Такого заказа нет. Проверьте его номер",
        en: "There is no such order. Check its number")
    case .notYourOrder:
      Bilingual(
        ru: "Это чужой заказ. Отменить можно только свой",
        en: "This is somebody else's order. You can only cancel your own")
    case .orderAlreadyAccepted:
      Bilingual(
        ru: "Заказ уже принял курьер, отменить его нельзя. Позвоните в поддержку: 0101",
        en: "A courier has accepted the order; it cannot be cancelled any more. Call support: 0101")
    case .orderAlreadyDelivered:
      Bilingual(
        ru: "Заказ уже доставлен, отменить его нельзя",
        en: "The order has already been delivered and cannot be cancelled any more")
    case .orderAlreadyCancelled:
      Bilingual(
        ru: "Заказ уже отменён, больше ничего делать не нужно",
        en: "The order has already been cancelled; nothing is left to do")
    case .orderAlreadyYours:
      Bilingual(
        ru: "Вы уже приняли этот заказ. Он на вкладке «Мои»",
        en: "You have already accepted this order. It is under “Mine”")
    case .orderUnavailable:
      Bilingual(
        ru: "Ты не можешь принять заказ. Его взял уже другой курьер или пользователь отменил его",
        en: "You cannot accept this order: another courier has taken it or the customer has "
          + "cancelled it. Refresh the list")
    case .orderNotYours:
      Bilingual(
        ru: "Этот заказ не ваш или уже не ваш. Ваши заказы — на вкладке «Мои»",
        en: "This order is not yours, or no longer. Yours are under “Mine”")
    case .orderAlreadyCompleted:
      Bilingual(
        ru: "Этот заказ уже завершён, изменить его нельзя",
        en: "The order has already been completed and cannot be changed")
    case .orderNotAccepted:
      Bilingual(
        ru: "Этот заказ сейчас не выполняет ни один курьер, снимать его не с кого",
        en: "No courier has this order at present, so it cannot be released")
    }
  }
}
