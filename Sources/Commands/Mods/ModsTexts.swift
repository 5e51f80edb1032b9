import Domain
import EventEngine

extension ModsRefusal {
  public func message(in locale: Language) -> String { text[locale] }

  private var text: Bilingual {
    switch self {
    case .alreadyExists:
      Bilingual(
        ru: "Мод с таким path уже есть или был. Укажите другой path",
        en: "A mod with this path exists or once existed. Give another path")
    case .notFound:
      Bilingual(
        ru: "Такого мода нет, или он убран из каталога. Обновите список и выберите мод из него",
        en: "There is no such mod, or it was withdrawn. Refresh the list and choose a mod from it")
    case .alreadySubscribed:
      Bilingual(
        ru: "Подписка уже оформлена",
        en: "You have already subscribed")
    case .paywallNotShown:
      Bilingual(
        ru: "Экран подписки не открыт, закрывать нечего",
        en: "The subscription screen is not open; there is nothing to close")
    case .closeNotYetAllowed(let seconds):
      Bilingual(
        ru: "Экран подписки пока нельзя закрыть. Попробуйте через "
          + Bilingual.wait(seconds: seconds).ru,
        en: "The subscription screen cannot be closed yet. Try again in "
          + Bilingual.wait(seconds: seconds).en)
    case .trialAlreadyUsed:
      Bilingual(
        ru: "Пробный период даётся один раз. Оформите подписку",
        en: "A free trial is given once. Take out a subscription")
    case .notSubscribed:
      Bilingual(
        ru: "Подписки нет. Оформите её на экране подписки",
        en: "You have no subscription. Take one out on the subscription screen")
    case .nothingToCancel:
      Bilingual(
        ru: "Действующей подписки нет, отменять нечего",
        en: "You have no live subscription; there is nothing to cancel")
    case .nothingToResume:
      Bilingual(
        ru: "Срок подписки истёк, возобновлять нечего. Продлите её",
        en: "The subscription has expired; there is nothing to resume. Renew it")
    case .alreadyCancelled:
      Bilingual(
        ru: "Подписка уже отменена и действует до конца срока. Если передумали, возобновите её",
        en: "The subscription is already cancelled. It stays live until its period ends. To keep "
          + "it for longer, resume it")
    case .notCancelled:
      Bilingual(
        ru: "Подписка не отменена, возобновлять нечего",
        en: "The subscription is not cancelled; there is nothing to resume")
    case .subscriptionRequired:
      Bilingual(
        ru: "Скачивать моды можно только по подписке. Оформите её",
        en: "Mods can only be downloaded with a subscription. Take one out")
    }
  }
}
